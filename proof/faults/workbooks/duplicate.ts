import { refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { asks, both, sends } from '../../lib/conditions.ts';
import {
  all,
  changeBodySync,
  refusing,
  remembering,
  replaceSync,
  sharingCopies,
  type SyncHandler,
} from '../../lib/patches.ts';
import { afterwards, byWorkbook, knowingWorkbook, storeWorkbook, workbookIn } from '../../lib/workbooks.ts';
import { copiesOfCopiesShare } from '../../lib/workbook-copies.ts';

/** Copies, by the workbook that each was made of. */
const remembersCopies = (originals: Map<number, number>) =>
  replaceSync('duplicateWorkbook', (call, original) => {
    const answer = original(call);
    if ('body' in answer) originals.set(Number((answer.body as Body)['id']), Number(call.path['workbookId']));
    return answer;
  });

/** Takes each thread from the widgets of a draft. */
function untied(draft: string): string {
  const { widgets, ...rest } = JSON.parse(draft) as { widgets?: readonly Body[] };
  if (!Array.isArray(widgets)) return draft;
  return JSON.stringify({ ...rest, widgets: widgets.map(({ threadId: _, ...widget }: Body) => widget) }, null, 2);
}

/** The drafts of the copies of a workbook are that of the original: what changes it there changes it here. */
const aliased: Patch = remembering(
  () => new Map<number, number>(),
  (originals) =>
    all(
      changeBodySync('duplicateWorkbook', (copy, call) => {
        originals.set(Number(copy['id']), Number(byWorkbook(call)));
        return copy;
      }),
      replaceSync('patchDashboardFile', (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const [changed, behind] = [Number(byWorkbook(call)), originals.get(Number(byWorkbook(call)))];
        const [copy, source] = [workbooks.get(changed), workbooks.get(behind ?? 0)];
        if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
        return answer;
      }),
    ),
);

/** Faults of duplicating workbooks. */
export const duplicateFaults = faults({
  'workbooks.duplicate.body-optional': [
    {
      name: 'needed-for-oauth',
      toldBy: 'workbooks.duplicate.original-unchanged',
      sentence: 'A duplicate without a request body is refused to an OAuth token.',
      patch: refusing('duplicateWorkbook', (call) => byOAuth(call) && call.body === undefined, 'invalid'),
    },
    {
      name: 'the-first-copy-again',
      sentence: 'A second duplicate without a request body is answered with the first, and makes no other copy.',
      patch: remembering(
        () => new Map<unknown, ReturnType<SyncHandler>>(),
        (copies) =>
          replaceSync('duplicateWorkbook', (call, original) => {
            if (call.body !== undefined) return original(call);
            const copy = copies.get(call.path['workbookId']) ?? original(call);
            copies.set(call.path['workbookId'], copy);
            return copy;
          }),
      ),
    },
    {
      name: 'needed',
      sentence: 'A duplicate without a request body is refused.',
      patch: replaceSync('duplicateWorkbook', (call, original) => {
        if (call.body === undefined) refuse('invalid', 'a body is needed');
        return original(call);
      }),
    },
    {
      name: 'once',
      sentence: 'A workbook can be duplicated without a request body once.',
      patch: knowingWorkbook(['duplicateWorkbook'], (past) =>
        refusing(
          'duplicateWorkbook',
          (call) => call.body === undefined && past(call).includes('duplicateWorkbook'),
          'invalid',
        ),
      ),
    },
  ],
  'workbooks.duplicate.shared-true': [
    {
      name: 'once',
      sentence: 'A workbook can be duplicated with shared set to true once.',
      patch: given(
        'duplicateWorkbook',
        (_call, { done }) => done > 0,
        refusing('duplicateWorkbook', asks('shared', true), 'conflict'),
        {
          of: (call) => call.path['workbookId'],
        },
      ),
    },
    {
      name: 'shared-already',
      sentence: 'A workbook that is shared cannot be duplicated with shared set to true.',
      patch: replaceSync('duplicateWorkbook', (call, original) => {
        const isMeant = bodyOf(call, { optional: true })['shared'] === true && workbookIn(call)?.shared === true;
        return isMeant ? refuse('conflict', 'the workbook is shared already') : original(call);
      }),
    },
  ],
  'workbooks.duplicate.shared-false': [
    {
      name: 'refused-to-oauth',
      sentence: 'A duplicate whose shared is false is refused to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: refusing('duplicateWorkbook', both(byOAuth, asks('shared', false)), 'invalid'),
    },
    {
      name: 'taken-for-missing',
      sentence: 'A duplicate whose shared is false is refused as if shared were missing from its body.',
      patch: replaceSync('duplicateWorkbook', (call, original) => {
        const body = bodyOf(call, { optional: true });
        if ('shared' in body && !body['shared']) refuse('invalid', 'shared is missing');
        return original(call);
      }),
    },
  ],
  'workbooks.duplicate.original-unchanged': [
    {
      name: 'copy-of-a-copy',
      sentence: 'A patch of a copy of a copy changes what it was made of as well.',
      patch: copiesOfCopiesShare,
    },
    {
      name: 'by-a-thread-of-the-copy',
      sentence: 'A thread that is tied to a widget of a copy is tied to that of the original as well.',
      patch: remembering(
        () => new Map<number, number>(),
        (originals) =>
          all(
            remembersCopies(originals),
            replaceSync('createAiWidgetThread', (call, original) => {
              const answer = original(call);
              const { workbooks } = call.tenant.content;
              const source = workbooks.get(originals.get(Number(call.path['workbookId'])) ?? 0);
              const copy = workbookIn(call);
              if (source && copy) workbooks.replace({ ...source, draft: copy.draft });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'with-a-publish-of-the-copy',
      sentence: 'A publish of a copy puts its draft in the place of that of the original.',
      patch: remembering(
        () => new Map<number, number>(),
        (originals) =>
          all(
            replaceSync('duplicateWorkbook', (call, original) => {
              const answer = original(call);
              if ('body' in answer) {
                originals.set(Number((answer.body as Body)['id']), Number(call.path['workbookId']));
              }
              return answer;
            }),
            replaceSync('publishWorkbook', (call, original) => {
              const answer = original(call);
              const { workbooks } = call.tenant.content;
              const copy = workbooks.get(Number(call.path['workbookId']));
              const source = workbooks.get(originals.get(copy?.id ?? 0) ?? 0);
              if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'threads-untied',
      sentence: 'Duplicating a workbook unties the threads from the widgets of the original.',
      patch: replaceSync('duplicateWorkbook', (call, original) => {
        const answer = original(call);
        const workbook = workbookIn(call);
        if (workbook?.draft.includes('threadId') === true)
          call.tenant.content.workbooks.replace({ ...workbook, draft: untied(workbook.draft) });
        return answer;
      }),
    },
    {
      name: 'published-ones',
      sentence:
        'A duplicate of a workbook that was published puts the draft of the original back to what is published.',
      patch: replaceSync('duplicateWorkbook', (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const workbook = workbooks.get(Number(call.path['workbookId']));
        if (workbook && workbook.published !== null) workbooks.replace({ ...workbook, draft: workbook.published });
        return answer;
      }),
    },
    {
      name: 'back-to-published',
      sentence: 'A duplicate takes the draft of the original back to what is published.',
      patch: afterwards('duplicateWorkbook', (call) => {
        storeWorkbook(call, ({ draft, published }) => ({ draft: published ?? draft }));
      }),
    },
    {
      name: 'title-marked',
      sentence: 'A duplicate that is shared takes its new title to the draft of the original as well.',
      patch: all(
        sharingCopies,
        afterwards('duplicateWorkbook', (call) => {
          if (bodyOf(call, { optional: true })['shared'] !== true) return;
          storeWorkbook(call, ({ draft }) => ({ draft: draft.replace(/("title": ?"[^"]*)"/, '$1 (copy)"') }));
        }),
      ),
    },
    {
      name: 'an-alias',
      sentence: 'A change of the draft of a copy changes the draft of the original.',
      patch: aliased,
    },
    {
      name: 'shared',
      sentence: 'A patch of a copy that was made with shared changes the original as well.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (originals) =>
          all(
            sharingCopies,
            replaceSync('duplicateWorkbook', (call, original) => {
              const answer = original(call);
              if (sends('shared', (value) => value === true)(call) && 'body' in answer) {
                originals.set((answer.body as Body)['id'], Number(call.path['workbookId']));
              }
              return answer;
            }),
            replaceSync('patchDashboardFile', (call, original) => {
              const answer = original(call);
              const { workbooks } = call.tenant.content;
              const copy = workbooks.get(Number(call.path['workbookId']));
              const source = workbooks.get(originals.get(copy?.id) ?? 0);
              if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
              return answer;
            }),
          ),
      ),
    },
  ],
});
