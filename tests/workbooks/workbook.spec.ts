import type { Actor } from '../../harness/client/actor.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { inEach, LEFT_OUT, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { idWithin } from '../../harness/http/created-id.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { refusals } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import type { TextFile } from '../../harness/things/text-files.ts';
import { changedDraft, draftOf, draftPatch, patchDraft, providedWorkbook } from '../../harness/things/workbooks.ts';
import { widgetAndThread } from './calls.ts';

test(...verifies('workbooks.publish.without-config'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await linkIfLent(check, admin);
  let last: TextFile | undefined;
  await inEach(check, { 'for the first time': admin, 'a second time': admin, [BY_OAUTH]: oauth }, async (who) => {
    // Whether a draft can be published that is published already is open.
    last = await changedDraft(check, admin, workbookId);
    expect(await who.raw('publishWorkbook', { path: { workbookId }, body: {} })).toSucceed();
  });
  await inEach(check, { [BY_PLAIN]: holderOfAll(check) }, async (who) => {
    const publish = async () => {
      last = await changedDraft(check, admin, workbookId);
      return who.raw('publishWorkbook', { path: { workbookId }, body: {} });
    };
    leaveOutUnless(isSuccess(await publish()));
    expect(await publish(), 'the next one').toSucceed();
  });
  const { content, hash } = await draftOf(admin, workbookId);
  await judging('workbooks.file.hash-stable', () => {
    const isOther = content === last?.content && hash !== last.hash;
    expect(isOther, 'the hash of the same content is another one once it was published').toBe(false);
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
    // An answer may show the original, or nothing.
    const copies = new Set<string>();
    await inEach(check, { 'for the first time': body, 'a second time': body }, async (one) => {
      expectAnother(await expectDuplicate(admin, workbookId, one), workbookId, copies);
    });
    // Who may send the flag is open.
    const oauth = check.asOptional('OAUTH_TOKEN');
    await inEach(check, { 'with an OAuth token': oauth }, async (by) => {
      const answer = await duplicate(by, workbookId, sent(body));
      leaveOutIf(body !== NO_BODY && answer.status === 403);
      expect(answer).toSucceed();
    });
  });
}

/** Expects a copy that no answer before has shown, and notes it. */
function expectAnother(answer: Answer, original: string, shown: Set<string>): void {
  const id = idOfCopy(answer);
  if (id === undefined || id === original) return;
  expect([...shown], 'copies before this one').not.toContain(id);
  shown.add(id);
}

function sent<Body extends object>(body: Body | typeof NO_BODY): Body | undefined {
  return body === NO_BODY ? undefined : body;
}

async function expectDuplicate(
  admin: Actor,
  workbookId: string,
  body: { readonly shared: boolean } | typeof NO_BODY,
): Promise<Answer> {
  const answer = await duplicate(admin, workbookId, sent(body));
  if (body !== NO_BODY) await unlessReserved(answer, JSON.stringify(body), () => duplicate(admin, workbookId));
  expect(answer).toSucceed();
  return answer;
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
  };
  const copies: Record<string, Answer> = {};
  await inEach(check, cases, async ({ by, body }, name) => {
    const answer = await duplicate(by, workbookId, body);
    // Who may send the flag is open; the other duplicates are checked all the same.
    leaveOutIf(body && answer.status === 403);
    await judging('workbooks.duplicate.body-optional', () => {
      if (!body) expect(answer).toSucceed();
    });
    copies[name] = granted(answer, 'the duplicate');
    const { content } = await draftOf(admin, workbookId);
    expect(content, `draft of the original after ${JSON.stringify(body)}`).toBe(before.content);
  });
  // The form of the response is open, so that not every tenant shows where the copy is.
  const changes = { 'a change of the copy': copies['without a body'], 'a change of a shared copy': copies['shared'] };
  await inEach(check, changes, async (copy) => {
    const isChanged = await changedCopy(check, admin, copy);
    expect((await draftOf(admin, workbookId)).content, 'draft of the original').toBe(before.content);
    return isChanged ? undefined : LEFT_OUT;
  });
  await inEach(check, { 'a change of a copy of a copy': copies['without a body'] }, async (copy) => {
    const id = idOfCopy(copy);
    leaveOutUnless(id !== undefined && id !== workbookId);
    const again = await duplicate(admin, id);
    leaveOutUnless(isSuccess(again) && idOfCopy(again) !== id);
    const { content } = await draftOf(admin, id);
    await expectChangeable(check, admin, idOfCopy(again) ?? '');
    expect((await draftOf(admin, id)).content, 'draft of the copy that was copied').toBe(content);
  });
  await inEach(check, { 'a thread of the copy': copies['not shared'] }, async (copy) => {
    leaveOutUnless(await isTied(check, admin, copy));
    expect((await draftOf(admin, workbookId)).content, 'draft of the original').toBe(before.content);
  });
  await inEach(check, { 'with an OAuth token': oauth }, async (by) => {
    // The last, because a thread is tied to the original, where one was lent.
    await linkIfLent(check, admin);
    const { content } = await draftOf(admin, workbookId);
    const answer = await duplicate(by, workbookId);
    await judging('workbooks.duplicate.body-optional', () => {
      expect(answer).toSucceed();
    });
    expect((await draftOf(admin, workbookId)).content, 'draft of the original').toBe(content);
  });
});

/** Expects a workbook that is a copy to be changed and published as any other. Nothing is judged where it is refused to be changed. */
async function expectChangeable(check: Check, admin: Actor, workbookId: string): Promise<void> {
  const draft = await draftOf(admin, workbookId);
  const { value: sent } = await attempt(() => Promise.resolve(draftPatch(check, draft)));
  leaveOutUnless(sent && isSuccess(await patchDraft(admin, workbookId, sent.body)));
  const { content } = await draftOf(admin, workbookId);
  await judging('workbooks.file.patch-replaces', () => {
    expect(content, 'draft of the copy').not.toBe(draft.content);
  });
  const published = await admin.raw('publishWorkbook', { path: { workbookId }, body: {} });
  await judging('workbooks.publish.without-config', () => {
    expect(published).toSucceed();
  });
}

/** Changes and publishes the draft of a copy, where the response shows the copy. */
async function changedCopy(check: Check, admin: Actor, copy: Answer): Promise<boolean> {
  const id = idOfCopy(copy);
  if (id === undefined || id === providedWorkbook(check)) return false;
  const { value } = await attempt(() => changedDraft(check, admin, id));
  // What is published of the copy is the copy's as well.
  await admin.raw('publishWorkbook', { path: { workbookId: id }, body: {} });
  return value !== undefined;
}

function idOfCopy({ wire, located }: Answer): string | undefined {
  const id = idWithin(wire, 'id') ?? idWithin(wire, 'workbookId') ?? located;
  return id === undefined ? undefined : String(id);
}

/** Ties the provided thread to the widget of a copy. Whether that has the widgets of the original under their ids is open. */
async function isTied(check: Check, admin: Actor, copy: Answer): Promise<boolean> {
  const [widgetId, threadId, id] = [check.optional('AI_WIDGET_ID'), check.optional('CHAT_THREAD_ID'), idOfCopy(copy)];
  if (widgetId === undefined || threadId === undefined || id === undefined) return false;
  if (id === providedWorkbook(check)) return false;
  return isSuccess(await linkThread(admin, id, { widgetId, threadId }));
}

/** Ties the provided thread to the widget of the workbook, where both were lent; whether that is taken is about others. */
function linkIfLent(check: Check, admin: Actor): Promise<unknown> {
  const [widgetId, threadId] = [check.optional('AI_WIDGET_ID'), check.optional('CHAT_THREAD_ID')];
  const isLent = widgetId !== undefined && threadId !== undefined;
  return isLent ? linkThread(admin, providedWorkbook(check), { widgetId, threadId }) : Promise.resolve();
}

const CONFLICT = 409;

function linkThread(admin: Actor, workbookId: string, body: object): Promise<Answer> {
  return admin.raw('createAiWidgetThread', { path: { workbookId }, body });
}

test(...verifies('workbooks.ai-widget-thread.answers-dashboard'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  granted(await linkThread(admin, workbookId, widgetAndThread(check)), 'the link of a thread to a widget');
  const findings = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(findings, 'findings of the contract about the response').toEqual([]);
});

async function isTiedWithChecksum(check: Check, admin: Actor): Promise<boolean> {
  const workbookId = providedWorkbook(check);
  const { hash: checksum } = await draftOf(admin.preparing, workbookId);
  return isSuccess(await linkThread(admin, workbookId, { ...widgetAndThread(check), checksum }));
}

test(...verifies('workbooks.ai-widget-thread.checksum-optional'), async ({ check, admin }) => {
  // What is published is no other draft.
  await admin.raw('publishWorkbook', { path: { workbookId: providedWorkbook(check) }, body: {} });
  await inEach(check, { 'for the first time': {}, 'a second time': {} }, async (more, name) => {
    const body = { ...widgetAndThread(check), ...more };
    const answer = await linkThread(admin, providedWorkbook(check), body);
    // Whether what is tied already can be tied again is open: with a checksum it is refused as well, then.
    const isSecond = name === 'a second time';
    leaveOutIf(isSecond && answer.status === CONFLICT && !(await isTiedWithChecksum(check, admin)));
    expect(answer).toSucceed();
  });
  await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
    const answer = await linkThread(oauth, providedWorkbook(check), widgetAndThread(check));
    leaveOutIf(answer.status === CONFLICT && !(await isTiedWithChecksum(check, oauth)));
    expect(answer).toSucceed();
  });
});

function widget(check: Check, admin: Actor) {
  const workbookId = providedWorkbook(check);
  return {
    path: { workbookId },
    valid: widgetAndThread(check),
    look: async () => (await draftOf(admin, workbookId)).content,
    hash: async () => (await draftOf(admin, workbookId)).hash,
  };
}

/** A widget with a linked thread, so that the check notices when a refused request removes the link. */
async function linkedWidget(check: Check, admin: Actor) {
  const ready = widget(check, admin);
  granted(await linkThread(admin, ready.path.workbookId, ready.valid), 'the link of a thread to a widget');
  return ready;
}

refusals('createAiWidgetThread', widget, {
  'workbooks.ai-widget-thread.widget-id-missing': {
    status: '4xx',
    broken: { widgetId: undefined },
    further: {
      'beside a checksum': { broken: async ({ hash }) => ({ widgetId: undefined, checksum: await hash() }) },
    },
    neighbour: {},
  },
});

refusals('createAiWidgetThread', linkedWidget, {
  'workbooks.ai-widget-thread.thread-id-missing': {
    status: '4xx',
    broken: { threadId: undefined },
    further: {
      'beside a checksum': { broken: async ({ hash }) => ({ threadId: undefined, checksum: await hash() }) },
    },
    neighbour: {},
  },
});
