import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { quickIds } from '../../contracts/requirements/quick.ts';
import { bare, startLive } from './live.ts';
import { idsWith, run } from './run.ts';

test.describe.configure({ timeout: 240_000 });

test('a quick run judges its selection alone, comes by no more than that needs, and is partial', async () => {
  const quick = [...quickIds(loadRegistry(await loadContract()))].filter((id) => id.startsWith('oidc-token-configs.'));
  const live = await startLive();
  const { code, results, output } = await run('conformance', ['--quick', '--project=oidc-token-configs'], bare(live));
  await live.close();
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  expect(results?.requirements.map(({ id }) => id).sort()).toEqual([...quick].sort());
  expect(quick.length).toBeGreaterThan(5);
  expect(results?.run.isPartial).toBe(true);
  expect(output).toContain('partial: a selection was judged');
  expect([0, 3]).toContain(code);
  const settings = results?.run.provided.flatMap(({ things }) => things.map(({ setting }) => setting)) ?? [];
  expect(settings).toContain('OIDC_TOKEN_CONFIG_ID');
  expect(settings).not.toContain('REPORT_ID');
});
