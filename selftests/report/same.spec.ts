import { expect, test } from '../test.ts';
import { cataloguePage, pageOf } from '../../reports/page/index.ts';
import { choice, expect as expectPage, rowOf, test as testPage } from './browser.ts';
import { contract, mixedResults, pageText } from './sample.ts';

test('the same results give the same bytes', async () => {
  const [one, other] = await Promise.all([mixedResults(), mixedResults()]);
  expect(await pageText(one)).toBe(await pageText(other));
});

test('another start time changes only the lines that show it', async () => {
  const results = await mixedResults();
  const later = { ...results, run: { ...results.run, startedAt: '2027-01-05T08:00:00.000Z' } };
  const [before, after] = [await pageText(results), await pageText(later)].map((text) => text.split('\n'));
  const changed = (before ?? []).flatMap((line, index) => (line === after?.[index] ? [] : [line]));
  expect(before?.length).toBe(after?.length);
  expect(changed.length).toBeLessThanOrEqual(2);
  expect(changed.every((line) => line.includes('2026-11-21T02:30'))).toBe(true);
});

testPage('a report lists the faults of each requirement, and says where there is none', async ({ open }) => {
  const [proven, unproven] = ['roles.update.name-null', 'roles.get.same-id'];
  const fault = { id: `${proven}/cleared`, sentence: 'A null name clears the name.', verdict: 'caught' };
  const text = pageOf(await mixedResults(), { ...(await contract()), faults: new Map([[proven, [fault]]]) });
  const page = await open(text, `#${proven}`);
  await expectPage(rowOf(page, proven)).toContainText(/A null name clears the name\.\s*caught/);
  await page.evaluate(`location.hash = '#${unproven}'`);
  await expectPage(rowOf(page, unproven)).toContainText('No fault of the reference tenant proves the check yet.');
});

testPage('the catalogue is the same page without a run', async ({ open }) => {
  const { registry } = await contract();
  const id = 'roles.update.name-null';
  const page = await open(
    cataloguePage(registry, {
      checks: new Map([[id, [{ file: 'tests/roles/refusals.spec.ts', line: 12 }]]]),
      faults: new Map([[id, [{ id: `${id}/cleared`, sentence: 'A null name clears the name.' }]]]),
    }),
    `#${id}`,
  );
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText('Requirement catalogue');
  await expectPage(choice(page, 'verdict')).toHaveCount(0);
  await expectPage(rowOf(page, id)).toContainText('tests/roles/refusals.spec.ts:12');
  await expectPage(rowOf(page, id)).toContainText('A null name clears the name.');
  await choice(page, 'proof').selectOption('fault');
  await expectPage(page.locator('#shown')).toContainText(`1 of ${registry.size.toLocaleString('en')}`);
  const untestable = [...registry.values()].find((one) => one.untestable !== undefined);
  await page.getByLabel('Search requirements').fill('');
  await page.goto(`${page.url().split('#')[0] ?? ''}#${untestable?.id ?? ''}`);
  await expectPage(rowOf(page, untestable?.id ?? '')).toContainText(untestable?.untestable ?? '');
});
