import { expect, test } from '../test.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { registry } from '../../harness/tenant/contract.ts';
import {
  aloneIn,
  claimsOf,
  FIRST,
  locksTogether,
  placeOf,
  requireClaim,
  tagOf,
  WAITING,
} from '../../harness/schedule/locks.ts';
import { EVERY_EXCLUSIVE, EXCLUSIVES } from '../../contracts/requirements/exclusives.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { PROVIDED } from '../../evidence/provided.ts';

const LIVE = { BASE_URL: 'https://tenant.example.com', ADMIN_TOKEN: 'administrator' };
const live = readConfiguration(LIVE, '/nowhere');
const withPlayers = readConfiguration(
  { ...LIVE, PLAYER_TOKEN: 'player-one', OTHER_PLAYER_TOKEN: 'player-two' },
  '/nowhere',
);

function place(id: string, configuration = live) {
  return placeOf(registry.get(id) as Requirement, configuration);
}

function haveCommonLock(one: string, other: string, configuration = live): boolean {
  const locks = place(one, configuration).locks;
  return place(other, configuration).locks.some((lock) => locks.includes(lock));
}

test('on the embedded tenant nothing is locked', () => {
  const embedded = readConfiguration({}, '/nowhere');
  const locked = [...registry.values()].filter((one) => placeOf(one, embedded).locks.length > 0);
  expect(locked).toEqual([]);
});

test('checks that change one provided thing exclude one another', () => {
  expect(haveCommonLock('reports.update.expected-version-differs', 'reports.update.move-permitted')).toBe(true);
  expect(haveCommonLock('reports.update.expected-version-differs', 'workbooks.file.patch-replaces')).toBe(false);
});

test('checks that share a list go on beside each other, and not beside one that has it to itself', () => {
  const sharing = [...registry.values()].filter((one) => claimsOf(one).shared.includes('roles'));
  expect(sharing.length).toBeGreaterThan(200);
  const neighbours = sharing.slice(0, 8).map(({ id }) => place(id).locks.find((lock) => lock.startsWith('roles,')));
  expect(new Set(neighbours).size, 'checks that are declared one after the other have shares of their own').toBe(8);
  for (const { id } of sharing) expect(haveCommonLock('roles.list.pages-complete', id), id).toBe(true);
});

test('the parts of a player exclude one another where there is a player', () => {
  const [reader, creator] = ['scheduled-tasks.access.tasks-read-lists', 'scheduled-tasks.create.with-action'] as const;
  expect(place(reader, withPlayers).locks).toContain('player');
  expect(haveCommonLock(reader, creator, withPlayers)).toBe(true);
  expect(place(reader).locks).not.toContain('player');
  const parts = EXCLUSIVES.player.alone?.flatMap(({ settings = [] }) => settings) ?? [];
  const stated = Object.fromEntries(parts.map((part) => [part, `stated-${part}`]));
  const everyPartStated = readConfiguration({ ...LIVE, OTHER_PLAYER_TOKEN: 'player-two', ...stated }, '/nowhere');
  expect(place(reader, everyPartStated).locks, 'a player who has no part').not.toContain('player');
  const environment = { [PROVIDED]: JSON.stringify(Object.fromEntries(parts.map((part) => [part, 'derived']))) };
  const { locks } = placeOf(registry.get(reader) as Requirement, everyPartStated, environment);
  expect(locks, 'parts that the run has the player play').toContain('player');
});

test('what a user may do with further rights as well goes on beside checks that grant some', () => {
  const granting = 'role-holders.revoke.takes-effect' as const;
  expect(haveCommonLock('reports.list.readable-only', granting)).toBe(true);
  expect(haveCommonLock('reports.list.data-same', granting), 'a walk of the whole list').toBe(true);
  expect(haveCommonLock('reports.update.name-stored', granting)).toBe(false);
  expect(haveCommonLock('users.settings.caller-only', granting)).toBe(false);
});

test('a run begins with the checks that have something to themselves, and of those with the longest sequences', () => {
  expect(place('workbooks.file.patch-replaces').order).toBe(tagOf('workbook'));
  expect(place('build.staging.disable').order).toBe(FIRST);
  expect(place('reports.update.expected-version-omitted').order).toBe(tagOf('report'));
  expect(place('scheduled-tasks.access.reader-delete-refused', withPlayers).order).toBe(tagOf('player'));
  expect(place('scheduled-tasks.access.reader-delete-refused').order).toBeUndefined();
  expect(place('transform-sync.cancel.stops').order, 'before those, because it waits for jobs').toBe(WAITING);
  expect(place('reports.update.move-permitted').order, 'what both of the longest need').toBe(tagOf('report'));
  expect(place('openapi-spec.serving.status-declared').order, 'what two need').toBe(tagOf('workbook'));
  expect(place('roles.role.id').order).toBeUndefined();
});

test('each thing that checks exclude one another in is used, and some have it to themselves', () => {
  const alone = new Set([...registry.values()].flatMap((one) => claimsOf(one).alone));
  expect(EVERY_EXCLUSIVE.filter((name) => !alone.has(name))).toEqual([]);
  const shared = new Set([...registry.values()].flatMap((one) => claimsOf(one).shared));
  expect(EVERY_EXCLUSIVE.filter((name) => EXCLUSIVES[name].shared && !shared.has(name))).toEqual([]);
});

test('a change of a list that the row of a check does not claim is a defect of the suite', () => {
  const folders =
    registry.get('folders.list.lists-folders') ?? [...registry.values()].find(({ family }) => family === 'folders');
  expect(() => {
    requireClaim(folders as Requirement, 'createRole');
  }).toThrow(/shares: \['roles'\]/);
  requireClaim(registry.get('roles.list.pages-complete') as Requirement, 'createRole');
});

test('checks that only read reports go on beside each other, and a change of one from there is a defect of the suite', () => {
  const [reading, other] = ['reports.list.count-total', 'reports.list.pages-keep-order'] as const;
  expect(haveCommonLock(reading, 'reports.update.move-permitted')).toBe(true);
  expect(haveCommonLock(reading, other)).toBe(false);
  expect(() => {
    requireClaim(registry.get(reading) as Requirement, 'updateReport');
  }).toThrow(/alone: \['report'\]/);
  requireClaim(registry.get('reports.update.move-permitted') as Requirement, 'updateReport');
});

test('checks that are played one after the other hold one share of each thing among them', () => {
  const [first, second] = ['roles.role.id', 'roles.role.name'].map((id) => place(id).locks);
  expect(first).not.toEqual(second);
  expect(locksTogether([first ?? [], second ?? [], ['reports, share 2']])).toEqual([
    ...(first ?? []),
    'reports, share 2',
  ]);
});

test('checks of one operation are played together if they have the same to themselves, whatever else they share', () => {
  const [first, second] = ['no-credential', 'malformed-credential'].map(
    (rule) => place(`role-holders.grantRole.${rule}`).locks,
  );
  expect(first).not.toEqual(second);
  // All shares of the rights of the member, and the list of the roles.
  expect(aloneIn(first ?? [])).toHaveLength(33);
  expect(aloneIn(second ?? [])).toEqual(aloneIn(first ?? []));
  expect(new Set(locksTogether([first ?? [], second ?? []]))).toEqual(new Set(first));
  expect(aloneIn(place('roles.role.id').locks)).toEqual([]);
  expect(aloneIn(place('reports.update.move-permitted').locks)).toContain('report, share 1');
});
