import { matcher } from '../../commands/empty-selection.ts';
import { foldersFor } from '../../commands/narrowed.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { expect, test } from '../test.ts';

const registry = loadRegistry(await loadContract());

const titles = [...registry.values()].map(({ family, id, sentence, kind }) => ({
  family,
  title: `${family} file ${id}: ${sentence} @${kind}`,
}));

/** The folders of the checks whose project, id, sentence or kind match a pattern. */
function matched(pattern: string): readonly string[] {
  const matches = matcher(pattern);
  const all = titles.filter(({ title }) => matches?.(title));
  return [...new Set(all.map(({ family }) => `/home/of/it/tests/${family}/read.spec.ts`))];
}

const isIn = (file: string, folders: readonly string[]) => folders.some((folder) => new RegExp(folder).test(file));

for (const [pattern, families] of [
  ['roles.get.same-id', ['roles']],
  [String.raw`\sroles\.get\.`, ['roles']],
  ['roles.get|users.list', ['roles', 'users']],
  [String.raw`scheduled-tasks\.(list|delete)\.`, ['scheduled-tasks']],
  [String.raw`roles\.(get|list)|role-holders\.holders`, ['roles', 'role-holders']],
  ['embed.tenants', ['embed', 'embed-tenants']],
  ['/ai\\.chat/i', ['ai']],
] as const) {
  test(`--grep=${pattern} reads the checks of ${families.join(' and ')} only`, () => {
    const folders = foldersFor(pattern);
    expect(folders).toHaveLength(families.length);
    for (const family of families) expect(isIn(`/home/of/it/tests/${family}/read.spec.ts`, folders)).toBe(true);
    expect(isIn(`C:\\of\\it\\tests\\${families[0]}\\read.spec.ts`, folders)).toBe(true);
  });
}

for (const pattern of [
  '@limit',
  'refused',
  '(roles|users).get',
  'roles.get|refused',
  '(?!.*roles.get)',
  String.raw`roles.get\(|refused`,
  'sequences',
]) {
  test(`--grep=${pattern} may match anywhere, so that all checks are read`, () => {
    expect(foldersFor(pattern)).toEqual([]);
  });
}

test('no check that a pattern of an id matches is left unread', () => {
  const beginnings = [...registry.keys()].flatMap((id) => [id, id.split('.').slice(0, 2).join('.')]);
  const unread = [...new Set(beginnings)].filter((pattern) => {
    const folders = foldersFor(pattern);
    return folders.length === 0 || matched(pattern).some((file) => !isIn(file, folders));
  });
  expect(unread).toEqual([]);
});
