import { check, failing, finding } from '../suite/checked.ts';
import { choice, expect, rowOf, test } from './browser.ts';
import { BROKEN, exchange, KNOWN, FIXED, mixedResults, pageText, resultsWith, UNSENT, withEvidence } from './sample.ts';

test('a conformant run: outcome, counts and closed families', async ({ open }) => {
  const results = await resultsWith();
  const page = await open(await pageText(results));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conformant');
  await expect(page.locator('.lead')).toHaveText(`All ${results.counts.total} requirements that were checked conform.`);
  await expect(page.locator('.tile.conforms .count')).toHaveText(String(results.counts.total));
  await expect(page.locator('.overview')).toContainText('staging');
  await expect(page.locator('.overview')).toContainText('21 Nov 2026, 02:30 UTC');
  await expect(page.locator('.overview')).toContainText('1 min 2 s');
  await expect(page.locator('.gate')).toHaveText('passed');
  await expect(page.locator('.open')).toContainText('No requirement of this run is untested or inconclusive');
  expect(await page.locator('details.family[open]').count()).toBe(0);
  await expect(page.locator('.problem')).toHaveCount(0);
});

test('a non-conformant run opens families with violations, the most urgent first', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non-conformant');
  const total = Number((await page.locator('.beside').innerText()).match(/out of (\d+)/)?.[1]);
  await expect(page.locator('.lead')).toContainText(
    `4 of ${total} requirements are violated, 1 of them known in the baseline.`,
  );
  await expect(page.locator('#family-roles')).toHaveAttribute('open', '');
  await expect(page.locator('#family-reports')).not.toHaveAttribute('open', '');
  const verdicts = await page.locator('#family-roles > details.requirement > summary > .verdict').allTextContents();
  expect(verdicts).toEqual(['violates', 'violates', 'violates']);
  await expect(rowOf(page, BROKEN)).toContainText('expected');
  // Conforming requirements are folded.
  await page.locator('#family-roles .rest > summary').click();
  expect(await page.locator('#family-roles .rest details.requirement').count()).toBeGreaterThan(50);
  for (const [verdict, count] of Object.entries({ violates: 3, known: 1, fixed: 1, inconclusive: 1, untested: 2 }))
    await expect(page.locator(`.tile.${verdict} .count`)).toHaveText(String(count));
});

test('requirements that were not established are grouped by reason, and untested ones by what is needed', async ({
  open,
}) => {
  const page = await open(await pageText(await mixedResults()));
  const reasons = page.locator('.open .reasons > li');
  await expect(reasons).toHaveCount(4);
  await expect(page.locator('.open')).toContainText('set MEMBER_TOKEN');
  const borrowed = reasons.filter({ hasText: 'one consent: BORROW=1' });
  await expect(borrowed).toContainText('needs more');
  await borrowed.locator('summary').click();
  await expect(borrowed).toContainText('it changes REPORT_ID, which the run only found');
  await expect(page.locator('.open')).toContainText('a gateway answered 503 three times');
  await expect(reasons.filter({ hasText: 'accepted' })).toHaveCount(1);
  await reasons.filter({ hasText: 'accepted' }).locator('summary').click();
  await page.locator('.open').getByRole('link', { name: UNSENT }).click();
  await expect(rowOf(page, UNSENT)).toHaveAttribute('open', '');
  await expect(rowOf(page, UNSENT)).toContainText('Not tested: set MEMBER_TOKEN.');
  await expect(rowOf(page, UNSENT)).toContainText('The baseline accepts this gap: no member account is available.');
});

test('an incomplete run is not reported as success', async ({ open }) => {
  const page = await open(
    await pageText(
      await resultsWith({ [BROKEN]: [check({ status: 'skipped', annotations: { untested: 'set MEMBER_TOKEN' } })] }),
    ),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incomplete');
  await expect(page.locator('.lead')).toContainText('No requirement is violated. 1 of');
  await expect(page.locator('.gate')).toHaveText('incomplete');
});

test('known violations, and baseline rows that are out of date', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()), `#${KNOWN}`);
  await expect(rowOf(page, KNOWN)).toContainText('A known violation, listed in the baseline: pages overlap.');
  await expect(rowOf(page, KNOWN).getByRole('link', { name: 'https://bugs.example.com/7' })).toBeVisible();
  await expect(page.locator('.problem')).toContainText('baselines/staging.yaml:6');
  await page.locator('.problem').getByRole('link', { name: FIXED }).click();
  await expect(rowOf(page, FIXED)).toContainText('Delete the row from the baseline');
});

test('errors of the suite itself are listed as defects', async ({ open }) => {
  const results = await resultsWith({
    [BROKEN]: [failing({ failure: { kind: 'defect', summary: 'TypeError: x is not iterable' } })],
  });
  const page = await open(await pageText(results));
  await expect(page.locator('.problem')).toContainText('Defects of the suite');
  await expect(page.locator('.problem')).toContainText('TypeError: x is not iterable');
});

test('a partial run and a shard say so', async ({ open }) => {
  const results = await resultsWith({}, { isPartial: true, shard: { current: 2, total: 4 } });
  const page = await open(await pageText(results));
  await expect(page.locator('.lead')).toContainText('This is a partial run');
  await expect(page.locator('.overview')).toContainText('2 of 4');
});

test('operations by statuses, specified and received', async ({ open }) => {
  const asked = [exchange({ status: 200 }), exchange({ operation: 'getRole', status: 500 })];
  const results = await resultsWith({ [BROKEN]: [withEvidence(check(), BROKEN, asked)] });
  const page = await open(await pageText(results));
  const cell = async (operation: string, status: string) => {
    const titles = await page.locator('.grid thead th').allInnerTexts();
    const row = page
      .locator('.grid tbody tr')
      .filter({ has: page.getByRole('button', { name: operation, exact: true }) });
    return row.locator('td').nth(titles.indexOf(status) - 1);
  };
  await expect(await cell('updateRole', '200')).toHaveClass('held');
  await expect(await cell('updateRole', '400')).toHaveClass('missed');
  await expect(await cell('getRole', '500')).toHaveClass('extra');
  await page.getByRole('button', { name: 'updateRole', exact: true }).click();
  await expect(choice(page, 'operation')).toHaveValue('updateRole');
});

test('lifecycles, drift, bindings, leftovers and run details', async ({ open }) => {
  const id = 'roles.sequences.any-order';
  const { requirements } = await resultsWith();
  const walked = requirements.some((one) => one.id === id) ? id : BROKEN;
  const results = await resultsWith({
    [walked]: [
      withEvidence(check({ annotations: { left: 'session 3: left to expire' } }), walked, [], {
        visited: [{ lifecycle: 'custom role', state: 'present', action: 'delete' }],
        drift: [{ what: 'looser', operation: 'updateRole', place: 'request name', expected: '255', seen: '1024' }],
        bindings: [
          { id: 'roles.list', value: { items: 'data' }, source: 'discovered' },
          { id: 'scim.resource', source: 'unresolved', reason: 'the document does not say' },
        ],
      }),
    ],
  });
  const page = await open(await pageText(results));
  const table = page.locator('table.lifecycle').first();
  await expect(table.locator('td.held')).toHaveText(/deleted/);
  await expect(table.locator('td.missed').first()).toContainText('not tried');
  await expect(page.locator('#drift')).toContainText('1024');
  await expect(page.locator('#drift thead th')).toHaveText([
    'Difference',
    'Operation',
    'Place',
    'Specification',
    'Tenant',
  ]);
  await expect(page.locator('#drift')).toContainText('No requirement is concerned.');
  // Unresolved names are visible, the others are folded.
  await expect(page.getByText('the document does not say')).toBeVisible();
  await expect(page.getByText('{"items":"data"}')).toBeHidden();
  await page.getByRole('link', { name: 'Bindings' }).click();
  await expect(page.getByText('{"items":"data"}')).toBeVisible();
  await expect(page.locator('#run')).toContainText('session 3: left to expire');
  await expect(page.locator('#run dl')).toContainText([/Commit\s*0123abcd/, /values not recorded\)\s*ADMIN_TOKEN/]);
  await expect(page.locator('#run')).toContainText('0123abcd');
  await expect(page.locator('#untestable tbody tr')).toHaveCount(results.counts.untestable);
});

test('a response that deviates from the contract shows the finding', async ({ open }) => {
  const own = [finding(BROKEN, 'schema', '/description')];
  const results = await resultsWith({
    [BROKEN]: [withEvidence(failing(), BROKEN, [exchange({ findings: own })], { findings: own })],
  });
  const page = await open(await pageText(results), `#${BROKEN}`);
  await expect(rowOf(page, BROKEN).locator('.part').first()).toContainText('A response deviates from the contract:');
  await expect(rowOf(page, BROKEN).locator('mark.wrong')).toContainText('"description"');
});
