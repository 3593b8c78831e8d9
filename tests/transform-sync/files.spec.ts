import type { Actor } from '../../harness/client/actor.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { checkPages } from '../../harness/rules/lists.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  completedSync,
  runToCompletion,
  listFileNames,
  nameOf,
  UNCOMMITTED,
  UNCOMMITTED_OF,
  type SyncId,
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

/** The number of files that the stated sync generates at least. */
const MIN_FILES = 3;

test(...verifies('transform-sync.files.uncommitted-listed'), async ({ check, admin }) => {
  await inEach(check, UNCOMMITTED_OF, async (wanted) => {
    const { length } = await listFileNames(admin, await completedSync(check, admin, wanted));
    requireManifest(check, length);
    expect(length, `files of a sync from ${wanted.source}`).toBeGreaterThanOrEqual(MIN_FILES);
  });
});

/** Of a guessed manifest it is not known how many files it stands for. */
function requireManifest(check: Check, files: number): void {
  if (files < MIN_FILES && isGuess(check, 'transform-sync.start')) untested(unstated('transform-sync.start'));
}

/** The names of the generated files as a setup step: there has to be one. */
async function someFileNames(admin: Actor, id: SyncId): Promise<string[]> {
  const files = await listFileNames(admin.preparing, id);
  return files.length > 0 ? files : Promise.reject(setupFailed('the administrator is shown no files'));
}

test(...verifies('transform-sync.files.reader-may'), async ({ check, admin, member }) => {
  const id = await completedSync(check, admin);
  const files = await someFileNames(admin, id);
  expect((await listFileNames(member, id)).sort()).toEqual(files.sort());
});

test(...verifies('transform-sync.files.no-read-access'), async ({ check, admin, outsider }) => {
  const id = await completedSync(check, admin);
  expect(await outsider.ask('listGeneratedFiles', id)).toBeRefused();
  await admin.preparing.listGeneratedFiles(id);
});

test(...verifies('transform-sync.files.held'), async ({ check, clock, admin }) => {
  const id = await runToCompletion(check, admin, UNCOMMITTED);
  const files = await someFileNames(admin, id);
  await clock.pass('55m');
  expect((await listFileNames(admin, id)).sort(), 'files after 55 minutes').toEqual(files.sort());
});

test(...verifies('transform-sync.files.dropped'), async ({ check, clock, admin }) => {
  clock.requires('65m');
  const id = await runToCompletion(check, admin, UNCOMMITTED);
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('50m');
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('15m');
  expect(await admin.ask('listGeneratedFiles', id)).toBeRefusedWith(404);
});
