import type { Actor } from '../../harness/client/actor.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { idWithin } from '../../harness/http/created-id.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { refusals } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { changedDraft, draftOf, providedWorkbook } from '../../harness/things/workbooks.ts';
import { widgetAndThread } from './calls.ts';

test(...verifies('workbooks.publish.without-config'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  await changedDraft(check, admin, workbookId);
  await inEach(check, { 'for the first time': {}, 'a second time': {} }, async (body) => {
    expect(await admin.raw('publishWorkbook', { path: { workbookId }, body })).toSucceed();
  });
});

function duplicate(admin: Actor, workbookId: string, body?: object): Promise<Answer> {
  return admin.raw('duplicateWorkbook', { path: { workbookId }, ...(body && { body }) });
}

const NO_BODY = 'none';

const DUPLICATES = [
  ['workbooks.duplicate.body-optional', NO_BODY],
  ['workbooks.duplicate.shared-true', { shared: true }],
  ['workbooks.duplicate.shared-false', { shared: false }],
] as const;

for (const [id, body] of DUPLICATES) {
  test(...verifies(id), async ({ check, admin }) => {
    const workbookId = providedWorkbook(check);
    await inEach(check, { 'for the first time': body, 'a second time': body }, (one) =>
      expectDuplicate(admin, workbookId, one),
    );
  });
}

async function expectDuplicate(admin: Actor, workbookId: string, body: object | typeof NO_BODY): Promise<void> {
  const answer = await duplicate(admin, workbookId, body === NO_BODY ? undefined : body);
  if (body !== NO_BODY) await unlessReserved(answer, JSON.stringify(body), () => duplicate(admin, workbookId));
  expect(answer).toSucceed();
}

test(...verifies('workbooks.duplicate.original-unchanged'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  // An unpublished draft is used because a duplication could lose it.
  const before = await changedDraft(check, admin, workbookId);
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    'without a body': { by: admin, body: undefined },
    shared: { by: admin, body: { shared: true } },
    'not shared': { by: admin, body: { shared: false } },
    'with an OAuth token': oauth && { by: oauth, body: undefined },
  };
  const copies: Answer[] = [];
  await inEach(check, cases, async ({ by, body }) => {
    const answer = await duplicate(by, workbookId, body);
    return expectOriginalKept(admin, workbookId, { body, answer, copies, content: before.content });
  });
  // The form of the response is open, so that not every tenant shows where the copy is.
  const changed = await Promise.all(copies.slice(0, 1).map((copy) => changedCopy(check, admin, copy)));
  await inEach(check, { 'a change of the copy': changed.find((id) => id !== undefined) }, async (original) => {
    expect((await draftOf(admin, original)).content, 'draft of the original').toBe(before.content);
  });
});

interface Duplication {
  readonly body: object | undefined;
  readonly answer: Answer;
  readonly copies: Answer[];
  readonly content: string;
}

/** Expects that a duplication leaves the draft of the original as it was. */
async function expectOriginalKept(admin: Actor, workbookId: string, { body, answer, copies, content }: Duplication) {
  // Who may send the flag is open; the other duplicates are checked all the same.
  if (body && answer.status === 403) return LEFT_OUT;
  copies.push(granted(answer, 'the duplicate'));
  const draft = await draftOf(admin, workbookId);
  expect(draft.content, `draft of the original after ${JSON.stringify(body)}`).toBe(content);
  return undefined;
}

/** Changes the draft of a copy, where the response shows the copy, and returns the id of the original if that succeeds. */
async function changedCopy(check: Check, admin: Actor, { wire }: Answer): Promise<string | undefined> {
  const original = providedWorkbook(check);
  const id = idWithin(wire, 'id') ?? idWithin(wire, 'workbookId');
  if (id === undefined || String(id) === original) return undefined;
  const { value } = await attempt(() => changedDraft(check, admin, String(id)));
  return value && original;
}

function linkThread(admin: Actor, workbookId: string, body: object): Promise<Answer> {
  return admin.raw('createAiWidgetThread', { path: { workbookId }, body });
}

test(...verifies('workbooks.ai-widget-thread.answers-dashboard'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  granted(await linkThread(admin, workbookId, widgetAndThread(check)), 'the link of a thread to a widget');
  const findings = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(findings, 'findings of the contract about the response').toEqual([]);
});

test(...verifies('workbooks.ai-widget-thread.checksum-optional'), async ({ check, admin }) => {
  await inEach(check, { 'for the first time': {}, 'a second time': {} }, async (more) => {
    const body = { ...widgetAndThread(check), ...more };
    expect(await linkThread(admin, providedWorkbook(check), body)).toSucceed();
  });
});

function widget(check: Check, admin: Actor) {
  const workbookId = providedWorkbook(check);
  return {
    path: { workbookId },
    valid: widgetAndThread(check),
    look: async () => (await draftOf(admin, workbookId)).content,
  };
}

/** A widget with a linked thread, so that the check notices when a refused request removes the link. */
async function linkedWidget(check: Check, admin: Actor) {
  const ready = widget(check, admin);
  granted(await linkThread(admin, ready.path.workbookId, ready.valid), 'the link of a thread to a widget');
  return ready;
}

refusals('createAiWidgetThread', widget, {
  'workbooks.ai-widget-thread.widget-id-missing': { status: '4xx', broken: { widgetId: undefined }, neighbour: {} },
});

refusals('createAiWidgetThread', linkedWidget, {
  'workbooks.ai-widget-thread.thread-id-missing': { status: '4xx', broken: { threadId: undefined }, neighbour: {} },
});
