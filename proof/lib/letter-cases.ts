import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { during, replaceSync } from './patches.ts';
import { isAsked, itemsOf } from './reports.ts';

/** What differs in letter case alone, and is taken for one. */

const sameLetters = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase();

/** Spreadsheets whose ids differ in letter case are one for the filter of reports. */
export const spreadsheetsInAnyCase: Patch = during('listReports', 'reports', () => ({
  isPlacedIn: (report, id) =>
    id === undefined || report.placements.some((one) => sameLetters(one.externalWorkbookId, id)),
}));

/** A list of the placements in a spreadsheet has those in spreadsheets whose ids differ in letter case. */
export const documentsInAnyCase: Patch = replaceSync('listPlacements', (call, original) => {
  const asked = call.path['externalWorkbookId'] ?? '';
  const known = call.tenant.content.reports
    .all()
    .flatMap(({ placements }) => placements)
    .map((one) => one.externalWorkbookId);
  const others = known.find((id) => id !== asked && sameLetters(id, asked));
  const answer = original(call);
  if (others === undefined || answer.kind !== 'ok' || isAsked(call, 'after')) return answer;
  const more = original({ ...call, path: { ...call.path, externalWorkbookId: others } });
  if (more.kind !== 'ok') return answer;
  const list = answer.body as Body;
  return { ...answer, body: { ...list, items: [...itemsOf(list), ...itemsOf(more.body as Body)] } };
});

/** A branch of a session is found in any letter case. */
export const sessionBranchInAnyCase: Patch = ({ embed }) => {
  const { branchNamed } = embed;
  embed.branchNamed = (deployment, name) =>
    branchNamed(deployment, name) ?? [...deployment.branches.values()].find((one) => sameLetters(one.name, name));
};
