import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Workbook } from '../../mock/world/content.ts';
import { knowing, type Past } from './conditions.ts';
import { replaceSync } from './patches.ts';

/** How faults of workbooks are written. */

export const workbookIn = ({ tenant, path }: Call): Workbook | undefined =>
  tenant.content.workbooks.get(Number(path['workbookId']));

export const byWorkbook = ({ path }: Call): unknown => path['workbookId'];

/** Runs something once an operation has succeeded. */
export function afterwards(operation: string, act: (call: Call, before: Workbook | undefined) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const before = workbookIn(call);
    const answer = original(call);
    act(call, before);
    return answer;
  });
}

export function storeWorkbook(call: Call, change: (workbook: Workbook) => Partial<Workbook>): void {
  const workbook = workbookIn(call);
  if (workbook) call.tenant.content.workbooks.replace({ ...workbook, ...change(workbook) });
}

export const knowingWorkbook = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, ({ path }) => path['workbookId'], patch);

export const ofWorkbook = ({ path }: Call): string => path['workbookId'] ?? '';
