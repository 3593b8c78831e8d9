import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { found } from '../../harness/check/guesses.ts';
import { bothAtOnce } from '../../harness/check/at-once.ts';
import { judging } from '../../harness/check/judging.ts';
import { idsIn, listedIds } from '../../harness/rules/lists.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { fresh } from '../../harness/client/unique.ts';
import { LEFT_OUT, caseIf, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { calls, creationRequest } from './calls.ts';
import { isId } from '../../contracts/lossless-json.ts';

// The schema leaves the name of the id open, so it cannot detect a missing id.
checkEveryOperation('build', calls, { except: ['build.create.returns-id'] });

/** The id in the response to a creation: a member of the body, or the body itself. */
function idIn(check: Check, { body }: Answer): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return found(check, 'build.created-id', (body as { readonly id?: unknown }).id);
}

test(...verifies('build.create.returns-id'), async ({ check, admin }) => {
  const oauth = secondCreator(check);
  const cases = {
    'by an API key': { by: admin, name: () => fresh('deployment'), judge: expectId },
    // The letters that a name may have are open.
    'by an OAuth token, in another script': oauth && {
      by: oauth,
      name: () => fresh('販売'),
      judge: expectIdUnlessRefused,
    },
  };
  await inEach(check, cases, async ({ by, name, judge }) => {
    judge(check, await by.raw('createDeployment', await creationRequest(check, name)));
  });
});

/** No printed operation removes a deployment, so that a live tenant keeps no more than one of them. */
function secondCreator(check: Check): Actor | undefined {
  return check.tenant.isLive ? undefined : check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
}

function expectId(check: Check, answer: Answer): void {
  expect(answer).toSucceed();
  expect(isId(idIn(check, answer)), 'the response contains an id').toBe(true);
}

function expectIdUnlessRefused(check: Check, answer: Answer) {
  leaveOutUnless(isSuccess(answer));
  expectId(check, answer);
  return undefined;
}

test(...verifies('build.create.listed'), async ({ check, admin }) => {
  const name = fresh('deployment');
  // A live tenant keeps what is created, so that no second deployment is created there.
  const isKept = check.tenant.isLive;
  const cases = {
    'a new name': { name, judge: expectListed },
    // Whether a name may be given twice is open.
    'the name of another one': caseIf(!isKept, () => ({ name, judge: expectListedUnlessRefused })),
    // The letters that a name may have are open.
    'in another script': caseIf(!isKept, () => ({ name: fresh('販売'), judge: expectListedUnlessRefused })),
  };
  await inEach(check, cases, async ({ name, judge }) => {
    const before = await listedDeployments(admin);
    return judge(check, admin, await admin.raw('createDeployment', await creationRequest(check, () => name)), before);
  });
  await inEach(check, { 'two at the same time': caseIf(!isKept, () => admin) }, async (who) => {
    const requests = [await creationRequest(check), await creationRequest(check)];
    const taken = await bothAtOnce(() => who.raw('createDeployment', requests.pop() ?? {}));
    const ids = taken.map((answer) => String(idIn(check, answer)));
    await eventually(check, async () => {
      expect(await listedDeployments(admin), 'ids of the listed deployments').toEqual(expect.arrayContaining(ids));
    });
  });
});

function listedDeployments(admin: Actor): Promise<string[]> {
  return listedIds((actor, query) => actor.listDeployments(query), admin.preparing);
}

async function expectListedUnlessRefused(check: Check, admin: Actor, answer: Answer, before: readonly string[]) {
  return isSuccess(answer) ? expectListed(check, admin, answer, before) : LEFT_OUT;
}

async function expectListed(check: Check, admin: Actor, answer: Answer, before: readonly string[]): Promise<void> {
  const id = idIn(check, granted(answer, 'the creation'));
  if (!isId(id)) throw setupFailed('the response to the creation contains no id');
  expect(before, 'ids of the deployments listed before the creation').not.toContain(String(id));
  const lookers = [admin, check.asOptional('OAUTH_TOKEN', 'OAuth administrator')].flatMap((one) => one ?? []);
  await eventually(check, async () => {
    for (const looker of lookers) {
      expect(await listedDeployments(looker), 'ids of the listed deployments').toContain(String(id));
    }
    const paged = idsIn({ items: await walkLarge((page) => admin.listDeployments(page)) });
    expect(paged, 'ids of the deployments on pages').toContain(String(id));
  });
  // The key is older than the deployment, and for all deployments.
  const read = await admin.in(String(id)).ask('listReports');
  await judging('auth.unscoped-key.every-deployment', () => {
    expect([401, 403], `status ${read.status} of a read in the new deployment`).not.toContain(read.status);
  });
  // Another one is scoped to deployments, and this is none of them.
  const scoped = check.asOptional('TWO_SCOPE_TOKEN');
  const settings = await scoped?.in(String(id)).ask('getDeploymentSettings');
  await judging('auth.scoped-key.several-elsewhere', () => {
    expect(settings?.status ?? 403, 'status with a key that is scoped to others').toBeGreaterThanOrEqual(400);
  });
}
