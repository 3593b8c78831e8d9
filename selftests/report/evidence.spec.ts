import { choice, expect, rowOf, test } from './browser.ts';
import {
  BROKEN,
  exchange,
  FLAKY,
  MISSHAPEN,
  mixedResults,
  pageText,
  resultsWith,
  SHRUNK,
  withEvidence,
} from './sample.ts';
import { failing, finding } from '../suite/checked.ts';

test('a violated requirement shows expected, seen and all exchanges', async ({ open }) => {
  const page = await open(await pageText(await mixedResults(['folders'])), `#${BROKEN}`);
  const inside = rowOf(page, BROKEN).locator('.inside');
  await expect(inside.locator('.expected')).toContainText('description: null');
  await expect(inside.locator('.seen')).toContainText('description: "null"');
  await expect(inside).toContainText('RoleUpdateBody, line');
  await expect(inside).toContainText('tests/roles/a.spec.ts:1');
  const [first, last] = [inside.locator('.exchange').first(), inside.locator('.exchange').last()];
  await expect(first.locator('summary').first()).toContainText('POST');
  await expect(first).not.toHaveAttribute('open', '');
  await expect(last).toHaveAttribute('open', '');
  await expect(last).toContainText('https://staging.example.com/api/v1/roles/17');
  await expect(last.locator('pre').last()).toContainText('{\n  "id": 17,\n  "name": "auditors",');
  await last.getByText('2 headers').click();
  await expect(last).toContainText('Bearer <ADMIN_TOKEN>');
  await first.locator('summary').first().click();
  await expect(first.getByText('Request', { exact: true })).toBeVisible();
});

test('the exchange that violates is marked with what was expected, and its bodies are shown once', async ({ open }) => {
  const asked = [exchange({ operation: 'createRole', method: 'POST' }), exchange(), exchange({ operation: 'getRole' })];
  const failure = {
    kind: 'violation',
    exchange: 1,
    inClass: 'beside valid members',
    status: { expected: 400, seen: 200 },
    expected: 'a refusal with 400',
    seen: `200 ${asked[1]?.responseBody ?? ''}`,
  } as const;
  const facts = { settings: { SPECIFICATION_URL: 'https://specification.example.com/api#L{line}' } };
  const checks = { [FLAKY]: [withEvidence(failing({ failure }), FLAKY, asked)] };
  const page = await open(await pageText(await resultsWith(checks, { facts })), `#${FLAKY}`);
  const inside = rowOf(page, FLAKY).locator('.inside');
  await expect(inside.locator('.exchange.violating')).toHaveCount(1);
  await expect(inside.locator('.exchange[open]')).toHaveCount(1);
  await expect(inside.locator('.exchange.violating > summary .status.wrong')).toHaveText('200, expected 400');
  await expect(inside.locator('.story')).toContainText('Its body is in exchange 2.');
  await expect(inside.locator('.story')).toContainText('The tenant responded with 200, where 400 was expected.');
  await expect(inside.locator('.story')).not.toContainText('auditors');
  await expect(inside.locator('.seen dd')).toHaveText('200');
  await expect(inside.locator('.story').getByRole('link').first()).toHaveAttribute(
    'href',
    /^https:\/\/specification\.example\.com\/api#L\d+$/,
  );
  await expect(inside.locator('.facts')).toContainText('beside valid members (violated)');
  await expect(inside.locator('.facts')).toContainText('alone (not reached after the violation)');
  // Nobody can look up lines of a specification that is not linked.
  const unlinked = await open(await pageText(await resultsWith(checks)), `#${FLAKY}`);
  await expect(rowOf(unlinked, FLAKY).locator('.story')).not.toContainText(/lines? \d/);
});

test('a member with another value than was expected is marked in the body of its response', async ({ open }) => {
  const places = [{ at: 'description', expected: '""', seen: '"null"' }];
  const failure = { kind: 'violation', exchange: 0, places, expected: '{…}', seen: '{…}' } as const;
  const checks = { [BROKEN]: [withEvidence(failing({ failure }), BROKEN, [exchange()])] };
  const page = await open(await pageText(await resultsWith(checks)), `#${BROKEN}`);
  await expect(rowOf(page, BROKEN).locator('mark.wrong')).toContainText('"description": "null"');
  await expect(rowOf(page, BROKEN).locator('.note')).toContainText('expected ""');
});

test('a shrunk counterexample has its seed and path', async ({ open }) => {
  const page = await open(await pageText(await mixedResults(['folders'])), `#${SHRUNK}`);
  const inside = rowOf(page, SHRUNK).locator('.inside');
  await expect(inside).toContainText('Smallest failing input');
  await expect(inside).toContainText('Found after 2 inputs and shrunk 6 times');
  await expect(inside).toContainText('The check tested: a resource is a slug of one word.');
  await expect(inside.locator('.expected')).toContainText('a refusal with 400');
  await expect(inside.locator('.seen')).toContainText('200');
  await expect(inside.locator('.command')).toHaveText(
    `npm run replay -- ${SHRUNK} --seed=7 --path=1:0:0 --tenant=staging`,
  );
});

test('a finding is marked at its place in the body', async ({ open }) => {
  const page = await open(await pageText(await mixedResults(['folders'])), `#${MISSHAPEN}`);
  await expect(rowOf(page, MISSHAPEN).locator('mark.wrong')).toHaveText(/"policies": null/);
  await expect(rowOf(page, MISSHAPEN).locator('.note')).toContainText('must be present');
});

test('a finding in every item of a list is listed once', async ({ open }) => {
  const findings = [0, 1, 2].map((index) => finding(MISSHAPEN, 'schema', `/items/${index}/policies`));
  const asked = [exchange({ findings, responseBody: '{"items":[{"policies":null},{"policies":1},{"policies":2}]}' })];
  const results = await resultsWith(
    { [MISSHAPEN]: [withEvidence(failing(), MISSHAPEN, asked, { findings })] },
    { families: [] },
  );
  const page = await open(await pageText(results), `#${MISSHAPEN}`);
  const listed = rowOf(page, MISSHAPEN).locator('.part').first().locator('.findings li');
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText('/items/0/policies');
  await expect(listed).toContainText('and in 2 more places');
  await expect(rowOf(page, MISSHAPEN).locator('mark.wrong')).toHaveCount(3);
});

test('a flaky check is marked and shows each attempt', async ({ open }) => {
  const page = await open(await pageText(await mixedResults(['folders'])), `#${FLAKY}`);
  await expect(rowOf(page, FLAKY).locator('summary').first()).toContainText('flaky');
  await expect(rowOf(page, FLAKY)).toContainText('passed in');
  await expect(rowOf(page, FLAKY)).toContainText('on attempt 2');
  await expect(rowOf(page, FLAKY)).toContainText('Attempt 1: failed in 40 ms');
  await expect(rowOf(page, FLAKY).locator('.checks pre')).toContainText('Received: 200');
  await expect(rowOf(page, FLAKY)).toContainText('Attempt 2: passed in 35 ms');
  // Values of a failed attempt that was retried are not shown as expected and seen.
  await expect(rowOf(page, FLAKY).locator('.sides')).toHaveCount(0);
  await page.getByRole('button', { name: '1 check was flaky' }).click();
  await expect(choice(page, 'verdict')).toHaveValue('flaky');
  await choice(page, 'verdict').selectOption('flaky');
  await expect(page.locator('#shown')).toContainText('1 of');
});

test('a conforming requirement says where its exchanges are', async ({ open }) => {
  const page = await open(await pageText(await resultsWith()), '#roles.update.name-null');
  await expect(rowOf(page, 'roles.update.name-null')).toContainText('1 check passed.');
  await expect(rowOf(page, 'roles.update.name-null')).toContainText('run.har');
});

test('ticket, curl, command and link can be copied', async ({ open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await open(await pageText(await mixedResults(['folders'])), `#${BROKEN}`);
  const copied = async (name: string) => {
    await rowOf(page, BROKEN).getByRole('button', { name }).click();
    await expect(page.locator('#announcement')).toHaveText(`${name}: Copied`);
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  const ticket = await copied('Copy bug ticket');
  expect(ticket).toContain(
    '# roles.update.description-null-clears: expected description: null, seen description: "null"',
  );
  expect(ticket).toContain(`- **Requirement**: \`${BROKEN}\` (must, merge)`);
  expect(ticket).toContain('- **Check**: `tests/roles/a.spec.ts:1`');
  expect(ticket).toContain(`npm run replay -- ${BROKEN} --seed=7 --tenant=staging`);
  expect(ticket).toContain('description: null');
  expect(ticket).toContain('> PUT https://staging.example.com/api/v1/roles/17 as admin');
  const curl = await copied('Copy as curl');
  expect(curl).toContain(`-H 'authorization: Bearer '"$ADMIN_TOKEN"`);
  expect(curl.match(/^send /gm)).toHaveLength(2);
  expect(await copied('Copy command')).toBe(`npm run replay -- ${BROKEN} --seed=7 --tenant=staging`);
  expect(await copied('Copy link')).toBe(`${page.url().split('#')[0] ?? ''}#${BROKEN}`);
  await expect(rowOf(page, BROKEN).getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  await expect(rowOf(page, BROKEN).getByRole('button', { name: 'Copy bug ticket' })).toBeVisible();
});

test('copying works without the Clipboard API', async ({ open, page }) => {
  await page.addInitScript(`
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => (document.title = String(getSelection())));
  `);
  await open(await pageText(await mixedResults(['folders'])), `#${BROKEN}`);
  await rowOf(page, BROKEN).getByRole('button', { name: 'Copy command' }).click();
  await expect(rowOf(page, BROKEN).getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page).toHaveTitle(/npm run replay/);
});

test('a requirement shows its earlier runs', async ({ open }) => {
  const starts = ['2026-11-19T02:00:00Z', '2026-11-20T02:00:00Z'] as const;
  const page = await open(
    await pageText(await mixedResults(['folders']), (id) =>
      id === BROKEN
        ? [
            { at: starts[0], verdict: 'conforms' },
            { at: starts[1], verdict: 'violates' },
          ]
        : [{ at: starts[1], verdict: 'conforms' }],
    ),
    `#${BROKEN}`,
  );
  await expect(rowOf(page, BROKEN).locator('.past-runs li')).toHaveText([
    '2026-11-19: conforms',
    '2026-11-20: violates',
  ]);
  await expect(rowOf(page, BROKEN)).toContainText(
    '2 runs before this one, 2026-11-19 to 2026-11-20: violates since 2026-11-20; before that, conforms on 2026-11-19.',
  );
  // It conformed in the last run: marked as new here and in the overview.
  await expect(rowOf(page, SHRUNK).locator('.tag.new')).toBeVisible();
  await expect(rowOf(page, BROKEN).locator('.tag.new')).toHaveCount(0);
  await expect(page.locator('.overview .tag.new')).toHaveCount(2);
  await page.goto(`${page.url().split('#')[0] ?? ''}#${FLAKY}`);
  await expect(rowOf(page, FLAKY).locator('.past-runs li')).toHaveText([
    '–2026-11-19: no verdict',
    '2026-11-20: conforms',
  ]);
});

test('numbers keep their digits, and duplicate members stay', async ({ open }) => {
  const body = '{"id":12345678901234567890,"a":1.0,"a":2,"deep":{"list":[[],{}]}}';
  const results = await resultsWith({
    [BROKEN]: [withEvidence(failing(), BROKEN, [exchange({ responseBody: body })])],
  });
  const page = await open(await pageText(results), `#${BROKEN}`);
  const shown = rowOf(page, BROKEN).locator('.exchange pre').last();
  await expect(shown).toHaveText(
    '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": 2,\n  "deep": {\n    "list": [\n      [],\n      {}\n    ]\n  }\n}\n',
    { useInnerText: true },
  );
});
