import { ctrfOf } from '../../reports/ctrf.ts';
import { junitOf } from '../../reports/junit.ts';
import { formatFor, messageOf } from '../../reports/webhook.ts';
import { BROKEN, exchange, mixedResults, requirementsOf, resultsWith, UNSENT, withEvidence } from '../report/sample.ts';
import { expect, test } from '../test.ts';
import { failing } from './checked.ts';

/** The case of a requirement in JUnit's XML. */
function caseIn(xml: string, id: string): string {
  return new RegExp(`<testcase [^>]*name="${id}"[^>]*>.*?</testcase>`, 's').exec(xml)?.[0] ?? '';
}

test('JUnit has a case for each requirement, with its properties and the exchanges of what does not conform', async () => {
  const results = await mixedResults();
  const xml = junitOf(results);
  expect(xml.match(/<testcase /g)).toHaveLength(results.requirements.length);
  const broken = caseIn(xml, BROKEN);
  const names = ['requirement', 'family', 'level', 'kind', 'section', 'lines', 'verdict'];
  expect([...broken.matchAll(/<property name="(\w+)" value="([^"]+)"\/>/g)].map(([, name]) => name)).toEqual(names);
  expect(broken).toContain('<property name="lines" value="62"/>');
  expect(broken).toMatch(/<properties>.*<failure .*<system-out>/s);
  expect(broken).toContain(
    '&gt; PUT https://staging.example.com/api/v1/roles/17 as admin\n&gt; {"description":null}\n&lt; 200',
  );
  expect(caseIn(xml, UNSENT)).toMatch(/<skipped .*\/>/);
  const conforming = results.requirements.find(({ verdict }) => verdict === 'conforms');
  expect(caseIn(xml, conforming?.id ?? '')).not.toContain('system-out');
});

test('the exchanges of a case are capped, and end with the one that the verdict is about', async () => {
  const many = Array.from({ length: 30 }, (_, index) =>
    exchange({ url: `https://staging.example.com/api/v1/roles/${index}`, responseBody: 'x'.repeat(5_000) }),
  );
  const failure = { kind: 'violation', exchange: 20, expected: 'a', seen: 'b' } as const;
  const xml = junitOf(await resultsWith({ [BROKEN]: [withEvidence(failing({ failure }), BROKEN, many)] }));
  const own = caseIn(xml, BROKEN);
  expect([...own.matchAll(/roles\/(\d+) as/g)].map(([, id]) => Number(id))).toEqual([
    11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ]);
  expect(own).toContain('4000 more');
  expect(own).toContain('20 more exchanges are in results.json');
  expect(own.length).toBeLessThan(20_000);
});

test('CTRF has a test for each requirement, and a summary that adds up', async () => {
  const results = await mixedResults();
  const { results: told } = ctrfOf(results) as {
    results: {
      summary: Record<'tests' | 'passed' | 'failed' | 'pending' | 'skipped' | 'other' | 'start' | 'stop', number>;
      tests: { name: string; status: string; duration: number; message?: string }[];
    };
  };
  const { tests, passed, failed, pending, skipped, other, start, stop } = told.summary;
  expect([tests, passed + failed + pending + skipped + other]).toEqual([results.counts.total, results.counts.total]);
  expect([failed, other, stop - start]).toEqual([results.counts.violates, results.counts.inconclusive, 61_500]);
  expect(told.tests.map(({ name }) => name)).toEqual(results.requirements.map(({ id }) => id));
  expect(told.tests.find(({ name }) => name === BROKEN)).toMatchObject({
    status: 'failed',
    message: 'expected description: null\nseen description: "null"',
  });
  expect(told.tests.every(({ duration }) => Number.isInteger(duration))).toBe(true);
});

test('the message about a run has what is new and the link, in the format of its address', async () => {
  expect(formatFor('https://hooks.slack.com/services/a')).toBe('slack');
  expect(formatFor('https://acme.webhook.office.com/a')).toBe('teams');
  expect(formatFor('https://a.westeurope.logic.azure.com/a')).toBe('teams');
  expect(formatFor('https://chat.example.com/hooks/a')).toBe('slack');
  const [kept] = await requirementsOf('reports');
  const verdicts = new Map([
    [BROKEN, 'conforms' as const],
    [kept?.id ?? '', 'violates' as const],
  ]);
  const { requirements } = await resultsWith();
  for (const { id } of requirements)
    if (!verdicts.has(id) && id !== 'roles.update.name-null') verdicts.set(id, 'conforms');
  const results = await resultsWith(
    { [BROKEN]: [failing()], 'roles.update.name-null': [failing()] },
    {
      facts: { tenant: 'staging <eu>' },
      past: [
        {
          tenant: 'staging',
          at: '2026-11-20T02:00:00.000Z',
          seed: 1,
          outcome: 'conformant',
          milliseconds: 1,
          exchanges: 1,
          verdicts,
        },
      ],
    },
  );
  const link = 'https://ci.example.com/report';
  const { text } = messageOf(results, 'slack', link) as { text: string };
  expect(text.split('\n')).toEqual([
    '*staging &lt;eu&gt;: non-conformant, gate failed*',
    expect.stringMatching(/^\d+ of \d+ requirements conform, 2 violated, 0 known, 0 inconclusive, 0 untested\.$/),
    `Newly violated since 2026-11-20 (1): ${BROKEN}`,
    'Violated in a new check (1): roles.update.name-null',
    `Fixed since 2026-11-20 (1): ${kept?.id ?? ''}`,
    `<${link}|Report>`,
  ]);
  expect(messageOf(results, 'teams', link)).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          body: expect.arrayContaining([
            expect.objectContaining({ text: `Newly violated since 2026-11-20 (1): ${BROKEN}` }),
          ]) as object[],
          actions: [{ type: 'Action.OpenUrl', url: link }],
        },
      },
    ],
  });
});
