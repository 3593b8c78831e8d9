import { expect, test } from '../test.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';
import { FAMILIES } from '../../contracts/families.ts';
import { BOUND_OPERATIONS } from '../../contracts/operations.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { SETTING_GROUPS, SETTING_NAMES } from '../../contracts/settings.ts';

const contract = await loadContract();
const registry = loadRegistry(contract);
const requirements = [...registry.values()];
const written = requirements.filter(({ source }) => source === 'written');

test('there are more than 500 written requirements, in every family', () => {
  expect(written.length).toBeGreaterThan(500);
  const covered = new Set(requirements.map(({ family }) => family));
  expect(Object.keys(FAMILIES).filter((family) => !covered.has(family as keyof typeof FAMILIES))).toEqual([]);
  expect(Object.keys(FAMILIES)).toHaveLength(30);
});

test('an id consists of family, topic and rule', () => {
  for (const { id, family } of requirements) {
    expect(id).toMatch(/^[a-z-]+(\.[a-z0-9-]+){2}$|^[a-z-]+\.[a-zA-Z]+\.[a-z-]+$/);
    expect(id.split('.')[0]).toBe(family);
  }
});

test('a sentence is one sentence and unique', () => {
  const seen = new Map<string, string>();
  for (const { id, sentence } of requirements) {
    expect(sentence, id).toMatch(/^\S.*[^.]\.$/);
    expect(sentence.split(/\.\s+[A-Z]/), id).toHaveLength(1);
    expect(seen.get(sentence), `${id} repeats the sentence of another row`).toBeUndefined();
    seen.set(sentence, id);
  }
});

test('every operation of the contract is named by a written requirement', () => {
  const named = new Set(written.flatMap(({ operations }) => operations));
  const silent = operationsOf(contract).filter(({ operation }) => !named.has(operation.operationId as never));
  expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
});

test('every operation without a path is named by a written requirement', () => {
  const named = new Set<string>(written.flatMap(({ operations }) => operations));
  expect(Object.keys(BOUND_OPERATIONS).filter((id) => !named.has(id))).toEqual([]);
});

test('settings and bindings that rows need exist', () => {
  for (const { id, needs } of requirements) {
    for (const name of [...(needs.actors ?? []), ...(needs.lent ?? [])]) expect(SETTING_NAMES, id).toContain(name);
    for (const binding of needs.bindings ?? []) expect(Object.keys(BINDINGS), id).toContain(binding);
  }
});

test('an untestable row states the reason', () => {
  for (const { id, untestable } of requirements) {
    if (untestable !== undefined) expect(untestable.split(' ').length, id).toBeGreaterThan(4);
  }
});

test('x-requirement and x-binding name existing rows and bindings', () => {
  const marks = { 'x-requirement': new Set<string>(), 'x-binding': new Set<string>() };
  const rules = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if ((key === 'x-requirement' || key === 'x-binding') && typeof value === 'string') marks[key].add(value);
      else walk(value);
    }
  };
  walk(contract);
  for (const { operation } of operationsOf(contract)) for (const id of operation['x-access'].rules ?? []) rules.add(id);
  expect([...marks['x-requirement'], ...rules].filter((id) => !registry.has(id))).toEqual([]);
  expect([...marks['x-binding']].filter((id) => !Object.hasOwn(BINDINGS, id))).toEqual([]);
});

/** Words by which a sentence claims more than one case. */
const CLAIMS_ALL = /\b(any|every|whatever)\b/i;

test('a sentence that says any, every or whatever has several classes, or goes through several operations', () => {
  const claiming = requirements.filter(({ sentence, untestable }) => !untestable && CLAIMS_ALL.test(sentence));
  expect(claiming.length).toBeGreaterThan(50);
  expect(
    claiming
      .filter(({ classes }) => classes.length < 2)
      .filter(({ operations }) => operations.length < 2)
      .map(({ id }) => id),
  ).toEqual([]);
});

test('every credential and provided resource is needed or used by a row', () => {
  const needed = new Set<string>(
    requirements.flatMap(({ needs }) => [...(needs.actors ?? []), ...(needs.lent ?? []), ...(needs.mayUse ?? [])]),
  );
  // Nearly all requirements need the administrator and the deployment, so no row lists them.
  const common = ['ADMIN_TOKEN', 'DEPLOYMENT_ID'];
  // They stand for credentials that rows list.
  const players = ['PLAYER_TOKEN', 'OTHER_PLAYER_TOKEN'];
  // Only the document of a tenant says whether a body has to name them.
  const inBodies = ['ADMIN_USER_ID', 'OTHER_AGENT_ID', 'DASHBOARD_ID', 'OTHER_DASHBOARD_ID'];
  const others = [...common, ...players, ...inBodies];
  expect(
    SETTING_NAMES.filter((name) => isCredentialOrResource(name) && !needed.has(name) && !others.includes(name)),
  ).toEqual([]);
});

function isCredentialOrResource(name: string): boolean {
  return SETTING_GROUPS.some(({ settings }, index) => index >= 2 && Object.hasOwn(settings, name));
}
