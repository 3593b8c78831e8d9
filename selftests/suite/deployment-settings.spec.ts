import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { isReadThere } from '../../harness/client/declared-read.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';
import { ADMIN, answer, filesOf, withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

const contract = await loadContract();

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('deployment-settings');

const settingsIn = (settings: unknown, beside?: unknown) =>
  settingsOf({
    preparing: {
      getDeploymentSettings: () => Promise.resolve(settings),
      readBeside: () =>
        Promise.resolve(beside === undefined ? undefined : { status: 200, headers: {}, text: '', wire: beside }),
    },
  } as unknown as Actor);

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

test('what the settings leave out is read of the deployment, where the document declares that', async () => {
  const deployment = { id: 7, region: 'us', template_variables: { region: 'x' } };
  const expected = { region: 'eu', templateVariables: { region: 'x' } };
  expect(await settingsIn({ region: 'eu' }, deployment)).toEqual(expected);
  expect(await settingsIn({ region: 'eu' }, { data: deployment })).toEqual(expected);
  expect(await settingsIn({}, { templateVariables: { region: 'x' } })).toEqual({ templateVariables: { region: 'x' } });
});

test('a read of the deployment is declared at the path of its update, and shows what is asked for', () => {
  const at = (paths: object, path = '/api/v1/deployments/{id}') =>
    new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths: { [path]: paths } }));
  const read = (properties: object) => ({
    get: { responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties } } } } } },
    put: { responses: {} },
  });
  const shown = read({ data: { type: 'object', properties: { cloud_provider: {} } } });
  expect(isReadThere(at(shown), 'updateDeployment', ['cloudProvider'])).toBe(true);
  expect(isReadThere(at(shown), 'updateDeployment', ['region'])).toBe(false);
  expect(isReadThere(at({ put: { responses: {} } }), 'updateDeployment', ['cloudProvider'])).toBe(false);
});

test('keys of template variables that a tenant does not take away are told, and are no failure to restore', async () => {
  const settings: Record<string, unknown> = { region: 'eu', templateVariables: { zone: 'a' } };
  const admin = {
    in: () => admin,
    preparing: {
      getDeploymentSettings: () => Promise.resolve({ ...settings }),
      readBeside: () => Promise.resolve(undefined),
    },
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
    preparing: {
      getDeploymentSettings: () => Promise.resolve({ region: 'eu' }),
      readBeside: () => Promise.resolve(undefined),
    },
    raw: (operation: AnyOperationId) => Promise.resolve(answer(operation, isThere ? 200 : 404)),
  } as unknown as Actor & { readonly raw: (operation: AnyOperationId, asked?: object) => Promise<Answer> };
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const asked = { path: { deploymentId: 7 }, body: { region: 'us' } };
  await ledger.around('updateDeployment', asked, ADMIN, () => admin.raw('updateDeployment'));
  isThere = false;
  expect(await ledger.settle()).toMatchObject([{ became: 'undone' }]);
});
