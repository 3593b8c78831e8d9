import fc from 'fast-check';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { SIGNS } from '../../harness/client/unique.ts';
import { property } from '../../harness/check/property.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { afterEmpty, VALUES, valuesOf, prepareVariables, variablesIn, type Variables } from './settings.ts';

test(...verifies('deployments.update.template-variables-add'), async ({ check, admin }) => {
  const before = variablesIn(await settingsOf(admin));
  const [known] = valuesOf(check, 'templateVariables');
  const added = Object.entries(known as Variables).find(([key]) => !(key in before));
  // No operation certainly removes a key, so an existing key may come from an earlier run.
  const [key, value] =
    added ?? untested(unstated(VALUES, 'it needs templateVariables with a key that the deployment does not have'));
  const answer = await admin.ask('updateDeployment', { templateVariables: { [key]: value } });
  expect(answer).toSucceed();
  expect(variablesIn(await settingsOf(admin))[key]).toEqual(value);
});

test(...verifies('deployments.update.template-variables-replace'), async ({ check, admin }) => {
  const { before, others } = await prepareVariables(check, admin);
  for (const [key, value] of Object.entries(others)) {
    expect(await admin.ask('updateDeployment', { templateVariables: { [key]: value } })).toSucceed();
    expect(variablesIn(await settingsOf(admin))[key], key).toEqual(value);
  }
  const [key = ''] = Object.keys(others);
  // Which values a tenant accepts is open; an accepted value must be stored as it was sent.
  if (isSuccess(await admin.raw('updateDeployment', { body: { templateVariables: { [key]: SIGNS } } }))) {
    expect(variablesIn(await settingsOf(admin))[key], key).toBe(SIGNS);
  }
  const values = [before[key], others[key]];
  const put = (value: unknown) => admin.raw('updateDeployment', { body: { templateVariables: { [key]: value } } });
  const after = await afterEmpty(values, put, async () => variablesIn(await settingsOf(admin))[key], '');
  expect(after, `${key} after an update with an empty string`).not.toEqual(values);
});

function without(variables: Variables, named: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([key]) => !(key in named)));
}

test(...verifies('deployments.update.template-variables-keep'), async ({ check, admin }) => {
  const { before, others } = await prepareVariables(check, admin);
  for (const [key, value] of Object.entries(others)) {
    const former = variablesIn(await settingsOf(admin));
    await admin.updateDeployment({ templateVariables: { [key]: value } });
    const after = variablesIn(await settingsOf(admin));
    expect(without(after, { [key]: value }), `other variables after an update of ${key}`).toEqual(
      without(former, { [key]: value }),
    );
  }
  expect(Object.keys(variablesIn(await settingsOf(admin)))).toEqual(expect.arrayContaining(Object.keys(before)));
  await expectKeptBeside(admin, { ...before, ...others });
});

/** The same for updates with another member at its current value; refused updates change nothing and prove nothing. */
async function expectKeptBeside(admin: Actor, values: Variables): Promise<void> {
  const [key = ''] = Object.keys(values);
  for (const name of ['template', 'launchpadTabs'] as const) {
    const former = await settingsOf(admin);
    if ((former[name] ?? null) === null) continue;
    const templateVariables = { [key]: variablesIn(former)[key] };
    await admin.raw('updateDeployment', { body: { templateVariables, [name]: former[name] } });
    expect(variablesIn(await settingsOf(admin)), `variables after an update of ${key} and ${name}`).toEqual(
      variablesIn(former),
    );
  }
}

test.describe('any input', () => {
  test(...verifies('deployments.update.template-variables-keep'), async ({ check, admin }) => {
    const { before, others } = await prepareVariables(check, admin);
    const keys = Object.keys(others);
    const change = fc
      .tuple(fc.subarray(keys, { minLength: 1 }), fc.boolean())
      .map(([some, isBack]) => Object.fromEntries(some.map((key) => [key, (isBack ? before : others)[key]])));
    let former = before;
    await property(check, change, async (templateVariables) => {
      await admin.preparing.updateDeployment({ templateVariables });
      const kept = without(former, templateVariables);
      former = variablesIn(await settingsOf(admin));
      expect(without(former, templateVariables)).toEqual(kept);
    });
  });
});

test(...verifies('deployments.update.template-variables-empty'), async ({ check, admin }) => {
  const { before } = await prepareVariables(check, admin);
  expect(await admin.ask('updateDeployment', { templateVariables: {} })).toSucceed();
  expect(variablesIn(await settingsOf(admin))).toEqual(before);
});
