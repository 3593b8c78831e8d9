import { fullUnless } from '../size.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';
import type { Results } from '../../evidence/results.ts';
import { asPast, historyFile, readRuns } from '../../reports/history.ts';
import { soundTenants } from './broken.ts';
import { idsWith, run } from './run.ts';
import { secretsIn, textsIn } from './secrets.ts';
import { ownFolder } from '../folders.ts';

/** Printed statuses that no check can assert, and why. */
const OPEN_STATUSES = {
  'revokeRole 404': 'a role that is unknown is also one that is not held, and what is answered then is open',
};

/** Statuses that are printed for an operation and that no check held against a requirement. */
async function unassertedStatuses(results: Results | undefined): Promise<string[]> {
  const asserted = new Map(results?.operations.map((one) => [one.operationId, one.asserted]));
  return operationsOf(await loadContract()).flatMap(({ operation: { operationId, responses } }) =>
    Object.keys(responses)
      // Any refusal is listed for every operation, and printed for none.
      .filter((status) => status !== '4XX')
      .filter((status) => {
        const pattern = new RegExp(`^${status.replaceAll('X', String.raw`\d`)}$`);
        return !asserted.get(operationId)?.some((one) => pattern.test(String(one)));
      })
      .map((status) => `${operationId} ${status}`),
  );
}

test.describe.configure({ mode: 'default', timeout: 300_000 });

/** Classes that a dialect rules out: in the contrary one `data` has reports of its own beside a page, and a session is exchanged once. */
const RULED_OUT: Readonly<Record<string, readonly string[]>> = {
  contrary: [
    'reports.list.data-same: searched',
    'reports.list.data-same: a further page',
    'embed.revoke.every-token-refused: its second token',
  ],
};

/** Names of what a dialect does not have: in the contrary one replies stand beside their threads, and in none of their members. */
const UNRESOLVED: Readonly<Record<string, readonly string[]>> = { contrary: ['embed.thread-replies'] };

for (const dialect of ['plain', 'contrary']) {
  test(
    `a run against the embedded tenant is green, and a selection of it is judged as such, ${dialect}`,
    fullUnless(dialect === 'plain'),
    async () => {
      const history = ownFolder('conformance-history');
      const flags = [`--dialect=${dialect}`, '--seed=7'];
      const { code, output, results, folder } = await run('conformance', flags, { HISTORY: history });
      expect(output).toContain('conformant: ');
      expect(code).toBe(0);
      expect(idsWith(results, 'violates', 'inconclusive', 'untested')).toEqual([]);
      expect(results?.run).toMatchObject({
        outcome: 'conformant',
        gate: 'passed',
        seed: 7,
        isPartial: false,
        defects: [],
      });
      const har = JSON.parse(await readFile(path.join(folder, 'run.har'), 'utf8')) as { log: { entries: unknown[] } };
      expect(har.log.entries.length).toBeGreaterThan(1_000);
      expect(await unassertedStatuses(results)).toEqual(Object.keys(OPEN_STATUSES));
      const cells = (results?.lifecycles ?? []).flatMap(({ name, cells: all }) =>
        all.map((cell) => ({ name, ...cell, isOpen: cell.requirement === undefined })),
      );
      expect(cells.length).toBeGreaterThan(100);
      expect(cells.filter(({ visited, isOpen }) => visited === isOpen)).toEqual([]);
      const classes = (results?.requirements ?? []).flatMap(({ id, classes: own = [] }) =>
        own.flatMap(({ name, isJudged }) => (isJudged ? [] : [`${id}: ${name}`])),
      );
      expect(classes, 'classes that a row names and no check judged').toEqual(RULED_OUT[dialect] ?? []);
      expect(results?.drift.filter(({ requirement }) => requirement !== undefined)).toEqual([]);
      expect(results?.bindings.length).toBeGreaterThan(100);
      const unresolved = (results?.bindings ?? []).flatMap(({ id, source }) => (source === 'unresolved' ? [id] : []));
      expect(unresolved).toEqual(UNRESOLVED[dialect] ?? []);
      expect(results?.ledger).toEqual([]);
      expect(secretsIn(textsIn(folder))).toEqual([]);

      const nights = () => readRuns(historyFile(history, `embedded, ${dialect}`));
      expect(nights()).toEqual(results && [asPast(results)]);
      const partial = await run('conformance', ['--grep=roles.get.same-id', ...flags], { HISTORY: history });
      expect(partial.code).toBe(0);
      expect(partial.output).toContain('partial: a selection was judged');
      expect(partial.results?.run.isPartial).toBe(true);
      expect(partial.results?.requirements.map(({ id }) => id)).toEqual(['roles.get.same-id']);
      expect(nights(), 'a selection is no night').toHaveLength(1);
      const page = await readFile(path.join(partial.folder, 'index.html'), 'utf8');
      expect(page).toContain(`"pastRuns":["${results?.run.startedAt ?? ''}"]`);
    },
  );
}

test('a requirement is repeated alone, with everything that was said', async () => {
  const { code, output } = await run('replay', ['roles.update.name-null', '--seed=5'], await soundTenants());
  expect(code).toBe(0);
  expect(output).toContain('> PUT ');
  expect(output).toContain('{"name":null,');
  expect(output).toContain('-H \'authorization: Bearer \'"$ADMIN_TOKEN"');
  const misspelt = await run('replay', ['roles.update.name-nul']);
  expect(misspelt.code).toBe(2);
  expect(misspelt.output).toContain('roles.update.name-null');
});

/** Resolves nothing of the reference tenant, as if one of its files were broken. */
const NO_TENANT = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`export async function resolve(specifier, context, next) {
  if (specifier.endsWith('/mock/index.ts')) throw new Error('no tenant today');
  return next(specifier, context);
}\`));`;

test('without its tenant a run ends at once and says why', async () => {
  const hook = path.join(ownFolder('conformance-no-tenant'), 'hook.mjs');
  await writeFile(hook, NO_TENANT);
  const { code, output, seconds, results } = await run('conformance', ['--seed=3'], {
    NODE_OPTIONS: `--import=${hook}`,
  });
  expect(output).toMatch(/^The embedded tenant did not start: Error: no tenant today/m);
  expect(code).toBe(3);
  expect(results).toBeUndefined();
  expect(seconds).toBeLessThan(20);
});
