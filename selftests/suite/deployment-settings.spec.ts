import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';
import { ADMIN, answer, filesOf, withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('deployment-settings');

const settingsIn = (answer: unknown) =>
  settingsOf({ preparing: { getDeploymentSettings: () => Promise.resolve(answer) } } as unknown as Actor);

test('settings are found on the top level, as entries and in groups', async () => {
  const expected = { region: 'eu', templateVariables: { region: 'x' } };
  expect(await settingsIn({ ...expected, id: 7 })).toEqual(expected);
  expect(await settingsIn([{ key: 'region', value: 'eu' }])).toEqual({ region: 'eu' });
  expect(
    await settingsIn({
      id: 7,
      general: { name: 'Sales', region: 'eu' },
      model: { template_variables: { region: 'x' } },
    }),
  ).toEqual(expected);
});

test('what is inside of a setting, or in several groups, is no setting', async () => {
  expect(await settingsIn({ templateVariables: { region: 'x' } })).toEqual({ templateVariables: { region: 'x' } });
  expect(await settingsIn({ storage: { region: 'eu' }, compute: { region: 'us', template: 'blank' } })).toEqual({
    template: 'blank',
  });
});

test('keys of template variables that a tenant does not take away are told, and are no failure to restore', async () => {
  const settings: Record<string, unknown> = { region: 'eu', templateVariables: { zone: 'a' } };
  const admin = {
    in: () => admin,
    preparing: { getDeploymentSettings: () => Promise.resolve({ ...settings }) },
    raw(operation: AnyOperationId, { body = {} }: { readonly body?: { readonly templateVariables?: object } } = {}) {
      if (operation !== 'updateDeployment') return Promise.resolve(answer(operation, 200));
      const { templateVariables = {}, ...others } = body;
      const taken = Object.entries(templateVariables).filter(([, value]) => value !== null);
      const before = settings['templateVariables'] as object;
      Object.assign(settings, others, { templateVariables: { ...before, ...Object.fromEntries(taken) } });
      return Promise.resolve(answer(operation, 200));
    },
  } as unknown as Actor & { readonly raw: (operation: AnyOperationId, asked: object) => Promise<Answer> };
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const body = { region: 'us', templateVariables: { zone: 'b', added: 'c' } };
  await ledger.around('updateDeployment', { path: { deploymentId: 7 }, body }, ADMIN, () =>
    admin.raw('updateDeployment', { body }),
  );
  expect(await ledger.settle()).toMatchObject([
    { became: 'expires', why: 'the tenant does not take away again: templateVariables added' },
  ]);
  expect(settings).toEqual({ region: 'eu', templateVariables: { zone: 'a', added: 'c' } });
});

test('the settings of a deployment that was removed meanwhile need no undoing', async () => {
  let isThere = true;
  const admin = {
    in: () => admin,
    preparing: { getDeploymentSettings: () => Promise.resolve({ region: 'eu' }) },
    raw: (operation: AnyOperationId) => Promise.resolve(answer(operation, isThere ? 200 : 404)),
  } as unknown as Actor & { readonly raw: (operation: AnyOperationId, asked?: object) => Promise<Answer> };
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const asked = { path: { deploymentId: 7 }, body: { region: 'us' } };
  await ledger.around('updateDeployment', asked, ADMIN, () => admin.raw('updateDeployment'));
  isThere = false;
  expect(await ledger.settle()).toMatchObject([{ became: 'undone' }]);
});
