import type { Actor } from '../../harness/client/actor.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { found } from '../../harness/check/guesses.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { environmentAt } from './calls.ts';
import { dataIn, shownTokens, tokenBody } from './token.ts';

// Ids may be the same in two deployments, so a success may concern an environment of the key's own deployment.

type Id = string | number | undefined;

/** The tokens that somebody is shown, once a new one is among them where there is one. */
function shownWith(check: Check, who: Actor, environmentId: string | number, id: Id): Promise<string[]> {
  return readUntil(
    check,
    () => shownTokens(check, who, environmentId),
    (shown) => id === undefined || shown.includes(String(id)),
  );
}

/** An environment of each of the two deployments: two of one name, where the lists show such. */
async function namesakes(check: Check, admin: Actor) {
  const { items: here = [] } = await admin.listEnvironments();
  const { items: there = [] } = await admin.in(check.provided('OTHER_DEPLOYMENT_ID')).listEnvironments();
  // The name of the member is open.
  const nameOf = (one: { readonly id?: unknown; readonly name?: unknown } | undefined) => one?.name;
  const shared = there.find((one) => nameOf(one) !== undefined && here.some((other) => nameOf(other) === nameOf(one)));
  const elsewhere = shared ?? there[0];
  const atHome = here.find((one) => nameOf(one) === nameOf(elsewhere)) ?? here[0];
  const environmentId = elsewhere?.id ?? undefined;
  if (environmentId === undefined) throw setupFailed('the other deployment shows no environment');
  return { atHome: atHome?.id ?? environmentId, path: { environmentId } };
}

test(...verifies('environments.tokens.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const { atHome, path } = await namesakes(check, admin.preparing);
  const there = admin.preparing.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const before = await shownTokens(check, scoped, path.environmentId);
  const shownAtHome = () => shownTokens(check, admin.preparing, atHome);
  const beforeAtHome = await shownAtHome();
  const created = granted(await there.raw('createEnvironmentToken', { path, body: tokenBody(check) }), 'a token');
  const id = found(check, 'environments.created-token-id', dataIn(created).id);
  // A list may show a new token with a delay, so that its own user has to be shown it first.
  await shownWith(check, there, path.environmentId, id);
  const added = (await shownTokens(check, scoped, path.environmentId)).filter((one) => !before.includes(one));
  expect(added, 'tokens that the scoped key is shown in addition').not.toContain(String(id));
  const addedAtHome = (await shownAtHome()).filter((one) => !beforeAtHome.includes(one));
  await judging('environments.tokens.environment-only', () => {
    expect(addedAtHome, 'tokens added to the list of an environment of the first deployment').not.toContain(String(id));
  });
});

const CREATIONS = {
  'environments.token.scoped-key-stays': ['createEnvironmentToken', tokenBody],
  'environments.meta-sync.scoped-key-stays': ['createMetaSyncToken', () => ({ scopes: ['meta'] })],
} as const;

/** The id of the token that was created; undefined where the creation was refused. */
function createdIdIn(check: Check, answer: Answer): Id {
  return isSuccess(answer) ? found(check, 'environments.created-token-id', dataIn(answer).id) : undefined;
}

for (const [id, [operation, bodyFor]] of Object.entries(CREATIONS)) {
  test(...verifies(id as keyof typeof CREATIONS), async ({ check, admin, scoped }) => {
    const path = await environmentAt(check, admin.preparing, 'elsewhere');
    const there = admin.preparing.in(check.provided('OTHER_DEPLOYMENT_ID'));
    const before = await shownTokens(check, there, path.environmentId);
    const answer = await scoped.raw(operation, { path, body: bodyFor(check) });
    const createdId = createdIdIn(check, answer);
    const after = await shownWith(check, there, path.environmentId, createdId);
    const added = after.filter((one) => !before.includes(one));
    expect(added, 'tokens added in the other deployment').not.toContain(String(createdId));
  });
}
