import { isGuess } from '../../harness/check/guesses.ts';
import { checkPages } from '../../harness/rules/lists.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { completed, filesOf, nameOf, SOURCES, UNCOMMITTED } from './syncs.ts';

checkPages('transform-sync.files', {
  binding: 'transform-sync.files',
  async open(check, admin) {
    const id = await completed(check, admin);
    return async (actor, query) => {
      const { items = [], pageInfo } = await actor.listGeneratedFiles(id, query);
      return { items: items.map((file) => ({ id: nameOf(file) })), pageInfo };
    };
  },
});

/** What is stated to be synced makes so many files. */
const LEAST = 3;

test(...verifies('transform-sync.files.uncommitted-listed'), async ({ check, admin }) => {
  for (const source of SOURCES) {
    const id = await completed(check, admin, { source, output: 'files' });
    const files = await filesOf(admin, id);
    if (files.length < LEAST && isGuess(check, 'transform-sync.start'))
      untested('state transform-sync.start in BINDINGS');
    expect(files.length, `files of a sync from ${source}`).toBeGreaterThanOrEqual(LEAST);
  }
});

test(...verifies('transform-sync.files.reader-may'), async ({ check, admin, member }) => {
  const id = await completed(check, admin);
  const files = await filesOf(admin.preparing, id);
  if (files.length === 0) throw setupFailed('the administrator finds no files');
  expect((await filesOf(member, id)).sort()).toEqual(files.sort());
});

test(...verifies('transform-sync.files.no-read-access'), async ({ check, admin, outsider }) => {
  const id = await completed(check, admin);
  expect(await outsider.ask('listGeneratedFiles', id)).toBeRefused();
  await admin.preparing.listGeneratedFiles(id);
});

test(...verifies('transform-sync.files.held'), async ({ check, clock, admin }) => {
  const id = await completed(check, admin, UNCOMMITTED);
  const files = await filesOf(admin.preparing, id);
  if (files.length === 0) throw setupFailed('the sync has made no files');
  await clock.pass('55m');
  expect((await filesOf(admin, id)).sort(), 'files after 55 minutes').toEqual(files.sort());
});

test(...verifies('transform-sync.files.dropped'), async ({ check, clock, admin }) => {
  clock.requires('65m');
  const id = await completed(check, admin, UNCOMMITTED);
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('50m');
  await admin.preparing.listGeneratedFiles(id);
  await clock.pass('15m');
  expect(await admin.ask('listGeneratedFiles', id)).toBeRefusedWith(404);
});
