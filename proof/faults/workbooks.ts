import { refuse } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { canonicalText, sha256 } from '../../mock/rules/files.ts';
import type { Patch } from '../../mock/index.ts';
import type { Workbook } from '../../mock/world/content.ts';
import { faults } from '../lib/fault.ts';
import { all, changeBodySync, replaceSync, sharingCopies } from '../lib/patches.ts';
import { reaching } from '../lib/other-deployments.ts';
import { inexact, isThereInAnotherCase, lettersLost } from '../lib/text-files.ts';
import { changeRequest, refusedYet } from '../lib/reports.ts';

const READ = 'getDashboardFile';
const PATCH = 'patchDashboardFile';
const PUBLISH = 'publishWorkbook';
const DUPLICATE = 'duplicateWorkbook';
const TIE = 'createAiWidgetThread';

/** The workbook in the path as it is stored. */
function storedIn(call: Call): Workbook | undefined {
  return call.tenant.content.workbooks.get(idIn(call, 'workbookId') ?? 0);
}

function store(call: Call, change: (workbook: Workbook) => Partial<Workbook>): void {
  const workbook = storedIn(call);
  if (workbook) call.tenant.content.workbooks.replace({ ...workbook, ...change(workbook) });
}

/** Runs something once an operation has succeeded. */
function after(operation: string, act: (call: Call, before: Workbook | undefined) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const before = storedIn(call);
    const answer = original(call);
    act(call, before);
    return answer;
  });
}

/** A patch that takes no notice of the hash that it was made for. */
const lenient = changeRequest(PATCH, ({ hash: _, ...rest }) => rest);

/** Drafts that are answered with another hash. */
function hashed(hash: (content: string, call: Call) => unknown): Patch {
  const change = (file: Body, call: Call) => ({ ...file, hash: hash(file['content'] as string, call) });
  return all(lenient, changeBodySync(READ, change), changeBodySync(PATCH, change));
}

interface Widget {
  readonly id: string;
  readonly type: string;
  readonly threadId?: unknown;
}

function dashboardOf({ draft }: Workbook): Body & { readonly widgets: readonly Widget[] } {
  return JSON.parse(draft) as Body & { readonly widgets: readonly Widget[] };
}

/** The first widget of a dashboard that a thread can be tied to. */
function firstOf(workbook: Workbook): Widget | undefined {
  return dashboardOf(workbook).widgets.find(({ type }) => type === 'ai');
}

/** A tie that names no widget goes to the first one that takes threads. */
function toTheFirst(body: Body, call: Call): Body {
  const workbook = storedIn(call);
  return workbook && body['widgetId'] === undefined ? { ...body, widgetId: firstOf(workbook)?.id } : body;
}

const UNDECLARED = {
  id: 'openapi-spec.serving.body-declared',
  because: "the tenant's own document declares what is printed, and the answer departs from that as well",
} as const;

/** Faults of workbooks: the draft as text, publishing, duplicating, and the threads of AI widgets. */
export const workbooksFaults = faults({
  // The draft.
  'workbooks.file.content': {
    name: 'parsed',
    sentence: "A dashboard's draft is answered as an object instead of its text.",
    patch: changeBodySync(READ, (file) => ({ ...file, content: JSON.parse(file['content'] as string) as unknown })),
    also: [UNDECLARED],
  },
  'workbooks.file.hash': {
    name: 'object',
    sentence: "A dashboard's draft is answered with its hash and the name of the algorithm, as an object.",
    patch: hashed((content) => ({ sha256: sha256(content) })),
    also: [UNDECLARED],
  },
  'workbooks.file.hash-stable': [
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
  ],
  'workbooks.file.hash-follows-content': [
    {
      name: 'of-published',
      sentence: 'The hash of a draft is that of what was last published.',
      patch: hashed((content, call) => sha256(storedIn(call)?.published ?? content)),
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
  ],
  'workbooks.file.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'The draft of a workbook is read in whatever deployment that lies in, with any key.',
    patch: reaching(READ, (call) => storedIn(call)?.deploymentId),
  },
  'workbooks.file.patch-replaces': [
    {
      name: 'published-instead',
      sentence: 'A patch of a draft is acknowledged, and changes what is published instead of the draft.',
      patch: after(PATCH, (call, before) => {
        if (before) store(call, ({ draft }) => ({ draft: before.draft, published: draft }));
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
  ],
  'workbooks.file.patch-keeps-the-rest': [
    {
      name: 'no-line-end',
      sentence: 'A patch of a draft takes away the end of its last line.',
      patch: after(PATCH, (call) => {
        store(call, ({ draft }) => ({ draft: draft.trimEnd() }));
      }),
    },
    {
      name: 'compacted',
      sentence: 'A patch of a draft leaves out every blank and line end between its members.',
      patch: after(PATCH, (call) => {
        store(call, ({ draft }) => ({ draft: JSON.stringify(JSON.parse(draft)) }));
      }),
    },
  ],
  'workbooks.file.patch-exact': [
    ...inexact('a draft', ({ workbooks }) => workbooks.file),
    {
      name: 'refused-and-replaced',
      sentence: 'A patch for a text that stands there in another letter case is refused, and the text is replaced.',
      patch: refusedYet(PATCH, (call) => {
        const { oldText, newText } = bodyOf(call);
        if (typeof oldText !== 'string' || typeof newText !== 'string') return;
        store(call, ({ draft }) =>
          isThereInAnotherCase(draft, oldText) ? { draft: draft.replace(new RegExp(oldText, 'i'), () => newText) } : {},
        );
      }),
    },
  ],

  // Publishing.
  'workbooks.publish.without-config': [
    {
      name: 'config-needed',
      sentence: 'A publish without config is refused.',
      patch: replaceSync(PUBLISH, (call, original) => {
        if (bodyOf(call, { optional: true })['config'] === undefined) refuse('invalid', 'config is missing');
        return original(call);
      }),
    },
    {
      name: 'changed-draft',
      sentence: 'A publish without config is refused while the draft differs from what is published.',
      patch: replaceSync(PUBLISH, (call, original) => {
        const { draft, published } = storedIn(call) ?? {};
        const isMeant = bodyOf(call, { optional: true })['config'] === undefined && draft !== published;
        return isMeant ? refuse('conflict', 'the draft has changed') : original(call);
      }),
    },
  ],

  // Duplicating.
  'workbooks.duplicate.body-optional': {
    name: 'needed',
    sentence: 'A duplicate without a request body is refused.',
    patch: replaceSync(DUPLICATE, (call, original) => {
      if (call.body === undefined) refuse('invalid', 'a body is needed');
      return original(call);
    }),
  },
  'workbooks.duplicate.shared-true': {
    name: 'shared-already',
    sentence: 'A workbook that is shared cannot be duplicated with shared set to true.',
    patch: replaceSync(DUPLICATE, (call, original) => {
      const isMeant = bodyOf(call, { optional: true })['shared'] === true && storedIn(call)?.shared === true;
      return isMeant ? refuse('conflict', 'the workbook is shared already') : original(call);
    }),
  },
  'workbooks.duplicate.shared-false': {
    name: 'taken-for-missing',
    sentence: 'A duplicate whose shared is false is refused as if shared were missing from its body.',
    patch: replaceSync(DUPLICATE, (call, original) => {
      const body = bodyOf(call, { optional: true });
      if ('shared' in body && !body['shared']) refuse('invalid', 'shared is missing');
      return original(call);
    }),
  },
  'workbooks.duplicate.original-unchanged': [
    {
      name: 'back-to-published',
      sentence: 'A duplicate takes the draft of the original back to what is published.',
      patch: after(DUPLICATE, (call) => {
        store(call, ({ draft, published }) => ({ draft: published ?? draft }));
      }),
    },
    {
      name: 'title-marked',
      sentence: 'A duplicate that is shared takes its new title to the draft of the original as well.',
      patch: all(
        sharingCopies,
        after(DUPLICATE, (call) => {
          if (bodyOf(call, { optional: true })['shared'] !== true) return;
          store(call, ({ draft }) => ({ draft: draft.replace(/("title": ?"[^"]*)"/, '$1 (copy)"') }));
        }),
      ),
    },
  ],

  // The thread of an AI widget.
  'workbooks.ai-widget-thread.answers-dashboard': [
    {
      name: 'widgets-alone',
      sentence: 'Tying a thread to a widget answers the list of the widgets.',
      patch: replaceSync(TIE, (call, original) => {
        const answer = original(call);
        return answer.kind === 'ok' ? { ...answer, body: (answer.body as Body)['widgets'] } : answer;
      }),
    },
    {
      name: 'null',
      sentence: 'Tying a thread to a widget answers null.',
      patch: replaceSync(TIE, (call, original) => {
        const answer = original(call);
        return answer.kind === 'ok' ? { ...answer, body: null } : answer;
      }),
    },
  ],
  'workbooks.ai-widget-thread.checksum-optional': {
    name: 'needed',
    sentence: 'Tying a thread to a widget without a checksum is refused.',
    patch: replaceSync(TIE, (call, original) => {
      if (bodyOf(call)['checksum'] === undefined) refuse('invalid', 'checksum is missing');
      return original(call);
    }),
  },
  'workbooks.ai-widget-thread.widget-id-missing': [
    {
      name: 'first-one',
      sentence: 'A thread that is tied to no widget is tied to the first one.',
      patch: changeRequest(TIE, toTheFirst),
    },
    {
      name: 'refused-and-tied',
      sentence: 'Tying a thread without a widgetId is refused, and the thread is tied to the first widget.',
      patch: refusedYet(TIE, (call, original) => {
        const body = bodyOf(call);
        if (body['widgetId'] === undefined && body['threadId'] !== undefined) {
          original({ ...call, body: toTheFirst(body, call) });
        }
      }),
    },
  ],
  'workbooks.ai-widget-thread.thread-id-missing': [
    {
      name: 'made-up',
      sentence: 'A widget that is tied to no thread is tied to a new one.',
      patch: changeRequest(TIE, (body, { tenant }) =>
        body['threadId'] === undefined ? { ...body, threadId: `thread-${tenant.random.word(8)}` } : body,
      ),
    },
    {
      name: 'refused-and-untied',
      sentence: 'Tying a widget without a threadId is refused, and the widget loses the thread that it was tied to.',
      patch: refusedYet(TIE, (call) => {
        const { widgetId, threadId } = bodyOf(call);
        if (threadId !== undefined) return;
        store(call, (workbook) => {
          const { widgets, ...others } = dashboardOf(workbook);
          const left = widgets.map((widget) => (widget.id === widgetId ? { ...widget, threadId: undefined } : widget));
          return { draft: canonicalText({ ...others, widgets: left }) };
        });
      }),
    },
  ],
});
