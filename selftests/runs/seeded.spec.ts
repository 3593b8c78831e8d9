import { expect, test } from '../test.ts';
import { startBroken } from './broken.ts';
import { sized } from '../size.ts';
import { idsWith, run } from './run.ts';

test.describe.configure({ timeout: 400_000 });

/**
 * `npm run acceptance` plays two hundred, and each pull request two with every check. Those of the sample show new things at once,
 * or nearly so, and each meets a sixth of the checks.
 */
const SEEDS = sized([14, 17], [1, 2, 6, 14, 17]);
const PARTS = ['2/6', '5/6'];
const LEAST_TOLD = 0.97;
/** Of a part of the checks more may hang on one thing that the tenant does not have. */
const LEAST_TOLD_OF_A_PART = 0.94;

for (const [index, seed] of SEEDS.entries()) {
  const part = sized([`--shard=${PARTS[index] ?? ''}`], []);
  test(`a seeded tenant is told nothing that it does not deserve, seed ${seed}`, async () => {
    const { output, results } = await run('conformance', [`--dialect=any:${seed}`, `--seed=${seed}`, ...part]);
    expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
    const { conforms = 0, total = 0 } = results?.counts ?? {};
    expect(total).toBeGreaterThan(sized(200, 1_700));
    expect(conforms / total, output).toBeGreaterThanOrEqual(sized(LEAST_TOLD_OF_A_PART, LEAST_TOLD));
    // What is not told names what is missing: a binding to state, or a thing to provide.
    const silent = results?.requirements.filter(({ verdict, reason }) => verdict === 'untested' && !reason) ?? [];
    expect(silent).toEqual([]);
  });
}

test('a body that the document asks for and the tenant refuses is one line of drift, and no violation', async () => {
  // The document of this tenant requires members of an export that the specification does not print.
  const id = 'dashboard-exports.start.format-png';
  const tenants = await startBroken([id], 'any:1');
  const { output, results } = await run('conformance', [`--grep=${id}`, '--dialect=any:1'], {
    CONTROL_URL: tenants.url,
  });
  await tenants.close();
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  expect(idsWith(results, 'untested'), output).toContain(id);
  const refused = results?.drift.filter(
    ({ operation, place }) => operation === 'startDashboardExport' && /^request /.test(place),
  );
  expect(refused).toEqual([
    expect.objectContaining({
      what: 'other',
      expected: 'a body that the document allows',
      seen: 'required, and the request was refused with 400',
    }),
  ]);
});
