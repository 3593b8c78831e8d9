import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { servedDocument } from '../../mock/document.ts';
import type { Outgoing } from '../../mock/index.ts';
import { makeRules } from '../../mock/make-rules.ts';
import { fatesOf, sharesOf } from '../../proof/mutants/fates.ts';
import { mutantsOf, type Mutant } from '../../proof/mutants/mutants.ts';
import { Observation } from '../../proof/mutants/observation.ts';
import { freedomOf } from '../../proof/mutants/open.ts';
import { OPERATORS } from '../../proof/mutants/operators.ts';
import { likeliest, waveOf } from '../../proof/mutants/waves.ts';
import { trialKey } from '../../proof/trials.ts';

const CHECK = 'roles.get.same-id';
const POLICY = { resourceType: 'Deployment', actions: ['DeploymentRead', 'SchemaRead'], resources: ['1'] };
const ROLE = { id: 7, name: 'Anna Lysts', description: 'They look.', policies: [POLICY, POLICY], extra: 1 };

function outgoing(status: number, body: unknown): Outgoing {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const REPORTS = { items: [{ id: 1, pivotItems: { displayScale: 'model' } }] };

/** The mutants of some kinds of answers that one check met. */
async function mutants(): Promise<Mutant[]> {
  const contract = await loadContract();
  const observation = new Observation(servedDocument(contract, resolveBindings(contract, {}, undefined)));
  const rules = makeRules();
  observation.of(CHECK)(rules);
  rules.responses.outgoing(outgoing(200, ROLE), 'getRole');
  rules.responses.outgoing(outgoing(404, { error: 'no such role' }), 'getRole');
  rules.responses.outgoing(outgoing(200, { items: [ROLE], pageInfo: { hasNextPage: false } }), 'listRoles');
  rules.responses.outgoing(outgoing(200, REPORTS), 'listReports');
  return mutantsOf(observation.kinds);
}

async function bodyOf(id: string, answer = outgoing(200, ROLE), operation = 'getRole'): Promise<Outgoing> {
  const mutant = (await mutants()).find((one) => one.id === id);
  if (!mutant) throw new Error(`no mutant is called ${id}`);
  const rules = makeRules();
  mutant.patch(rules);
  return rules.responses.outgoing(answer, operation);
}

const read = ({ body }: Outgoing): unknown => JSON.parse(body as string);

for (const [id, expected] of [
  ['getRole/200/dropped/name', { ...ROLE, name: undefined }],
  ['getRole/200/nulled/policies', { ...ROLE, policies: null }],
  ['getRole/200/retyped/id', { ...ROLE, id: '7' }],
  ['getRole/200/renamed/name', { ...ROLE, name: undefined, name_: 'Anna Lysts' }],
  ['getRole/200/changed/id', { ...ROLE, id: 100_010 }],
  ['getRole/200/changed/name', { ...ROLE, name: 'Anna Lystsx' }],
  ['getRole/200/element-dropped/policies', { ...ROLE, policies: [POLICY] }],
  ['getRole/200/element-repeated/policies', { ...ROLE, policies: [POLICY, POLICY, POLICY] }],
  [
    'getRole/200/reordered/policies/*/actions',
    { ...ROLE, policies: [POLICY, POLICY].map((one) => ({ ...one, actions: ['SchemaRead', 'DeploymentRead'] })) },
  ],
] as const) {
  test(`${id} does what its operator says, and nothing else`, async () => {
    expect(read(await bodyOf(id))).toEqual(JSON.parse(JSON.stringify(expected)));
  });
}

test('a value of a closed list becomes another of the list', async () => {
  const id = 'listReports/200/changed/items/*/pivotItems/displayScale';
  const { items } = read(await bodyOf(id, outgoing(200, REPORTS), 'listReports')) as typeof REPORTS;
  expect(items[0]?.pivotItems.displayScale).toMatch(/^(absolute|thousands|millions|billions)$/);
});

test('statuses move, bodies are emptied, headers go, and other answers are left alone', async () => {
  expect((await bodyOf('getRole/200/other-class/400')).status).toBe(400);
  expect((await bodyOf('getRole/404/same-class/403', outgoing(404, {}))).status).toBe(403);
  expect((await bodyOf('getRole/200/emptied')).body).toBe('');
  expect((await bodyOf('getRole/200/header-dropped/content-type')).headers).toEqual({});
  expect(read(await bodyOf('getRole/200/body-of-another/listReports'))).toHaveProperty('items');
  expect(read(await bodyOf('getRole/200/changed/id', outgoing(201, ROLE)))).toEqual(ROLE);
  expect(read(await bodyOf('getRole/200/changed/id', outgoing(200, ROLE), 'updateRole'))).toEqual(ROLE);
});

test('every operator is used, and what the contract does not speak of is left alone', async () => {
  const all = await mutants();
  const used = new Set(all.map(({ mutation }) => mutation.operator));
  // Those with a condition have tests of their own.
  const ofAnswers = Object.keys(OPERATORS).filter((one) => !/^(for|after)-/.test(one));
  expect([...used].sort()).toEqual(ofAnswers.sort());
  expect(all.filter(({ id }) => id.includes('extra'))).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('what the specification leaves open is no fault, and what it prints is', async () => {
  const all = new Map((await mutants()).map((one) => [one.id, one]));
  const point = (id: string) => freedomOf(all.get(id) as Mutant)?.point;
  expect(point('getRole/200/reordered/policies')).toBe('U005');
  expect(point('getRole/200/dropped/description')).toBe('rule');
  expect(point('getRole/404/emptied')).toBe('U022');
  for (const id of ['dropped/name', 'nulled/policies', 'changed/id', 'element-dropped/policies', 'other-class/500'])
    expect(point(`getRole/200/${id}`), id).toBeUndefined();
});

test('a mutant that a check tells is told, and one that none tells goes on to the next checks', async () => {
  const registry = loadRegistry(await loadContract());
  const [mutant] = (await mutants()).filter(({ id }) => id === 'getRole/200/changed/id');
  if (!mutant) throw new Error('the mutant is not there');
  const [unplayed] = fatesOf([mutant], new Map());
  expect(unplayed).toMatchObject({ verdict: 'survived', red: [] });
  const wave = waveOf(unplayed ? [unplayed] : [], registry, 2);
  expect(wave.map(({ check }) => check)).toEqual([CHECK]);
  const key = trialKey(CHECK, [mutant.id]);
  const played = { check: CHECK, faults: [mutant.id], red: [CHECK], standsOn: [] };
  const [told] = fatesOf([mutant], new Map([[key, played]]));
  expect(told).toMatchObject({ verdict: 'told', red: [CHECK] });
  const [silent] = fatesOf([mutant], new Map([[key, { ...played, red: [] }]]));
  expect(waveOf(silent ? [silent] : [], registry, 2)).toEqual([]);
  expect(sharesOf([told, silent].flatMap((one) => one ?? []))).toMatchObject({ told: 1, survived: 1, ratio: 0.5 });
  expect(likeliest(mutant, registry)).toEqual([CHECK]);
});
