import type { Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { When } from './conditions.ts';
import { all, refusing, remembering, replaceSync, responseOf } from './patches.ts';

/** What goes wrong with copies of workbooks alone. */

const isOfCopy: When = ({ tenant, path }) =>
  tenant.content.workbooks.get(Number(path['workbookId']))?.slug.includes('-copy-') === true;

export const copiesNotPatched: Patch = replaceSync('patchDashboardFile', (call, original) =>
  isOfCopy(call) ? responseOf(call, 'getDashboardFile') : original(call),
);

export const copiesNotPublished: Patch = refusing('publishWorkbook', isOfCopy, 'forbidden');

/** A copy of a copy shares its draft with what it was made of. */
export const copiesOfCopiesShare: Patch = remembering(
  () => ({ sources: new Map<number, number>(), copies: new Set<number>() }),
  ({ sources, copies }) =>
    all(
      replaceSync('duplicateWorkbook', (call, original) => {
        const answer = original(call);
        const from = Number(call.path['workbookId']);
        const made = 'body' in answer ? Number((answer.body as Body)['id']) : Number.NaN;
        if (copies.has(from)) sources.set(made, from);
        copies.add(made);
        return answer;
      }),
      replaceSync('patchDashboardFile', (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const copy = workbooks.get(Number(call.path['workbookId']));
        const source = workbooks.get(sources.get(copy?.id ?? 0) ?? 0);
        if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
        return answer;
      }),
    ),
);
