import { expect, test } from './browser.ts';
import { pageText, PROVIDED, resultsWith } from './sample.ts';

test('the page shows what stood for each thing and credential, those that are missing first', async ({ open }) => {
  const page = await open(await pageText(await resultsWith({}, { provided: PROVIDED })));
  const section = page.locator('#provided');
  await expect(section.getByRole('heading', { name: 'What stood for what' })).toContainText('5');
  await expect(section).toContainText('43 requests in 1.2 s');
  const missing = section.locator('.scroll').first().locator('tbody tr');
  await expect(missing).toHaveCount(1);
  await expect(missing).toContainText('MEMBER_TOKEN');
  await expect(missing).toContainText('none');
  await expect(missing).toContainText('set ALLOW_ACCOUNT_CHANGES=1');
  const present = section.locator('details.fold').filter({ hasText: '4 things and credentials' });
  await expect(present.locator('summary')).toContainText('1 found, 1 made, 1 derived, 1 stated');
  await present.locator('summary').click();
  const found = present.locator('tbody tr').filter({ hasText: 'the first of the list of deployments' });
  await expect(found).toContainText('4021');
  const count = parseInt(await found.locator('td').last().innerText(), 10);
  expect(count).toBeGreaterThan(10);
  await expect(section).toContainText('Made and not removed: 1');
  await expect(section).toContainText('user 4: could not be undone: 403');
  await section.getByText('2 things made and removed').click();
  await expect(section).toContainText('report 17 of deployment 4021');
});

test('a report that is written before the removal says so', async ({ open }) => {
  const { removed: _, left: __, ...before } = PROVIDED;
  const page = await open(await pageText(await resultsWith({}, { provided: before })));
  await expect(page.locator('#provided')).toContainText('What was made is removed after this report.');
});

test('a run against the embedded tenant says that it lends everything', async ({ open }) => {
  const page = await open(await pageText(await resultsWith({}, { facts: { isLive: false } })));
  await expect(page.locator('#provided')).toContainText('The embedded tenant lends each check');
});
