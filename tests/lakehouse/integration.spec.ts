import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { changed, integrationOf, put, read, stated } from './integrations.ts';
import { dataSource } from './previews.ts';

/** The data source that is lent without an integration, once: no printed operation removes one. */
async function unused(check: Check, admin: Actor): Promise<string> {
  await check.lock('integrations');
  const name = check.provided('SPARE_DATA_SOURCE_NAME');
  if (isSuccess(await read(admin, name))) {
    untested(`the data source ${name} has an integration by now: lend SPARE_DATA_SOURCE_NAME anew`);
  }
  return name;
}

/** The data source that is lent with an integration. */
async function used(check: Check): Promise<string> {
  await check.lock('integrations');
  return dataSource(check);
}

test(...verifies('lakehouse.integration.create'), async ({ check, admin }) => {
  const name = await unused(check, admin);
  expect(await put(admin, name, stated(check, 'lakehouse.integration'), 0)).toSucceed();
  expect(await read(admin, name), 'a read of the integration').toSucceed();
});

test(...verifies('lakehouse.integration.create-other-version'), async ({ check, admin }) => {
  const name = await unused(check, admin);
  const integration = stated(check, 'lakehouse.integration');
  expect(await put(admin, name, integration, 1)).toBeRefused();
  expect(isSuccess(await read(admin, name)), 'whether there is an integration').toBe(false);
  granted(await put(admin, name, integration, 0), 'the same at version 0');
});

test(...verifies('lakehouse.integration.create-taken'), async ({ check, admin }) => {
  const name = await used(check);
  await changed(check, admin, name, 'lakehouse.integration');
  const before = await integrationOf(check, admin, name);
  const other = stated(check, 'lakehouse.integration-changed');
  expect(await put(admin, name, other, 0)).toBeRefused();
  expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  granted(await put(admin, name, other, before.version), 'the same at the version of the integration');
});

test(...verifies('lakehouse.integration.current-version'), async ({ check, admin }) => {
  const name = await used(check);
  for (const which of ['lakehouse.integration', 'lakehouse.integration-changed'] as const) {
    const { version } = await integrationOf(check, admin, name);
    expect(await put(admin, name, stated(check, which), version), `at version ${version}`).toSucceed();
  }
});

test(...verifies('lakehouse.integration.old-version'), async ({ check, admin }) => {
  const name = await used(check);
  const old = [];
  for (const which of ['lakehouse.integration', 'lakehouse.integration-changed', 'lakehouse.integration'] as const) {
    old.push(await changed(check, admin, name, which));
  }
  const before = await integrationOf(check, admin, name);
  const replaced = old.filter((version) => version !== before.version);
  if (replaced.length === 0) throw setupFailed('the version stays the same when the integration changes');
  const other = stated(check, 'lakehouse.integration-changed');
  for (const version of replaced) {
    expect(await put(admin, name, other, version), `at version ${version}`).toBeRefused();
    expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  }
  granted(await put(admin, name, other, before.version), 'the same at the version of the integration');
});

test(...verifies('lakehouse.integration.stored'), async ({ check, admin }) => {
  const name = await used(check);
  // Twice, so that a tenant which shows the last change but one shows this one as well.
  for (let round = 1; round <= 2; round += 1) await changed(check, admin, name, 'lakehouse.integration');
  const { others: before } = await integrationOf(check, admin, name);
  await changed(check, admin, name, 'lakehouse.integration-changed');
  const { others: after } = await integrationOf(check, admin, name);

  const [first, second] = (['lakehouse.integration', 'lakehouse.integration-changed'] as const).map((which) => [
    ...Object.entries(stated(check, which)),
  ]);
  const different = (second ?? []).filter(
    ([member, value]) => !(first ?? []).some(([name, former]) => name === member && same(former, value)),
  );
  if (different.length === 0) throw setupFailed('both integrations that are stated are the same');
  const shown = different.filter(([member]) => member in before && member in after);
  // Under which names an integration shows is open: where none is one that was sent, it differs somewhere.
  if (shown.length === 0) expect(after, 'the integration after the change').not.toEqual(before);
  for (const [member] of shown) expect(after[member], `${member} after the change`).not.toEqual(before[member]);
});

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
