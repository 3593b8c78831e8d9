import { BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Members } from '../../generators/members.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { ifGiven, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unset, untested } from '../../harness/failures/untested.ts';
import {
  changeIntegration,
  expectDifferent,
  integrationOf,
  putIntegration,
  readIntegration,
  replacedVersions,
  statedIntegration,
  type Version,
} from './integrations.ts';
import { dataSource } from './previews.ts';

/** The data source that is provided without an integration. It can be used once: no printed operation removes one. */
async function unusedDataSource(check: Check, admin: Actor): Promise<string> {
  const name = check.provided('SPARE_DATA_SOURCE_NAME');
  if (isSuccess(await readIntegration(admin, name))) {
    untested(unset('another SPARE_DATA_SOURCE_NAME', `the data source ${name} already has an integration`));
  }
  return name;
}

test(...verifies('lakehouse.integration.create'), async ({ check, admin }) => {
  const name = await unusedDataSource(check, admin);
  // It can be created once, and versions of another one are no concern of it.
  await ifGiven(changeable(check), (one) => attempt(() => changeIntegration(check, admin, one, USUAL)));
  expect(await putIntegration(admin, name, statedIntegration(check, 'lakehouse.integration'), 0)).toSucceed();
  expect(await readIntegration(admin, name), 'a read of the integration').toSucceed();
});

test(...verifies('lakehouse.integration.create-other-version'), async ({ check, admin }) => {
  const name = await unusedDataSource(check, admin);
  const integration = statedIntegration(check, 'lakehouse.integration');
  await inEach(check, { 'version 1': 1, 'version 1 a second time': 1, 'a later version': 7 }, async (version) => {
    expect(await putIntegration(admin, name, integration, version)).toBeRefused();
    expect(isSuccess(await readIntegration(admin, name)), 'the data source has an integration').toBe(false);
  });
  granted(await putIntegration(admin, name, integration, 0), 'the same request with version 0');
});

const USUAL = 'lakehouse.integration' as const;
const CHANGED = 'lakehouse.integration-changed' as const;

test(...verifies('lakehouse.integration.create-taken'), async ({ check, admin }) => {
  const name = dataSource(check);
  await changeIntegration(check, admin, name, USUAL);
  const before = await integrationOf(check, admin, name);
  const other = statedIntegration(check, CHANGED);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'other values': { actor: admin, integration: other },
    'a second time': { actor: admin, integration: other },
    'what stands there': { actor: admin, integration: statedIntegration(check, USUAL) },
    'with an OAuth token': oauth && { actor: oauth, integration: other },
  };
  await inEach(check, cases, async ({ actor, integration }) => {
    expect(await putIntegration(actor, name, integration, 0)).toBeRefused();
    expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  });
  granted(await putIntegration(admin, name, other, before.version), 'the same request with the current version');
});

/** A PUT that is refused, because its version is none that an integration ever had; that it is refused is another rule. */
async function refusedPut(check: Check, admin: Actor, name: string): Promise<Answer> {
  return putIntegration(admin, name, statedIntegration(check, USUAL), 0);
}

/** The data source with an integration, where that may be changed. */
function changeable(check: Check): string | undefined {
  return check.mayChange('DATA_SOURCE_NAME') ? check.optional('DATA_SOURCE_NAME') : undefined;
}

/** The data source of the other deployment, where it may be changed. */
function otherDataSource(check: Check): string | undefined {
  const isThere = check.optional('OTHER_DEPLOYMENT_ID') !== undefined && check.mayChange('OTHER_DATA_SOURCE_NAME');
  return isThere ? check.optional('OTHER_DATA_SOURCE_NAME') : undefined;
}

/** A change of an integration of the other deployment; that it is taken is another rule. */
async function changedElsewhere(check: Check, admin: Actor, name: string): Promise<undefined> {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  await attempt(() => changeIntegration(check, elsewhere, name, USUAL));
}

/** A PUT at the version that stands there, and what is tried before it. */
interface Put {
  readonly actor: Actor;
  readonly which: typeof USUAL | typeof CHANGED;
  readonly first: () => Promise<Answer | undefined>;
}

test(...verifies('lakehouse.integration.current-version'), async ({ check, admin }) => {
  const name = dataSource(check);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const nothing = () => Promise.resolve(undefined);
  const cases = {
    'a change': { actor: admin, which: USUAL, first: nothing },
    'another change': { actor: admin, which: CHANGED, first: nothing },
    'what stands there': { actor: admin, which: CHANGED, first: nothing },
    'after a refused one': { actor: admin, which: USUAL, first: () => refusedPut(check, admin, name) },
    'after a change in another deployment': ifGiven(otherDataSource(check), (other) => ({
      actor: admin,
      which: CHANGED,
      first: () => changedElsewhere(check, admin, other),
    })),
    'with an OAuth token': oauth && { actor: oauth, which: CHANGED, first: nothing },
  } as const;
  await inEach<Put>(check, cases, async ({ actor, which, first }) => {
    // What is refused changes nothing, so that the version from before still is the current one.
    const { version } = await integrationOf(check, admin, name);
    const refused = await first();
    leaveOutIf(refused && isSuccess(refused));
    const answer = await putIntegration(actor, name, statedIntegration(check, which), version);
    expect(answer, `with expected version ${version}`).toSucceed();
  });
});

async function expectEachRefused(actor: Actor, name: string, integration: object, versions: readonly Version[]) {
  for (const version of versions)
    expect(await putIntegration(actor, name, integration, version), `with expected version ${version}`).toBeRefused();
}

/** A version that nothing has reached; undefined where versions are no numbers. */
function yetToCome(actor: Actor, version: Version) {
  return typeof version === 'number' ? { actor, versions: [version + FAR_AHEAD, version + PAST_32_BITS] } : undefined;
}

const FAR_AHEAD = 1_000;
const PAST_32_BITS = 2 ** 32;

test(...verifies('lakehouse.integration.old-version'), async ({ check, admin }) => {
  const name = dataSource(check);
  const { replaced, before } = await replacedVersions(check, admin, name);
  const other = statedIntegration(check, CHANGED);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'the last one, right after the change': { actor: admin, versions: replaced.slice(-1) },
    'each of them': { actor: admin, versions: replaced },
    'a second time': { actor: admin, versions: replaced.slice(0, 1) },
    'with an OAuth token': oauth && { actor: oauth, versions: replaced.slice(0, 1) },
    [BY_PLAIN]: ifGiven(holderOfAll(check), (actor) => ({ actor, versions: replaced.slice(0, 1) })),
    'one that is yet to come': yetToCome(admin, before.version),
  };
  await inEach(check, cases, async ({ actor, versions }) => {
    await expectEachRefused(actor, name, other, versions);
    expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  });
  await inEach(check, { 'of two at the same time': [other, statedIntegration(check, USUAL)] }, async (both) => {
    const answers = await Promise.all(both.map((one) => putIntegration(admin, name, one, before.version)));
    const taken = answers.filter(isSuccess);
    expect(taken.length, 'PUTs at one version that succeeded').toBeLessThanOrEqual(1);
    // A tenant may refuse both, each because of the other.
    granted(taken[0] ?? (await putIntegration(admin, name, other, before.version)), 'a PUT at the current version');
  });
});

test(...verifies('lakehouse.integration.stored'), async ({ check, admin }) => {
  const name = dataSource(check);
  await changeIntegration(check, admin, name, USUAL);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const nothing = () => Promise.resolve();
  const cases = {
    'a change': { actor: admin, which: CHANGED, first: nothing },
    // The same is stored once more first, so that even a tenant that shows the change before the last one shows this.
    'back to what it was': {
      actor: admin,
      which: USUAL,
      first: () => changeIntegration(check, admin, name, CHANGED),
    },
    'after a refused one': { actor: admin, which: CHANGED, first: () => refusedPut(check, admin, name) },
    'with an OAuth token': oauth && { actor: oauth, which: USUAL, first: nothing },
  } as const;
  await inEach(check, cases, async ({ actor, which, first }) => {
    await first();
    const { others: before } = await changeIntegration(check, actor, name, which);
    const { others: after } = await integrationOf(check, admin, name);
    expectDifferent(check, before, after);
  });
  await inEach(check, { 'one member alone': oneOfSeveral(check) }, async ([member, value]) => {
    const { version, others: before } = await integrationOf(check, admin, name);
    const changed = { ...statedIntegration(check, USUAL), [member]: value };
    // How a member is shown is open, and so is which members go together.
    leaveOutUnless(isDeepStrictEqual(before[member], (statedIntegration(check, USUAL) as Members)[member]));
    leaveOutUnless(isSuccess(await putIntegration(admin, name, changed, version)));
    const { others: after } = await integrationOf(check, admin, name);
    expect(after[member], `${member} after the change`).not.toEqual(before[member]);
  });
});

/** A member that has another value in the changed integration, where that is not the only one. */
function oneOfSeveral(check: Check): readonly [string, unknown] | undefined {
  const usual = statedIntegration(check, USUAL) as Members;
  const differing = Object.entries(statedIntegration(check, CHANGED)).filter(
    ([member, value]) => member in usual && !isDeepStrictEqual(usual[member], value),
  );
  return differing.length > 1 ? differing.at(-1) : undefined;
}
