import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unset, untested } from '../../harness/failures/untested.ts';
import {
  changeIntegration,
  integrationOf,
  putIntegration,
  readIntegration,
  statedIntegration,
} from './integrations.ts';
import { dataSource } from './previews.ts';

/** The data source that is provided without an integration. It can be used once: no printed operation removes one. */
async function unusedDataSource(check: Check, admin: Actor): Promise<string> {
  const name = check.provided('SPARE_DATA_SOURCE_NAME');
  if (isSuccess(await readIntegration(admin, name))) {
    untested(unset('another SPARE_DATA_SOURCE_NAME', `the data source ${name} already has an integration`));
  }
  return name;
}

test(...verifies('lakehouse.integration.create'), async ({ check, admin }) => {
  const name = await unusedDataSource(check, admin);
  expect(await putIntegration(admin, name, statedIntegration(check, 'lakehouse.integration'), 0)).toSucceed();
  expect(await readIntegration(admin, name), 'a read of the integration').toSucceed();
});

test(...verifies('lakehouse.integration.create-other-version'), async ({ check, admin }) => {
  const name = await unusedDataSource(check, admin);
  const integration = statedIntegration(check, 'lakehouse.integration');
  expect(await putIntegration(admin, name, integration, 1)).toBeRefused();
  expect(isSuccess(await readIntegration(admin, name)), 'the data source has an integration').toBe(false);
  granted(await putIntegration(admin, name, integration, 0), 'the same request with version 0');
});

test(...verifies('lakehouse.integration.create-taken'), async ({ check, admin }) => {
  const name = dataSource(check);
  await changeIntegration(check, admin, name, 'lakehouse.integration');
  const before = await integrationOf(check, admin, name);
  const other = statedIntegration(check, 'lakehouse.integration-changed');
  expect(await putIntegration(admin, name, other, 0)).toBeRefused();
  expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  granted(await putIntegration(admin, name, other, before.version), 'the same request with the current version');
});

test(...verifies('lakehouse.integration.current-version'), async ({ check, admin }) => {
  const name = dataSource(check);
  for (const which of ['lakehouse.integration', 'lakehouse.integration-changed'] as const) {
    const { version } = await integrationOf(check, admin, name);
    expect(
      await putIntegration(admin, name, statedIntegration(check, which), version),
      `with expected version ${version}`,
    ).toSucceed();
  }
});

test(...verifies('lakehouse.integration.old-version'), async ({ check, admin }) => {
  const name = dataSource(check);
  const old = [];
  for (const which of ['lakehouse.integration', 'lakehouse.integration-changed', 'lakehouse.integration'] as const) {
    old.push(await changeIntegration(check, admin, name, which));
  }
  const before = await integrationOf(check, admin, name);
  const replaced = old.filter((version) => version !== before.version);
  if (replaced.length === 0) throw setupFailed('the version stays the same when the integration changes');
  const other = statedIntegration(check, 'lakehouse.integration-changed');
  for (const version of replaced) {
    expect(await putIntegration(admin, name, other, version), `with expected version ${version}`).toBeRefused();
    expect(await integrationOf(check, admin, name), 'the integration').toEqual(before);
  }
  granted(await putIntegration(admin, name, other, before.version), 'the same request with the current version');
});

test(...verifies('lakehouse.integration.stored'), async ({ check, admin }) => {
  const name = dataSource(check);
  // Stored twice, so that even a tenant that shows the previous change shows this integration.
  for (let time = 1; time <= 2; time += 1) await changeIntegration(check, admin, name, 'lakehouse.integration');
  const { others: before } = await integrationOf(check, admin, name);
  await changeIntegration(check, admin, name, 'lakehouse.integration-changed');
  const { others: after } = await integrationOf(check, admin, name);

  const [first, second] = (['lakehouse.integration', 'lakehouse.integration-changed'] as const).map((which) => [
    ...Object.entries(statedIntegration(check, which)),
  ]);
  const different = (second ?? []).filter(
    ([member, value]) => !(first ?? []).some(([name, former]) => name === member && same(former, value)),
  );
  if (different.length === 0) throw setupFailed('the two stated integrations are the same');
  const shown = different.filter(([member]) => member in before && member in after);
  // The names of the shown members are open. If none of them is a sent name, the integration as a whole must differ.
  if (shown.length === 0) expect(after, 'the integration after the change').not.toEqual(before);
  for (const [member] of shown) expect(after[member], `${member} after the change`).not.toEqual(before[member]);
});

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
