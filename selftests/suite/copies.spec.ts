import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import { expect, test } from '../test.ts';
import { ADMIN, answer, filesOf, withoutDelays } from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('copies');

const WORKBOOKS = '/api/v1/deployments/{deploymentId}/workbooks';

/** A ledger beside a tenant that lists these workbooks, and declares how one is removed unless told otherwise. */
function started(listed: readonly unknown[], { isRemovable = true, own = '' } = {}) {
  const sent: string[] = [];
  const admin = {
    read(path: string) {
      sent.push(`GET ${path}`);
      return Promise.resolve({ ...answer('listRoles', 200), wire: { value: listed.map((Id) => ({ Id })) } });
    },
    request(method: string, path: string) {
      sent.push(`${method} ${path}`);
      return Promise.resolve(answer('listRoles', 204));
    },
  } as unknown as Actor;
  const responses = { 200: { description: 'done' } };
  const document = new TenantDocument({
    openapi: '3.1.0',
    paths: {
      [WORKBOOKS]: { get: { responses } },
      [`${WORKBOOKS}/{workbookId}`]: isRemovable ? { delete: { responses } } : {},
    },
  });
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays(), { document, isOwn: (id) => id === own });
  return { ledger, sent };
}

async function copied(ledger: Ledger, operation: AnyOperationId, wire: object, status = 201): Promise<void> {
  const asked = { path: { deploymentId: 402, workbookId: '7' }, body: { targetDeploymentId: 403 } };
  await ledger.around(operation, asked, ADMIN, () =>
    Promise.resolve({ ...answer(operation, status), wire, body: wire }),
  );
}

const ended = async (ledger: Ledger) => (await ledger.settle()).map(({ became, copyOf }) => [became, copyOf]);

test('a copy of a workbook that was stated is removed as the document declares', async () => {
  const { ledger, sent } = started([7, 8]);
  await copied(ledger, 'duplicateWorkbook', { id: 9 });
  await copied(ledger, 'duplicateWorkbook', { id: 10 });
  expect(await ended(ledger)).toEqual([
    ['undone', undefined],
    ['undone', undefined],
  ]);
  const path = '/api/v1/deployments/402/workbooks';
  expect(sent).toEqual([`GET ${path}`, `DELETE ${path}/10`, `DELETE ${path}/9`]);
});

test('the copy of a promotion is removed in the other deployment', async () => {
  const { ledger, sent } = started([3]);
  await copied(ledger, 'applyPromotion', {
    id: 'p-1',
    workbookId: 7,
    Result: { PromotionId: 1, TargetWorkbookId: 12 },
  });
  expect(await ended(ledger)).toEqual([['undone', undefined]]);
  expect(sent.at(-1)).toBe('DELETE /api/v1/deployments/403/workbooks/12');
});

for (const [what, id] of [
  ['the workbook that was copied', 7],
  ['another workbook that was there', 8],
  ['no workbook', undefined],
] as const) {
  test(`nothing is removed where a copy is answered with the id of ${what}`, async () => {
    const { ledger, sent } = started([7, 8]);
    await copied(ledger, 'duplicateWorkbook', { id });
    expect(await ended(ledger)).toEqual([['expires', '7']]);
    expect(sent.filter((one) => one.startsWith('DELETE'))).toEqual([]);
  });
}

test('what a job is to copy is not taken for the job', async () => {
  const { ledger, sent } = started([7]);
  await copied(ledger, 'duplicateWorkbook', { id: 'job-1' }, 202);
  expect(await ended(ledger)).toEqual([['expires', '7']]);
  expect(sent.filter((one) => one.startsWith('DELETE'))).toEqual([]);
});

test('without a declared removal a copy is left for good, and one of a workbook of the run is left to its end', async () => {
  for (const given of [{ isRemovable: false }, { own: '7' }]) {
    const { ledger, sent } = started([7], given);
    await copied(ledger, 'duplicateWorkbook', { id: 9 });
    expect(await ended(ledger)).toEqual([['expires', '7']]);
    expect(sent).toEqual([]);
  }
});
