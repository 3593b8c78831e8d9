import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { idWithin } from '../../harness/http/created-id.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';
import { ADMIN, answer, filesOf, withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('ledger-ids');

/** A tenant whose lists show nothing new, and a ledger that knows under which name its ids stand. */
function started(): { readonly ledger: Ledger; readonly deleted: unknown[] } {
  const deleted: unknown[] = [];
  const admin = {
    ask: (operation: AnyOperationId, id: unknown) => {
      deleted.push(id);
      return Promise.resolve(answer(operation, 204));
    },
    listScheduledTasks: () => Promise.resolve({ items: [] }),
    in: () => admin,
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays(), { idIn: (_, wire) => idWithin(wire, 'uid') });
  return { ledger, deleted };
}

/** A creation that answers with this. */
async function made(ledger: Ledger, operation: AnyOperationId, wire: object | undefined): Promise<void> {
  const asked = { path: { deploymentId: '7' }, body: { prompt: 'conformance-prompt' } };
  const created = (): Promise<Answer> => Promise.resolve({ ...answer(operation, 200), wire, body: wire });
  await ledger.around(operation, asked, ADMIN, created);
}

for (const operation of ['createScheduledTask', 'createReportDelivery'] as const) {
  test(`what ${operation} made is removed by the id that its response has under another name`, async () => {
    const { ledger, deleted } = started();
    await made(ledger, operation, { name: 'things/1', uid: 'x-1' });
    expect((await ledger.settle()).map(({ became }) => became)).toEqual(['undone']);
    expect(deleted).toEqual(['x-1']);
  });
}

test('a new delivery without an id is said to be left behind', async () => {
  const { ledger } = started();
  await made(ledger, 'createReportDelivery', {});
  expect((await ledger.settle()).map(({ became }) => became)).toEqual(['left']);
});

test('a setting that the user did not have before, and that no request takes away, is told', async () => {
  const settings: Record<string, unknown> = {};
  const admin = {
    getMe: () => Promise.resolve({ settings: { ...settings } }),
    raw: (operation: AnyOperationId, { body }: { readonly body: Readonly<Record<string, unknown>> }) => {
      const said = Object.entries(body).filter(([, value]) => value !== null);
      Object.assign(settings, Object.fromEntries(said));
      return Promise.resolve(answer(operation, said.length > 0 ? 200 : 400));
    },
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const body = { locale: 'en' };
  await ledger.around('updateMySettings', { body }, ADMIN, () => admin.raw('updateMySettings', { body }));
  const [entry] = await ledger.settle();
  expect(entry).toMatchObject({ became: 'expires', why: 'the tenant does not take away again: locale' });
});

/** A thing that only the tenant's document declares how to create, made with an answer that shows no id. */
async function madeWithoutId(page: unknown, status = 200, removed = 204) {
  const sent: string[] = [];
  const admin = {
    read: () => Promise.resolve({ ...answer('listRoles', status), wire: page }),
    request(method: string, path: string) {
      sent.push(`${method} ${path}`);
      return Promise.resolve(answer('listRoles', removed));
    },
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  const noted = { kind: 'workbook', name: NAME, removal: '/workbooks/{id}', list: { path: '/workbooks' } };
  await ledger.around('declaredCreation', { body: noted }, ADMIN, () =>
    Promise.resolve({ ...answer('declaredCreation' as AnyOperationId, 202), body: {} }),
  );
  const [entry] = await ledger.settle();
  return { became: entry?.became, sent };
}

const NAME = 'conformance-workbook';

for (const [form, page] of [
  [
    'a list',
    [
      { id: 4, name: 'other' },
      { id: 5, name: NAME },
    ],
  ],
  ['a page', { '@odata.count': 1, value: [{ Id: 5, slug: 'a', Title: NAME }] }],
  ['a page within a page', { data: { workbooks: { items: [{ workbookId: 5, folderId: 2, title: NAME }] } } }],
] as const) {
  test(`what was created with an answer that has no id is found in ${form} and removed`, async () => {
    expect(await madeWithoutId(page)).toEqual({ became: 'undone', sent: ['DELETE /workbooks/5'] });
  });
}

test('what was created is said to be left behind if its list cannot be read, and gone if the list lacks it', async () => {
  expect(await madeWithoutId({}, 403)).toEqual({ became: 'left', sent: [] });
  expect(await madeWithoutId({ value: [{ Title: NAME }] })).toEqual({ became: 'left', sent: [] });
  expect(await madeWithoutId({ value: [] })).toEqual({ became: 'undone', sent: [] });
});

test('what a list shows is left behind if its removal is answered with 404, as where nothing is served', async () => {
  const { became, sent } = await madeWithoutId([{ id: 5, name: NAME }], 200, 404);
  expect(became).toBe('left');
  expect(sent).toContain('DELETE /workbooks/5');
});
