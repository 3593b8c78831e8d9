import type { Actor } from '../../harness/client/actor.ts';
import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { memberElsewhere } from '../../harness/things/rights.ts';
import { policy } from '../../harness/things/roles.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { checkPages } from '../../harness/rules/paged-lists.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isRefusal, isSuccess } from '../../harness/http/answer.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  completedSync,
  runToCompletion,
  listFileNames,
  nameOf,
  requestStart,
  UNCOMMITTED,
  UNCOMMITTED_ELSEWHERE,
  UNCOMMITTED_OF,
} from './syncs.ts';

checkPages('transform-sync.files', {
  binding: 'transform-sync.files',
  async open(check, admin) {
    const id = await completedSync(check, admin);
    return async (actor, query) => {
      const { items = [], pageInfo } = await actor.listGeneratedFiles(id, query);
      return { items: items.map((file) => ({ id: nameOf(file) })), pageInfo };
    };
  },
});

/** The number of files that a stated manifest stands for at least. */
const MIN_FILES = 3;

/** Of a git repository, and of a manifest that stands as an example in the tenant's document, it is not known how many files it has. */
function leastFiles({ tenant }: Check, source: unknown): number {
  if (!tenant.isLive) return MIN_FILES;
  const resolution = tenant.wire.resolved.get('transform-sync.start');
  const isExample = resolution !== undefined && 'source' in resolution && resolution.source === 'discovered';
  return source === 'git' || isExample ? 1 : MIN_FILES;
}

test(...verifies('transform-sync.files.uncommitted-listed'), async ({ check, admin }) => {
  await inEach(check, UNCOMMITTED_OF, async (wanted) => {
    const { length } = await listFileNames(admin, await completedSync(check, admin, wanted));
    requireManifest(check, length);
    expect(length, `files of a sync from ${wanted.source}`).toBeGreaterThanOrEqual(leastFiles(check, wanted.source));
  });
});

/** Of a guessed manifest it is not known how many files it stands for. */
function requireManifest(check: Check, files: number): void {
  if (files < MIN_FILES && isGuess(check, 'transform-sync.start')) untested(unstated('transform-sync.start'));
}

/** The names of the files of a sync, of which there have to be some. */
async function namesMade(admin: Actor, id: Parameters<typeof listFileNames>[1]): Promise<string[]> {
  const names = await listFileNames(admin.preparing, id);
  if (names.length === 0) throw setupFailed('the administrator is shown no files of the sync');
  return names;
}

test(...verifies('transform-sync.files.reader-may'), async ({ check, admin, member }) => {
  const id = await completedSync(check, admin);
  const files = await namesMade(admin, id);
  expect((await listFileNames(member, id)).sort()).toEqual(files.sort());
});

test.describe('in the other deployment', () => {
  test(...verifies('transform-sync.files.reader-may'), async ({ check, admin }) => {
    await inEach(check, { 'through a group': memberElsewhere(check, admin) }, async ({ who, hold }) => {
      const deployment = check.provided('OTHER_DEPLOYMENT_ID');
      const branch = check.optional('OTHER_BRANCH');
      leaveOutUnless(branch !== undefined);
      const id = await completedSync(check, admin.in(deployment), UNCOMMITTED_ELSEWHERE, branch);
      const list = () => who.ask('listGeneratedFiles', id);
      leaveOutIf(isSuccess(await list()));
      await hold(policy({ actions: ['DeploymentRead'], resources: [deployment] }));
      expect(await sentUntilGranted(check, list)).toSucceed();
    });
  });
});

test(...verifies('transform-sync.files.no-read-access'), async ({ check, admin, outsider }) => {
  const id = await completedSync(check, admin);
  const list = () => admin.preparing.listGeneratedFiles(id);
  await inEach(check, { 'at first': () => Promise.resolve(), 'once others have listed them': list }, async (first) => {
    await first();
    expect(await outsider.ask('listGeneratedFiles', id)).toBeRefused();
  });
});

test(...verifies('transform-sync.files.held'), async ({ check, clock, admin }) => {
  const id = await runToCompletion(check, admin, UNCOMMITTED);
  const files = await namesMade(admin, id);
  // A further sync, which completes meanwhile where the tenant takes it, does not touch them.
  await requestStart(check, admin.preparing, UNCOMMITTED);
  await clock.pass('55m');
  expect((await listFileNames(admin, id)).sort(), 'files after 55 minutes').toEqual(files.sort());
  await inEach(check, { 'once a cancellation was refused': id }, async (one) => {
    // What a cancellation of a sync that has completed does, where it succeeds, is open.
    leaveOutUnless(isRefusal(await admin.preparing.ask('cancelTransformSync', one)));
    expect((await listFileNames(admin, one)).sort(), 'files after the refused cancellation').toEqual(files.sort());
  });
});

test(...verifies('transform-sync.files.dropped'), async ({ check, clock, admin }) => {
  clock.requires('65m');
  const unread = await runToCompletion(check, admin, UNCOMMITTED);
  const id = await runToCompletion(check, admin, UNCOMMITTED);
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('50m');
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('15m');
  await inEach(check, { 'listed before': id, 'never listed': unread }, async (sync) => {
    expect(await admin.ask('listGeneratedFiles', sync)).toBeRefusedWith(404);
  });
});
