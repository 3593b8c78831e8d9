import { faultsNamed, listOfFaults } from '../../commands/named-faults.ts';
import { expect, test } from '../test.ts';

const FAULTS = [
  { id: 'roles.update.name/kept', sentence: 'A new name is not stored.' },
  { id: 'roles.update.name/kept-twice', sentence: 'The second new name is not stored.' },
  { id: 'roles.get.same-id/other', sentence: 'Another role is read.' },
];

const ids = (...names: string[]) => faultsNamed(names, FAULTS).map(({ id }) => id);

test('a fault is named by its id, or by a part that no other id has', () => {
  expect(ids('roles.update.name/kept')).toEqual(['roles.update.name/kept']);
  expect(ids('twice', 'same-id')).toEqual(['roles.update.name/kept-twice', 'roles.get.same-id/other']);
});

for (const { name, words } of [
  {
    name: 'roles.update',
    words: /2 faults have that in their ids, roles.update.name\/kept, roles.update.name\/kept-twice$/,
  },
  { name: 'roles.update.name/keptt', words: /did you mean roles.update.name\/kept\?/ },
  { name: 'roles.get.same-id/nothing-like-it', words: /those of roles.get.same-id: roles.get.same-id\/other/ },
  { name: 'rolez.get.same-id/other', words: /did you mean roles.get.same-id\/other\?/ },
  { name: 'zzzzzzzz', words: /`--faults` lists them all/ },
]) {
  test(`a fault that is not known is refused with what is near: ${name}`, () => {
    expect(() => faultsNamed([name], FAULTS)).toThrow(words);
  });
}

test('where many faults have the part, the command that lists them is told', () => {
  const many = ['a', 'b', 'c', 'd'].map((name) => ({ id: `roles.update.name/${name}`, sentence: 'A name is lost.' }));
  expect(() => faultsNamed(['name'], many)).toThrow(/name\/c and 1 more: `--faults=name` lists them$/);
});

test('the list has what each fault does, and how many there are', () => {
  expect(listOfFaults('get', FAULTS)).toBe('roles.get.same-id/other\n  Another role is read.\n\n1 of 3 faults');
});
