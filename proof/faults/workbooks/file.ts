import { BY_PLAIN } from '../../lib/plain-users.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { bodyOf, idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { canonicalText, sha256 } from '../../../mock/rules/files.ts';
import { byOAuth, isAdministrator, byPlainUser } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { faults } from '../../lib/fault.ts';
import { everySecond, given } from '../../lib/earlier-calls.ts';
import { asList, forOAuth } from '../../lib/mistyped.ts';
import { acknowledging, changedIf } from '../../lib/conditions.ts';
import { reaching } from '../../lib/other-deployments.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { changeRequest, refusedYet } from '../../lib/reports.ts';
import {
  ALL_ASTRAL,
  dollars,
  findingOtherForms,
  hashOf,
  inexact,
  isThereInAnotherCase,
  lettersLost,
  notReplacedBy,
  notWithPercent,
  upToAHash,
} from '../../lib/text-files.ts';
import { afterwards, byWorkbook, knowingWorkbook, storeWorkbook, workbookIn } from '../../lib/workbooks.ts';
import { linesNotPatched } from '../../lib/stored-texts.ts';
import { copiesNotPatched } from '../../lib/workbook-copies.ts';

/** A patch that takes no notice of the hash that it was made for. */
const lenient = changeRequest('patchDashboardFile', ({ hash: _, ...rest }) => rest);

/** Drafts that are answered with another hash. */
function hashed(hash: (content: string, call: Call) => unknown): Patch {
  const change = (file: Body, call: Call) => ({ ...file, hash: hash(file['content'] as string, call) });
  return all(lenient, changeBodySync('getDashboardFile', change), changeBodySync('patchDashboardFile', change));
}

/** Operations that show or compare the hash of a draft. */
const HASHING = ['getDashboardFile', 'patchDashboardFile', 'createAiWidgetThread'];

/** The hash of a draft stays what it was when a thread is tied to a widget. */
const hashBeforeTie: Patch = remembering(
  () => new Map<unknown, unknown>(),
  (stale) =>
    all(
      replaceSync('createAiWidgetThread', (call, original) => {
        const draft = call.tenant.content.workbooks.get(Number(byWorkbook(call)))?.draft ?? '';
        const answer = original(call);
        stale.set(byWorkbook(call), hashOf(call, draft));
        return answer;
      }),
      changeBodySync('getDashboardFile', (file, call) => ({
        ...file,
        hash: stale.get(byWorkbook(call)) ?? file['hash'],
      })),
      replaceSync('patchDashboardFile', (call, original) => {
        const { hash: _, ...body } = bodyOf(call);
        const answer = original(stale.has(byWorkbook(call)) ? { ...call, body } : call);
        stale.delete(byWorkbook(call));
        return answer;
      }),
    ),
);

function draftFile(change: (own: Rules['workbooks']['file']) => Partial<Rules['workbooks']['file']>): Patch {
  return ({ workbooks }) => {
    Object.assign(workbooks.file, change({ ...workbooks.file }));
  };
}

/** A draft in which no thread is tied to a widget. */
function withoutThreads(draft: string): string {
  const { widgets, ...others } = JSON.parse(draft) as { widgets?: unknown };
  if (!Array.isArray(widgets)) return draft;
  return canonicalText({ ...others, widgets: widgets.map(({ threadId: _, ...widget }: Body) => widget) });
}

/** Faults of the draft of a workbook. */
export const fileFaults = faults({
  'workbooks.file.content': {
    name: 'parsed',
    sentence: "A dashboard's draft is answered as an object instead of its text.",
    patch: changeBodySync('getDashboardFile', (file) => ({
      ...file,
      content: JSON.parse(file['content'] as string) as unknown,
    })),
    also: [DECLARED],
  },
  'workbooks.file.hash': [
    forOAuth('getDashboardFile', 'hash', asList, 'a list'),
    {
      name: 'object',
      sentence: "A dashboard's draft is answered with its hash and the name of the algorithm, as an object.",
      patch: hashed((content) => ({ sha256: sha256(content) })),
      also: [DECLARED],
    },
  ],
  'workbooks.file.hash-stable': [
    {
      name: 'another-once-published',
      toldBy: 'workbooks.publish.without-config',
      sentence: 'The hash of a draft is another one once the workbook was published.',
      patch: all(
        ...HASHING.map((operation) =>
          during(operation, 'workbooks', (own, call) => {
            const published = workbookIn(call)?.published ?? '';
            return { file: { ...own.file, hash: (text: string) => own.file.hash(`${text}${published}`) } };
          }),
        ),
      ),
    },
    {
      name: 'told-of-the-first-patch',
      toldBy: 'workbooks.file.patch-replaces',
      sentence: 'The answer to a patch shows the hash of the draft after the first patch of the workbook.',
      patch: remembering(
        () => new Map<unknown, unknown>(),
        (first) =>
          changeBodySync('patchDashboardFile', (file, { path: { workbookId } }) => {
            const hash = first.get(workbookId) ?? file['hash'];
            first.set(workbookId, hash);
            return { ...file, hash };
          }),
      ),
    },
    {
      name: 'salted',
      sentence: 'Each read of a draft answers another hash.',
      patch: (rules) => {
        let reads = 0;
        hashed((content) => sha256(`${(reads += 1)} ${content}`))(rules);
      },
    },
    {
      name: 'of-two-machines',
      sentence: 'Two machines answer by turns, and one of them reckons the hash without the end of the last line.',
      patch: (rules) => {
        let reads = 0;
        hashed((content) => sha256((reads += 1) % 2 === 0 ? content.trimEnd() : content))(rules);
      },
    },
    {
      name: 'another-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The hash of a draft that is read with an OAuth token is that of another text.',
      patch: changedIf('getDashboardFile', byOAuth, (file, call) => ({
        ...file,
        hash: hashOf(call, `${String(file['content'])} `),
      })),
    },
    {
      name: 'other-reader',
      sentence: 'Users without the admin role get another hash of a draft than administrators.',
      patch: changedIf(
        'getDashboardFile',
        (call) => !isAdministrator(call),
        (body) => ({ ...body, hash: sha256(String(body['hash'])) }),
      ),
    },
  ],
  'workbooks.file.hash-follows-content': [
    {
      name: 'without-astral',
      sentence: 'The hash of a draft is that of its text without characters outside the basic plane.',
      patch: ({ workbooks: { file } }) => {
        const { hash } = file;
        file.hash = (text) => hash(text.replace(ALL_ASTRAL, ''));
      },
    },
    {
      name: 'of-published',
      sentence: 'The hash of a draft is that of what was last published.',
      patch: hashed((content, call) => sha256(workbookIn(call)?.published ?? content)),
    },
    {
      name: 'of-length',
      sentence: 'The hash of a draft is reckoned from its length alone.',
      patch: hashed(({ length }) => sha256(String(length))),
    },
    {
      name: 'letter-case-ignored',
      sentence: 'The hash of a draft is that of its text in lower case.',
      patch: hashed((content) => sha256(content.toLowerCase())),
    },
    {
      name: 'not-after-a-thread-was-tied',
      sentence: 'The hash of a draft to whose widget a thread was tied is that from before.',
      patch: hashBeforeTie,
    },
    {
      name: 'same-length',
      sentence: 'The hash of a draft follows from its length alone.',
      patch: draftFile(() => ({ hash: (content) => sha256(String(content.length)) })),
    },
  ],
  'workbooks.file.scoped-key-stays': [
    {
      name: 'but-when-it-patches',
      sentence: 'A patch of a draft is carried out in whatever deployment that lies in, with any key.',
      patch: reaching('patchDashboardFile', (call) => workbookIn(call)?.deploymentId),
    },
    {
      name: 'wherever-it-is',
      sentence: 'The draft of a workbook is read in whatever deployment that lies in, with any key.',
      patch: reaching('getDashboardFile', (call) => workbookIn(call)?.deploymentId),
    },
  ],
  'workbooks.file.patch-replaces': [
    {
      name: 'not-by-lines',
      sentence: "A patch of a dashboard's draft whose new text has a line end is acknowledged and changes nothing.",
      patch: linesNotPatched('patchDashboardFile', 'getDashboardFile'),
    },
    {
      name: 'not-of-copies',
      toldBy: 'workbooks.duplicate.original-unchanged',
      sentence: 'A patch of the draft of a copy is acknowledged and changes nothing.',
      patch: copiesNotPatched,
    },
    ...notReplacedBy("a dashboard's draft", ({ workbooks }) => workbooks.file),
    notWithPercent("a dashboard's draft", 'patchDashboardFile'),
    upToAHash("a dashboard's draft", 'patchDashboardFile'),
    {
      name: 'second-acknowledged',
      sentence: 'Every second patch of the draft of a workbook is acknowledged and changes nothing.',
      patch: given(
        'patchDashboardFile',
        everySecond,
        replaceSync('patchDashboardFile', (call, original) => {
          const { workbooks } = call.tenant.content;
          const before = workbooks.get(idIn(call, 'workbookId') ?? 0);
          const answer = original(call);
          if (before) workbooks.replace(before);
          return answer;
        }),
        { of: (call) => call.path['workbookId'] },
      ),
    },
    dollars("a dashboard's draft", ({ workbooks }) => workbooks.file),
    {
      name: 'published-instead',
      sentence: 'A patch of a draft is acknowledged, and changes what is published instead of the draft.',
      patch: afterwards('patchDashboardFile', (call, before) => {
        if (before) storeWorkbook(call, ({ draft }) => ({ draft: before.draft, published: draft }));
      }),
    },
    lettersLost('a draft', ({ workbooks }) => workbooks.file),
    {
      name: 'put-behind',
      sentence: 'A patch of a draft puts the new text behind the text that it names.',
      patch: ({ workbooks: { file } }) => {
        file.replaced = (content, from, to) => content.split(from).join(from + to);
      },
    },
    {
      name: 'patterns',
      sentence: 'A patch of a draft puts the former text in the place of every $& in the new one.',
      patch: ({ workbooks: { file } }) => {
        file.replaced = (content, from, to) => content.replace(from, to);
      },
    },
    {
      name: 'lost-once-published',
      sentence: 'A patch of the draft of a workbook that was published is acknowledged and changes nothing.',
      patch: knowingWorkbook(['publishWorkbook'], (past) =>
        acknowledging('patchDashboardFile', 'getDashboardFile', (call) => past(call).includes('publishWorkbook')),
      ),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A patch of a draft with an OAuth token is acknowledged and changes nothing.',
      patch: acknowledging('patchDashboardFile', 'getDashboardFile', byOAuth),
    },
    {
      name: 'dollar',
      sentence: 'In the new text of a patch a dollar sign and an ampersand stand for the old text.',
      patch: draftFile(() => ({ replaced: (content, oldText, newText) => content.replace(oldText, newText) })),
    },
    {
      name: 'plain-users-acknowledged',
      sentence: 'A patch of a draft by a user without the admin role is acknowledged and changes nothing.',
      seenIn: BY_PLAIN,
      patch: acknowledging('patchDashboardFile', 'getDashboardFile', byPlainUser),
    },
  ],
  'workbooks.file.patch-keeps-the-rest': [
    {
      name: 'but-the-thread',
      sentence: 'A patch of a draft unties the thread that was tied to a widget since.',
      patch: remembering(
        () => new Set<number>(),
        (tied) =>
          all(
            replaceSync('createAiWidgetThread', (call, original) => {
              const answer = original(call);
              tied.add(Number(call.path['workbookId']));
              return answer;
            }),
            replaceSync('patchDashboardFile', (call, original) => {
              const answer = original(call);
              const workbook = workbookIn(call);
              if (workbook && tied.has(workbook.id)) {
                tied.delete(workbook.id);
                call.tenant.content.workbooks.replace({ ...workbook, draft: withoutThreads(workbook.draft) });
              }
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'no-line-end',
      sentence: 'A patch of a draft takes away the end of its last line.',
      patch: afterwards('patchDashboardFile', (call) => {
        storeWorkbook(call, ({ draft }) => ({ draft: draft.trimEnd() }));
      }),
    },
    {
      name: 'compacted',
      sentence: 'A patch of a draft leaves out every blank and line end between its members.',
      patch: afterwards('patchDashboardFile', (call) => {
        storeWorkbook(call, ({ draft }) => ({ draft: JSON.stringify(JSON.parse(draft)) }));
      }),
    },
    {
      name: 'outside-ascii',
      sentence: 'A patch damages what stands in other alphabets in the rest of the draft.',
      patch: draftFile(() => ({
        replaced: (content, oldText, newText) =>
          content
            .split(oldText)
            .map((part) => part.replace(/[^\0-\xff]/g, '?'))
            .join(newText),
      })),
    },
    {
      name: 'line-end-lost-once-published',
      sentence: 'A patch of the draft of a workbook that was published takes away the end of its last line.',
      patch: remembering(
        () => new Set<unknown>(),
        (published) =>
          all(
            replaceSync('publishWorkbook', (call, original) => {
              published.add(call.path['workbookId']);
              return original(call);
            }),
            replaceSync('patchDashboardFile', (call, original) => {
              const answer = original(call);
              const { workbooks } = call.tenant.content;
              const workbook = workbooks.get(Number(call.path['workbookId']));
              if (workbook && published.has(call.path['workbookId']))
                workbooks.replace({ ...workbook, draft: workbook.draft.trimEnd() });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'two-at-once',
      sentence: 'Of two patches of a draft at the same time the later one writes back the rest that stood there.',
      patch: lookingFirst('patchDashboardFile', workbookIn, (call, original, before) => {
        if (before) call.tenant.content.workbooks.replace(before);
        return original(call);
      }),
    },
    {
      name: 'of-plain-users',
      sentence: 'A patch of a draft by a user without the admin role takes away the end of its last line.',
      seenIn: BY_PLAIN,
      patch: replaceSync('patchDashboardFile', (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const one = workbooks.get(Number(call.path['workbookId']));
        if (one && byPlainUser(call)) workbooks.replace({ ...one, draft: one.draft.trimEnd() });
        return answer;
      }),
    },
  ],
  'workbooks.file.patch-exact': [
    {
      name: 'other-unicode-form',
      toldBy: 'workbooks.file.patch-replaces',
      sentence: 'A patch of a draft finds its text where that stands in another form of Unicode.',
      patch: ({ workbooks: { file } }) => {
        findingOtherForms(file);
      },
    },
    ...inexact('a draft', ({ workbooks }) => workbooks.file),
    {
      name: 'refused-and-replaced',
      sentence: 'A patch for a text that stands there in another letter case is refused, and the text is replaced.',
      patch: refusedYet('patchDashboardFile', (call) => {
        const { oldText, newText } = bodyOf(call);
        if (typeof oldText !== 'string' || typeof newText !== 'string') return;
        storeWorkbook(call, ({ draft }) =>
          isThereInAnotherCase(draft, oldText) ? { draft: draft.replace(new RegExp(oldText, 'i'), () => newText) } : {},
        );
      }),
    },
    {
      name: 'pattern',
      sentence: 'A dot in the old text of a patch stands for any character.',
      patch: draftFile(({ occurrences, replaced }) => {
        const found = (content: string, oldText: string) =>
          new RegExp(oldText.replace(/[^\w.\s]/g, '\\$&')).exec(content)?.[0] ?? oldText;
        return {
          occurrences: (content, oldText) => occurrences(content, found(content, oldText)),
          replaced: (content, oldText, newText) => replaced(content, found(content, oldText), newText),
        };
      }),
    },
  ],
});
