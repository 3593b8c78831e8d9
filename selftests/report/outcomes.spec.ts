import { check, failing, finding } from '../suite/checked.ts';
import { choice, expect, rowOf, test } from './browser.ts';
import {
  BROKEN,
  exchange,
  KNOWN,
  MENDED,
  mixedResults,
  pageText,
  resultsWith,
  UNSENT,
  withEvidence,
} from './sample.ts';

test('a conformant run says so at once, and every family is closed', async ({ open }) => {
  const results = await resultsWith();
  const page = await open(await pageText(results));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conformant');
  await expect(page.locator('.lead')).toHaveText(`All ${results.counts.total} requirements that were looked at hold.`);
  await expect(page.locator('.tile.conforms .count')).toHaveText(String(results.counts.total));
  await expect(page.locator('.overview')).toContainText('staging');
  await expect(page.locator('.overview')).toContainText('21 Nov 2026, 02:30 UTC');
  await expect(page.locator('.overview')).toContainText('1 min 2 s');
  await expect(page.locator('.gate')).toHaveText('passed');
  await expect(page.locator('.open')).toContainText('every requirement of this run was looked at');
  expect(await page.locator('details.family[open]').count()).toBe(0);
  await expect(page.locator('.trouble')).toHaveCount(0);
});

test('a non-conformant run opens the families that are broken, worst first', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Non-conformant');
  const total = Number((await page.locator('.beside').innerText()).match(/out of (\d+)/)?.[1]);
  await expect(page.locator('.lead')).toContainText(
    `4 of ${total} requirements are broken, 1 of them as the baseline says.`,
  );
  await expect(page.locator('#family-roles')).toHaveAttribute('open', '');
  await expect(page.locator('#family-reports')).not.toHaveAttribute('open', '');
  const verdicts = await page.locator('#family-roles > details.requirement > summary > .verdict').allTextContents();
  expect(verdicts).toEqual(['violates', 'violates', 'violates']);
  await expect(rowOf(page, BROKEN)).toContainText('expected');
  // What holds is one step away.
  await page.locator('#family-roles .rest > summary').click();
  expect(await page.locator('#family-roles .rest details.requirement').count()).toBeGreaterThan(50);
  for (const [verdict, count] of Object.entries({ violates: 3, known: 1, fixed: 1, inconclusive: 1, untested: 2 }))
    await expect(page.locator(`.tile.${verdict} .count`)).toHaveText(String(count));
});

test('what was not established stands beside it, by what it would take', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  const reasons = page.locator('.open .reasons > li');
  await expect(reasons).toHaveCount(3);
  await expect(page.locator('.open')).toContainText('set MEMBER_TOKEN');
  await expect(page.locator('.open')).toContainText('a gateway answered 503 three times');
  await expect(reasons.filter({ hasText: 'accepted' })).toHaveCount(1);
  await reasons.filter({ hasText: 'accepted' }).locator('summary').click();
  await page.locator('.open').getByRole('link', { name: UNSENT }).click();
  await expect(rowOf(page, UNSENT)).toHaveAttribute('open', '');
  await expect(rowOf(page, UNSENT)).toContainText('Not looked at: set MEMBER_TOKEN.');
  await expect(rowOf(page, UNSENT)).toContainText('The baseline accepts that: nobody lends a member.');
});

test('an incomplete run is no success', async ({ open }) => {
  const page = await open(
    await pageText(
      await resultsWith({ [BROKEN]: [check({ status: 'skipped', annotations: { untested: 'set MEMBER_TOKEN' } })] }),
    ),
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incomplete');
  await expect(page.locator('.lead')).toContainText('No requirement is broken. 1 of');
  await expect(page.locator('.gate')).toHaveText('incomplete');
});

test('what the baseline knows, and what it knows no longer', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()), `#${KNOWN}`);
  await expect(rowOf(page, KNOWN)).toContainText('It is broken as the baseline says: pages overlap.');
  await expect(rowOf(page, KNOWN).getByRole('link', { name: 'https://bugs.example.com/7' })).toBeVisible();
  await expect(page.locator('.trouble')).toContainText('baselines/staging.yaml:6');
  await page.locator('.trouble').getByRole('link', { name: MENDED }).click();
  await expect(rowOf(page, MENDED)).toContainText('the row of the baseline has to go');
});

test('errors of the suite itself are told as such', async ({ open }) => {
  const results = await resultsWith({
    [BROKEN]: [failing({ annotations: { defect: 'TypeError: x is not iterable' } })],
  });
  const page = await open(await pageText(results));
  await expect(page.locator('.trouble')).toContainText('Checks that are wrong themselves');
  await expect(page.locator('.trouble')).toContainText('TypeError: x is not iterable');
});

test('a partial run and a shard say so', async ({ open }) => {
  const results = await resultsWith({}, { isPartial: true, shard: { current: 2, total: 4 } });
  const page = await open(await pageText(results));
  await expect(page.locator('.lead')).toContainText('This is a partial run');
  await expect(page.locator('.overview')).toContainText('2 of 4');
});

test('operations stand against statuses, printed and met', async ({ open }) => {
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

test('lifecycles, drift, bindings, what is left and how the run was set up', async ({ open }) => {
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
  await expect(page.locator('#drift thead th')).toHaveText(['What', 'Operation', 'Place', 'Specification', 'Served']);
  await expect(page.locator('#drift')).toContainText('No requirement is touched.');
  // What could not be told is in sight, the rest is one step away.
  await expect(page.getByText('the document does not say')).toBeVisible();
  await expect(page.getByText('{"items":"data"}')).toBeHidden();
  await page.getByRole('link', { name: 'Bindings' }).click();
  await expect(page.getByText('{"items":"data"}')).toBeVisible();
  await expect(page.locator('#run')).toContainText('session 3: left to expire');
  await expect(page.locator('#run dl')).toContainText([/Commit\s*0123abcd/, /nothing is kept\s*ADMIN_TOKEN/]);
  await expect(page.locator('#run')).toContainText('0123abcd');
  await expect(page.locator('#untestable tbody tr')).toHaveCount(results.counts.untestable);
});

test('an answer that departs from the contract is told in its words', async ({ open }) => {
  const own = [finding(BROKEN, 'schema', '/description')];
  const results = await resultsWith({
    [BROKEN]: [withEvidence(failing(), BROKEN, [exchange({ findings: own })], { findings: own })],
  });
  const page = await open(await pageText(results), `#${BROKEN}`);
  await expect(rowOf(page, BROKEN).locator('.part').first()).toContainText('An answer departs from the contract:');
  await expect(rowOf(page, BROKEN).locator('mark.wrong')).toContainText('"description"');
});
