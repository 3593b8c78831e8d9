import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { done, ok, refuse, Refusal, type Answer } from '../../mock/answer.ts';
import type { Call, Handler } from '../../mock/call.ts';
import { servedDocument } from '../../mock/document.ts';
import type { Outgoing } from '../../mock/index.ts';
import { makeRules } from '../../mock/make-rules.ts';
import { Query } from '../../mock/query.ts';
import { conditionalMutants } from '../../proof/mutants/conditional.ts';
import { mutantsOf, type Mutant } from '../../proof/mutants/mutants.ts';
import { Observation } from '../../proof/mutants/observation.ts';
import { Watch } from '../../proof/mutants/watching.ts';

const CHECK = 'roles.update.name-changes';
const ROLE = { id: 7, name: 'Anna', description: null, policies: [] };
const SENT: Outgoing = { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(ROLE) };

type Asked = Partial<Pick<Call, 'body' | 'query' | 'operationId'>> & { readonly kind?: 'api-key' | 'oauth' };

/** A call of nobody in particular: its credential has no user. */
function call({ kind = 'api-key', ...more }: Asked): Call {
  return {
    tenant: undefined as never,
    principal: { kind, user: undefined, scope: 'all', token: kind },
    operationId: 'updateRole',
    path: { roleId: '7' },
    query: new Query(new Map()),
    isPaged: false,
    body: { name: 'Anna' },
    headers: {},
    ...more,
  };
}

/** Answers what it was asked for; a name that is taken is refused. */
const echo: Handler = ({ body }) => {
  const { name } = body as { readonly name?: unknown };
  if (name === 'taken') refuse(409, 'the name is taken');
  return ok({ ...ROLE, ...(body as object) });
};

const MET: readonly Asked[] = [
  { body: { name: 'Änne' } },
  { body: { name: 'Anna', description: '' } },
  { body: { description: null, policies: [] } },
  { body: { name: 'Anna' }, kind: 'oauth' },
];

async function mutants(): Promise<ReadonlyMap<string, Mutant>> {
  const contract = await loadContract();
  const served = servedDocument(contract, resolveBindings(contract, {}, undefined));
  const [observation, watch] = [new Observation(served), new Watch(served)];
  const rules = makeRules();
  rules.handlers['updateRole'] = echo;
  observation.of(CHECK)(rules);
  watch.of(CHECK)(rules);
  for (const one of MET) await rules.handlers['updateRole'](call(one));
  for (const kind of ['oauth', 'api-key'] as const) await endOf(rules.handlers['updateRole'], { kind, body: TAKEN });
  await rules.handlers['updateRole'](call({ body: { name: 'after' } }));
  rules.responses.outgoing(SENT, 'updateRole');
  const all = conditionalMutants(watch, mutantsOf(observation.kinds), served);
  return new Map(all.map((one) => [one.id, one]));
}

const TAKEN = { name: 'taken' };

/** How calls end one after the other: the body of the answer, or the reason of the refusal. */
async function endOf(handler: Handler | undefined, asked: Asked): Promise<unknown> {
  try {
    const answer: Answer = (await handler?.(call(asked))) ?? done(500);
    return 'body' in answer ? answer.body : answer.kind;
  } catch (error) {
    if (error instanceof Refusal) return error.why;
    throw error;
  }
}

async function ends(id: string, ...asked: readonly Asked[]): Promise<unknown[]> {
  const mutant = (await mutants()).get(`updateRole/${id}`);
  if (!mutant) throw new Error(`no mutant is called ${id}`);
  const rules = makeRules();
  rules.handlers['updateRole'] = echo;
  mutant.patch(rules);
  const ended: unknown[] = [];
  for (const one of asked) ended.push(await endOf(rules.handlers['updateRole'], one));
  return ended;
}

const named = (name: unknown) => ({ ...ROLE, name });

test('a mutant for one class of inputs alters what is of that class, and nothing else', async () => {
  const bodies = [{ name: 'Änne' }, { name: 'Anna' }].map((body) => ({ body }));
  expect(await ends('for-input/body/name:beyond-ascii/altered', ...bodies)).toEqual([named('?nne'), named('Anna')]);
  expect(await ends('for-input/body/description:empty-text/altered', { body: { description: '' } })).toEqual([ROLE]);
});

test('a mutant for one kind of actor refuses that one, or accepts what it has to refuse', async () => {
  const asked = [{ kind: 'oauth' }, { kind: 'api-key' }] as const;
  expect(await ends('for-actor/oauth/refused', ...asked)).toEqual(['forbidden', ROLE]);
  const taken = asked.map((one) => ({ ...one, body: TAKEN }));
  expect(await ends('for-actor/oauth/accepted-409', ...taken)).toEqual(['done', 409]);
});

test('a mutant after one history begins with the request that comes after it', async () => {
  const bodies = [{ name: 'first' }, { name: 'second' }, { name: 'taken' }, { name: 'third' }].map((body) => ({
    body,
  }));
  expect(await ends('after-history/after-another-body/former-body', ...bodies.slice(0, 2))).toEqual(
    ['first', 'first'].map(named),
  );
  expect(await ends('after-history/again/former-answer', ...bodies)).toEqual(
    ['first', 'first', 'first', 'first'].map(named),
  );
  const afterRefusal = [{ body: TAKEN }, { body: { name: 'next' } }, { body: { name: 'last' } }];
  expect(await ends('after-history/after-a-refusal/refused', ...afterRefusal)).toEqual([409, 'conflict', 'conflict']);
});

test('any text has classes that no check sends, and a word that a tenant knows has none', async () => {
  const all = [...(await mutants()).values()];
  const unmet = all.filter(({ kind }) => kind.checks.size === 0).map(({ id }) => id);
  expect(unmet).toContain('updateRole/for-input/body/name:slash/altered');
  expect(unmet).not.toContain('updateRole/for-input/body/name:beyond-ascii/altered');
  expect(unmet.filter((id) => /resourceType|actions/.test(id))).toEqual([]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});
