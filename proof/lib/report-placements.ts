import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import type { When } from './conditions.ts';
import { replaceSync } from './patches.ts';
import { duringReports, reportIn } from './reports.ts';

/** How faults of the placements of reports are written. */

export const placementIn = (call: Call): number =>
  reportIn(call)?.placements.findIndex(({ id }) => id === bodyOf(call)['placementId']) ?? -1;

/** A report as it is stored, for an operation whose answer shows it and has no effect. */
export function ignored(operation: string, when: When): Patch {
  return replaceSync(operation, (call, original) => {
    const before = reportIn(call);
    const isMeant = when(call);
    const answer = original(call);
    if (isMeant && before) call.tenant.content.reports.replace(before);
    return answer;
  });
}

export const withoutSheetsOfDigits = (operation: 'disconnectReportFromWorkbook' | 'refreshReport') =>
  replaceSync(operation, (call, original) =>
    /^\d+$/.test(String(bodyOf(call)['sheetName'])) ? refuse('unknown', 'there is no such placement') : original(call),
  );

/** An operation that finds no placement by spreadsheet, sheet and cell. */
export function blindToAddresses(operation: string): Patch {
  return duringReports(operation, { isAt: () => false });
}

/** Whether a placement is at an address, some parts of which do not count. */
export function isAtBut(...ignored: readonly ('sheetName' | 'anchorCell')[]): Rules['reports']['isAt'] {
  return (placement, address) =>
    (['externalWorkbookId', 'sheetName', 'anchorCell'] as const).every(
      (part) => ignored.some((one) => one === part) || placement[part] === (address[part] ?? null),
    );
}

/** Another report than that of the path, to which a placement belongs. */
export function placedElsewhere(call: Call, placementId: unknown): Report | undefined {
  return call.tenant.content.reports.find(
    ({ id, placements }) => id !== reportIn(call)?.id && placements.some((one) => one.id === placementId),
  );
}
