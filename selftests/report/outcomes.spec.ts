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

test('untested and inconclusive requirements are grouped by reason, and untested ones by what is needed', async ({
  open,
}) => {
  const page = await open(await pageText(await mixedResults()));
  const reasons = page.locator('.open .reasons > li');
  await expect(reasons).toHaveCount(4);
  await expect(page.locator('.open')).toContainText('set MEMBER_TOKEN');
  const borrowed = reasons.filter({ hasText: 'Set BORROW=1' });
  await expect(borrowed).toContainText('needs more');
  await borrowed.locator('summary').click();
  await expect(borrowed).toContainText('it changes REPORT_ID, which the run only found');
  await expect(page.locator('.open')).toContainText('a gateway answered 503 three times');
  await expect(reasons.filter({ hasText: 'accepted' })).toHaveCount(1);
  await reasons.filter({ hasText: 'accepted' }).locator('summary').click();
  await page.locator('.open').getByRole('link', { name: UNSENT }).click();
  await expect(rowOf(page, UNSENT)).toHaveAttribute('open', '');
  await expect(rowOf(page, UNSENT)).toContainText('Untested: set MEMBER_TOKEN.');
  await expect(rowOf(page, UNSENT)).toContainText('The baseline accepts this gap: no member account is available.');
});

test('counts are sentences, and a family of which nothing was tested has no tick', async ({ open }) => {
  const { requirements } = await resultsWith({}, { families: ['folders'] });
  const unset = check({ status: 'skipped', annotations: { untested: 'set MEMBER_TOKEN' } });
  const checks = Object.fromEntries(requirements.map(({ id }) => [id, [unset]]));
  const results = await resultsWith(checks, { families: ['roles', 'folders'] });
  const page = await open(await pageText(results));
  const tally = page.locator('#family-folders > summary .tally .verdict').last();
  await expect(tally).toHaveText(`0 of ${requirements.length} conform`);
  await expect(tally).toHaveClass('verdict absent');
  await expect(tally.locator('.icon')).toHaveCount(0);
  const { conforms } = results.counts;
  await expect(page.locator('#family-roles > summary .tally')).toHaveText(`${conforms} of ${conforms} conform`);
  await expect(page.locator('.tile.conforms')).toContainText('conform');
  await expect(page.locator('.tile.conforms')).not.toContainText('conforms');
  await expect(page.locator('.open h2')).toHaveText(`Untested ${requirements.length}`);
  await expect(page.locator('.lead')).toContainText(
    `${requirements.length} of ${results.counts.total} requirements are untested.`,
  );
});

test('an empty drift says whether the document of the tenant was compared', async ({ open }) => {
  const without = await open(await pageText(await resultsWith()));
  await expect(without.locator('#drift')).toContainText('Untested: no check of this run compared');
  const compared = { [BROKEN]: [withEvidence(check(), BROKEN, [exchange()], { drift: [] })] };
  const page = await open(await pageText(await resultsWith(compared)));
  await expect(page.locator('#drift')).toContainText(
    'was compared with the specification, and does not deviate from it',
  );
});

test('the front page shows the causes of violations, and what could not be judged because of them', async ({
  open,
}) => {
  const refused = (id: string) => {
    const failure = { kind: 'violation', status: { expected: 'success', seen: 422 }, exchange: 0 } as const;
    return [withEvidence(failing({ failure }), id, [exchange({ operation: 'createRole', status: 422 })])];
  };
  const unset = check({ status: 'failed', failure: { kind: 'setup', summary: 'createRole was refused', exchange: 0 } });
  const ids = ['roles.create.stores-name', 'roles.create.stores-description'];
  const results = await resultsWith({
    ...Object.fromEntries(ids.map((id) => [id, refused(id)])),
    'roles.update.name-null': [
      withEvidence(unset, 'roles.update.name-null', [exchange({ operation: 'createRole', status: 422 })]),
    ],
  });
  const page = await open(await pageText(results));
  const cause = page.locator('.news > ul > li');
  await expect(cause).toHaveCount(1);
  await expect(cause).toContainText('createRole is refused with 422');
  await expect(cause).toContainText('2 violated, 1 could not be judged because of it');
  await expect(page.locator('.open .reasons > li')).toHaveText(
    /because of a violation: createRole is refused with 422/,
  );
  // By the keyboard alone: open the cause, and follow it to its requirement.
  await cause.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, ids[0] ?? '')).toHaveAttribute('open', '');
});

test('what changed since the last run of the tenant stands at the top', async ({ open }) => {
  const at = '2026-11-20T02:00:00.000Z';
  const before = { [BROKEN]: 'conforms', [UNSENT]: 'conforms', [KNOWN]: 'known' } as const;
  const isNew = 'roles.update.name-null';
  const past = (id: string) =>
    id === isNew ? [] : [{ at, verdict: id in before ? before[id as keyof typeof before] : ('conforms' as const) }];
  const { requirements } = await mixedResults();
  const verdicts = new Map(requirements.filter(({ id }) => id !== isNew).map(({ id }) => [id, 'conforms' as const]));
  const results = await resultsWith(
    { [BROKEN]: [failing()], [isNew]: [failing()] },
    { past: [{ tenant: 'staging', at, seed: 1, outcome: 'conformant', milliseconds: 1, exchanges: 1, verdicts }] },
  );
  expect(results.requirements.flatMap(({ id, isNewCheck }) => (isNewCheck ? [id] : []))).toEqual([isNew]);
  const page = await open(await pageText(results, past));
  await expect(page.locator('.since')).toContainText('Since the last run, 20 Nov 2026, 02:00 UTC:');
  const changes = page.locator('.since > ul > li > details > summary');
  await expect(changes).toHaveText([/1 newly violated/, /1 fixed/, /1 violated in a new check/]);
  await expect(rowOf(page, isNew).locator('> summary .tag.new')).toHaveText('new check');
  const same = await open(await pageText(await resultsWith(), () => [{ at, verdict: 'conforms' }]));
  await expect(same.locator('.since')).toHaveText('No verdict changed since the last run, 20 Nov 2026, 02:00 UTC.');
});

test('all numbers beside the families are violations', async ({ open }) => {
  const page = await open(await pageText(await mixedResults()));
  const broken = page.locator('nav .families a', { hasText: 'Roles and policies' });
  await expect(broken).toHaveText(/3 violated/);
  await expect(page.locator('nav .families a', { hasText: 'Reports' })).not.toHaveText(/\d/);
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
    'roles.delete.again': [failing()],
    [walked]: [
      withEvidence(check({ remains: [{ what: 'session 3', became: 'expires' }] }), walked, [], {
        visited: [
          { lifecycle: 'custom role', state: 'present', action: 'delete', held: true },
          { lifecycle: 'custom role', state: 'deleted', action: 'delete', held: false },
          { lifecycle: 'custom role', state: 'present', action: 'read', held: false },
        ],
        drift: [
          { what: 'looser', operation: 'updateRole', place: 'request name', expected: '255', seen: '1024' },
          { what: 'added', operation: 'updateRole', place: 'request colour' },
        ],
        bindings: [
          { id: 'roles.list', value: { items: 'data' }, source: 'discovered' },
          { id: 'scim.resource', source: 'unresolved', reason: 'the document does not say' },
        ],
      }),
    ],
  });
  const page = await open(await pageText(results));
  const table = page.locator('table.lifecycle').first();
  await expect(table.locator('td.held')).toHaveText(/as specified: deleted/);
  await expect(table.locator('td.broken')).toHaveText(/violated: refused with 404/);
  await expect(table.locator('td.met')).toHaveText(/without a result/);
  await expect(table.locator('td.missed').first()).toContainText('not tried');
  await expect(page.locator('#drift')).toContainText('1024');
  // What the specification leaves to the tenant is no drift.
  await expect(page.locator('#drift .total')).toHaveText('1');
  await expect(page.locator('#drift details')).toContainText('1 addition of the tenant');
  await expect(page.locator('#drift > .scroll thead th')).toHaveText([
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
