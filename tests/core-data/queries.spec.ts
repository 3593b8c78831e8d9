import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { calls } from './calls.ts';

/** The requests that succeed; the specification prints only their paths and the credential. */
const QUERIES = {
  'core-data.load.runs-query': 'coreDataLoad',
  'core-data.sql.runs-query': 'coreDataSql',
  'core-data.meta.readable': 'coreDataMeta',
} as const;

checkEveryOperation('core-data', calls, { except: Object.keys(QUERIES) });

/** Requests with the same token before another one; what becomes of them is about other requirements. */
const BEFORE = {
  'the first time': () => Promise.resolve(),
  'once more': () => Promise.resolve(),
  'after the metadata': (_check, caller) => caller.raw('coreDataMeta', {}),
  'after a query': (check, caller) => sendIfProvided(check, caller, 'coreDataLoad', 'DATA_QUERY'),
  'after an SQL query': (check, caller) => sendIfProvided(check, caller, 'coreDataSql', 'DATA_SQL_QUERY'),
  'after a refusal': (_check, caller) => caller.raw('coreDataLoad', { text: '{}' }),
} as const satisfies Record<string, (check: Check, caller: Actor) => Promise<unknown>>;

async function sendIfProvided(
  check: Check,
  caller: Actor,
  operation: AnyOperationId,
  setting: 'DATA_QUERY' | 'DATA_SQL_QUERY',
): Promise<void> {
  const text = check.optional(setting);
  if (text !== undefined) await caller.raw(operation, { text });
}

for (const [id, operation] of Object.entries(QUERIES)) {
  test(...verifies(id as keyof typeof QUERIES), async ({ check }) => {
    const caller = check.as('DATA_API_TOKEN');
    const call = calls[operation] as (check: Check, caller: Actor, where: 'home') => object;
    await inEach<(check: Check, caller: Actor) => Promise<unknown>>(check, BEFORE, async (before) => {
      await before(check, caller);
      expect(await caller.raw(operation, call(check, caller, 'home'))).toSucceed();
    });
  });
}
