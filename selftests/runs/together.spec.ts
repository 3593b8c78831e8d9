import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { startLive } from './live.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 240_000 });

/** Rows of tables of refusals, and the rules by which other actors are refused one operation. */
const SELECTION = String.raw`--grep=\broles\.(create\.(policies|description)-(not|too)|update\.(name-(null|empty)|policies-(null|not)|policy-no-)|deleteRole)`;
/** What each check of the selection would send if it prepared and looked for itself. */
const ALONE = 150;

/** Refusals that are let in, that change what they refuse, and that do it by all the same. */
const FAULTS = [
  'roles.update.name-null/applied-all-the-same',
  'roles.create.policies-too-many/clamped',
  'roles.deleteRole.no-credential/not-asked-for',
  'roles.deleteRole.expired-credential/refused-yet-done',
];

test('refusals are played together on a live tenant, and all conform on one that conforms', FULL, async () => {
  const live = await startLive();
  const { results, output } = await run('conformance', [SELECTION], live.env);
  await live.close();
  expect(idsWith(results, 'violates', 'inconclusive'), output).toEqual([]);
  expect(idsWith(results, 'conforms').length).toBeGreaterThan(15);
  const classes = results?.requirements.flatMap(({ verdict, classes: own = [] }) =>
    verdict === 'conforms' ? own : [],
  );
  expect(classes?.filter(({ isJudged }) => !isJudged)).toEqual([]);
  expect(results?.run.exchanges).toBeLessThan(ALONE / 1.5);
});

test('what is amiss among refusals that are played together is told by the check that it concerns, and by no other', async () => {
  const faults = loadFaults(loadRegistry(await loadContract())).filter(({ id }) => FAULTS.includes(id));
  expect(faults.map(({ id }) => id).sort()).toEqual([...FAULTS].sort());
  const live = await startLive({ patches: faults.map(({ patch }) => patch) });
  const { results, output } = await run('conformance', [SELECTION], live.env);
  await live.close();
  const broken = [...new Set(faults.map(({ requirement }) => requirement as string))].sort();
  expect([...idsWith(results, 'violates')].sort(), output).toEqual(broken);
  expect(idsWith(results, 'inconclusive')).toEqual([]);
});
