import type { Locator, Page } from '@playwright/test';
import type { Exchange } from '../../evidence/evidence.ts';
import type { Results } from '../../evidence/results.ts';
import { check, failing } from '../suite/checked.ts';
import { expect, rowOf, test } from './browser.ts';
import { BROKEN, exchange, pageText, resultsWith, UNSENT, withEvidence } from './sample.ts';

/** Texts that a hostile or broken server may send. If any of them is run as script, `window.ran` is set. */
const HOSTILE: Readonly<Record<string, string>> = {
  'an end of the script': '</script><script>window.ran = 1</script>',
  'an image that fails': '<img src=x onerror="window.ran = 1">',
  'an image from elsewhere': '"><img src="https://evil.example.com/a.png"><svg onload=alert(1)>',
  'an unclosed comment': '<!--<script>',
  'an end of a style': '</style><style>*{display:none}</style>',
  'an end of a title': '</title></textarea></noscript><iframe srcdoc="<script>parent.ran=1</script>">',
  entities: '&lt;script&gt;&#x3c;&amp;quot;',
  'a template': '${window.ran = 1} {{constructor.constructor("window.ran=1")()}}',
  'terminal colours': '\u001b[31mred\u001b[0m \u001b]0;title\u0007',
  'direction marks': 'admin\u202egnp.exe \u2066left\u2069 \u200f',
  'zero-width characters': 'ro\u200ble \ufeff\u2060',
  binary: '\u0000\u0001\u0002\ufffd\ufffe\u007f\u0085',
  // Bytes that are not UTF-8, as the recorder decodes them.
  'invalid UTF-8': Buffer.from([0x7b, 0xc3, 0x28, 0xf0, 0x9f, 0x92, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x7d]).toString(
    'utf8',
  ),
  'lone surrogates': 'a\ud800b\udc00c',
  markdown: '```\n# not a title\n[x](javascript:window.ran=1)',
};

/** The same text in every value that a tenant or a user can choose. */
async function hostileResults(words: string): Promise<Results> {
  const hostile: Partial<Exchange> = {
    url: `https://staging.example.com/api/v1/roles/${encodeURI('17')}?q=${words}`,
    requestHeaders: { 'x-said': words },
    requestBody: JSON.stringify({ name: words }),
    responseHeaders: { 'content-type': words, [words.slice(0, 20)]: words },
    responseBody: words,
    failure: words,
    findings: [{ requirement: BROKEN, at: `/${words}`, message: words, kind: 'schema' }],
  };
  const counterexample = { input: words, seed: 7, path: '0', inputs: 1, shrinks: 0 };
  const failure = { kind: 'violation', summary: words, expected: words, seen: words, counterexample } as const;
  const asked = [
    exchange(hostile),
    exchange({ ...hostile, responseBody: JSON.stringify({ [words]: [words, { words }] }) }),
  ];
  return resultsWith(
    {
      [BROKEN]: [
        withEvidence(failing({ failure, remains: [{ what: words, became: 'left', why: words }] }), BROKEN, asked, {
          drift: [{ what: 'other', operation: words, place: words, expected: words, seen: words }],
          bindings: [{ id: words, value: words, source: 'stated' }],
        }),
      ],
      [UNSENT]: [check({ status: 'skipped', annotations: { untested: words } })],
      'reports.list.first-limits': [failing({ failure: { kind: 'defect', summary: words } })],
    },
    {
      families: ['folders'],
      facts: {
        tenant: words,
        baseUrl: words,
        settings: { BASE_URL: words, TENANT: words },
        versions: { [words]: words },
        baseline: {
          file: words,
          violations: [
            { requirement: 'roles.update.name-null', reason: words, ticket: `javascript:${words}`, line: 1 },
          ],
          gaps: [{ requirement: UNSENT, accept: 'untested', reason: words, line: 2 }],
        },
      },
    },
  );
}

async function nothingRan(page: Page): Promise<void> {
  expect(await page.evaluate<unknown>('window.ran')).toBeUndefined();
  expect(await page.locator('img, iframe, object, embed, base, form[action]').count()).toBe(0);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.locator('script:not([type])').count()).toBe(1);
  await expect(page.locator('#untestable')).toBeVisible();
}

test('no script runs and no character is hidden, whatever the text is', async ({ open }) => {
  test.setTimeout(120_000);
  for (const [name, words] of Object.entries(HOSTILE)) {
    await test.step(name, async () => {
      const page = await open(await pageText(await hostileResults(words)), `#${BROKEN}`);
      await expect(rowOf(page, BROKEN).locator('.inside')).toBeVisible();
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
      await expect(rowOf(page, BROKEN).locator('.exchange pre').last()).toBeVisible();
      await nothingRan(page);
      // Invisible characters are shown as code points everywhere.
      const text = (await page.locator('body').innerText()).replace(/[\n\t]/g, ' ');
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/);
    });
  }
});

test('invisible characters are shown as code points', async ({ open }) => {
  const page = await open(await pageText(await hostileResults('a\u202eb\u0000c')), `#${BROKEN}`);
  const body = rowOf(page, BROKEN).locator('.exchange pre').first();
  await expect(rowOf(page, BROKEN).locator('.mark').first()).toHaveText('U+202E');
  await expect(body).not.toContainText('\u202e');
  await expect(page.locator('.overview')).toContainText('a⟨U+202E⟩b⟨U+0000⟩c');
});

test('a ticket with hostile text contains no markup from the tenant', async ({ open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const words = '```\n# not a title\n<img src=x onerror=alert(1)> \u202e';
  const page = await open(await pageText(await hostileResults(words)), `#${BROKEN}`);
  await rowOf(page, BROKEN).getByRole('button', { name: 'Copy bug ticket' }).click();
  await expect(rowOf(page, BROKEN).getByRole('button', { name: 'Copied' })).toBeVisible();
  const ticket = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(ticket).not.toContain('\u202e');
  let fence = '';
  for (const line of ticket.split('\n')) {
    const [ticks = ''] = /^`{3,}/.exec(line) ?? [];
    if (fence === '') {
      fence = ticks;
      expect(line).not.toMatch(/^# not|<img/);
    } else if (line === fence) fence = '';
  }
  expect(fence).toBe('');
});

test('large bodies are truncated, and their size is shown', async ({ open }) => {
  // The recorder keeps 64,000 characters of 2 MB and notes how many it left out.
  const recorded = `{"a":"${'x'.repeat(63_994)} … 1936000 more characters`;
  const random = Array.from({ length: 64_000 }, (_, index) => String.fromCharCode(33 + ((index * 7_919) % 94))).join(
    '',
  );
  const asked = [
    exchange({ responseBody: recorded }),
    exchange({ responseBody: 'y'.repeat(2_000_000) }),
    exchange({ responseBody: random, requestBody: random }),
  ];
  const results = await resultsWith({ [BROKEN]: [withEvidence(failing(), BROKEN, asked)] }, { families: [] });
  const text = await pageText(results);
  expect(text.length).toBeLessThan(1_500_000);
  const page = await open(text, `#${BROKEN}`);
  const [first, second, third] = [0, 1, 2].map((index) => page.locator('.exchange').nth(index)) as [
    Locator,
    Locator,
    Locator,
  ];
  for (const truncated of [first, second]) {
    await truncated.locator('summary').first().click();
    await expect(truncated).toContainText('First 16,000 of 2,000,000 characters');
  }
  await expect(third).toContainText('First 16,000 of 64,000 characters');
  expect((await first.locator('pre').last().textContent())?.length).toBeLessThan(17_000);
});

test('the page is self-contained, and its policy allows nothing else', async () => {
  const text = await pageText(await hostileResults(HOSTILE['an end of the script'] ?? ''));
  expect(text.match(/<script\b[^>]*>/g)?.filter((tag) => !tag.includes('type='))).toHaveLength(1);
  expect(text).not.toMatch(/<link(?! rel="icon" href="data:,")|@import|url\(|\b(src|srcset|action)=/);
  expect(text).not.toMatch(/ on\w+="/);
  const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(text) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
});
