import { BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { inEach, leaveOutUnless, ifGiven, leaveOutIf } from '../../harness/check/in-each.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import {
  HARD_TEXTS,
  holdsText,
  inAnotherForm,
  keepsEnd,
  nearMisses,
  withoutVersions,
  type TextFile,
} from '../../harness/things/text-files.ts';
import { judging } from '../../harness/check/judging.ts';
import { attempt } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import type { Actor } from '../../harness/client/actor.ts';
import {
  changedDraft,
  draftOf,
  draftPatch,
  providedWorkbook,
  patchDraft,
  respelt,
  textOf,
} from '../../harness/things/workbooks.ts';
import { there } from '../../harness/check/valid-calls.ts';

test(...verifies('workbooks.file.hash-stable'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const first = await draftOf(admin, workbookId);
  const readers = {
    'a second time': admin,
    'a third time': admin,
    'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'by a plain user': await readerOf(check, workbookId),
  };
  await inEach(check, readers, async (reader) => {
    const { content, hash } = await draftOf(reader, workbookId);
    const isOther = content === first.content && hash !== first.hash;
    expect(isOther, 'the hash of the same content is another one').toBe(false);
  });
});

/** A plain user who may read a workbook, which is up to its owner. */
async function readerOf(check: Check, workbookId: string): Promise<Actor | undefined> {
  const member = check.asOptional('MEMBER_TOKEN');
  const answer = await member?.raw('getDashboardFile', { path: { workbookId } });
  return answer && isSuccess(answer) ? member : undefined;
}

/** Changes of a text that a weak hash may miss. */
const CHANGES = {
  'to other letters of the same length': respelt,
  'only in letter case': (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()),
  'to a longer text': (text: string) => `${text} and more`,
} as const;

test(...verifies('workbooks.file.hash-follows-content'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  await inEach(check, CHANGES, async (change) => {
    const before = await draftOf(admin, workbookId);
    const after = await changedDraft(check, admin, workbookId, change);
    expect(after.hash, 'hash of a draft whose text was changed').not.toBe(before.hash);
  });
  const oauth = check.asOptional('OAUTH_TOKEN');
  const others = {
    'once a thread was tied to a widget': () => tieThread(check, admin),
    'once published': () => admin.raw('publishWorkbook', { path: { workbookId }, body: {} }),
    'with an OAuth token': oauth && (() => changedDraft(check, oauth, workbookId)),
  };
  await inEach(check, others, async (change) => {
    const former = await draftOf(admin, workbookId);
    return expectOtherHashes(check, admin, former, await change());
  });
  await inEach(check, { 'by a sign outside the basic plane': '🗝' }, async (sign) => {
    const before = await draftOf(admin, workbookId);
    // Which texts a tenant takes is open.
    const { value: after } = await attempt(() => changedDraft(check, admin, workbookId, (text) => text + sign));
    leaveOutUnless(after);
    expect(after.hash, 'hash of a draft with one sign more').not.toBe(before.hash);
  });
});

/** Expects that no other content has the hash of a former draft, where something came of the change. */
async function expectOtherHashes(check: Check, admin: Actor, former: TextFile, changed: object | undefined) {
  leaveOutUnless(changed !== undefined);
  const workbookId = providedWorkbook(check);
  const then = await draftOf(admin, workbookId);
  const after = await changedDraft(check, admin, workbookId);
  expect(sameHashes([former, then, after]), 'hashes that drafts of other contents have').toEqual([]);
  return undefined;
}

/** The hashes that several contents have. */
function sameHashes(drafts: readonly TextFile[]): readonly string[] {
  const contents = new Map<string, Set<string>>();
  for (const { hash, content } of drafts) contents.set(hash, (contents.get(hash) ?? new Set()).add(content));
  return [...contents].flatMap(([hash, some]) => (some.size > 1 ? [hash] : []));
}

/** Ties the provided thread to the provided widget, where there are such. */
async function tieThread(check: Check, admin: Actor) {
  const [widgetId, threadId] = [check.optional('AI_WIDGET_ID'), check.optional('CHAT_THREAD_ID')];
  if (widgetId === undefined || threadId === undefined) return undefined;
  const path = { workbookId: providedWorkbook(check) };
  return admin.raw('createAiWidgetThread', { path, body: { widgetId, threadId } });
}

/** Which text is replaced, and by whom: whether anybody but an administrator may is open. */
interface Replacing {
  readonly part?: string;
  readonly who?: Actor;
}

/** Replaces a text of the draft and expects success. */
async function replaceText(check: Check, admin: Actor, workbookId: string, to: string, how: Replacing = {}) {
  const { who = admin, part } = how;
  const before = await draftOf(admin, workbookId);
  const from = part ?? textOf(before);
  const answer = await patchDraft(who, workbookId, draftPatch(check, before, { from, to }).body);
  leaveOutIf(who !== admin && !isSuccess(answer));
  expect(answer).toSucceed();
  const after = await draftOf(admin, workbookId);
  await expectHashToldAsRead(answer, after);
  return { before, from, after };
}

/** Where the answer to a patch shows the content, it shows the hash that a read shows of it. */
function expectHashToldAsRead({ body }: Answer, { content, hash }: TextFile): Promise<void> {
  const told = (body ?? {}) as Partial<TextFile>;
  return judging('workbooks.file.hash-stable', () => {
    const isOther = told.content === content && typeof told.hash === 'string' && told.hash !== hash;
    expect(isOther, 'the hash of the same content in the answer to the patch is another one').toBe(false);
  });
}

test(...verifies('workbooks.file.patch-replaces'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const to = fresh('text');
  const { from, after } = await replaceText(check, admin, workbookId, to);
  expect(after.content).toContain(to);
  expect(after.content.includes(from), `the former text "${from}" is still there`).toBe(false);

  const oauth = check.asOptional('OAUTH_TOKEN');
  const publish = () => admin.raw('publishWorkbook', { path: { workbookId }, body: {} });
  const cases = {
    'once published': { who: admin, before: publish },
    'with an OAuth token': oauth && { who: oauth, before: () => Promise.resolve() },
    [BY_PLAIN]: ifGiven(holderOfAll(check), (who) => ({ who, before: () => Promise.resolve() })),
  };
  let current = to;
  await inEach<{ readonly who: Actor; readonly before: () => Promise<unknown> }>(check, cases, async (one, name) => {
    await one.before();
    const next = fresh('text');
    const { body } = draftPatch(check, await draftOf(admin, workbookId), { from: current, to: next });
    const answer = await patchDraft(one.who, workbookId, body);
    leaveOutIf(name === BY_PLAIN && !isSuccess(answer));
    expect(answer).toSucceed();
    const draft = await draftOf(admin, workbookId);
    expect(draft.content).toContain(next);
    await expectHashToldAsRead(answer, draft);
    current = next;
  });
  await patchHardTexts(check, admin, workbookId, current);
});

/** Which texts a tenant accepts is open; an accepted text must be stored as it was sent. */
async function patchHardTexts(check: Check, admin: Actor, workbookId: string, from: string): Promise<void> {
  let current = from;
  for (const hard of HARD_TEXTS) {
    const text = `${fresh('text')}${hard}here`;
    const draft = await draftOf(admin, workbookId);
    const answer = await patchDraft(admin, workbookId, draftPatch(check, draft, { from: current, to: text }).body);
    if (!isSuccess(answer)) {
      current = await replacedByWords(check, admin, workbookId, current);
      continue;
    }
    const changed = await draftOf(admin, workbookId);
    expect(holdsText(changed, text), text).toBe(true);
    expectEndGone(draft, changed, current);
    current = text;
    await expectFormTold(admin, workbookId, current);
  }
  const draft = await draftOf(admin, workbookId);
  const removal = await patchDraft(admin, workbookId, draftPatch(check, draft, { from: current, to: '' }).body);
  if (!isSuccess(removal) && (await replacedByWords(check, admin, workbookId, current)) === current) return;
  expect(holdsText(await draftOf(admin, workbookId), current), `"${current}" is still there`).toBe(false);
}

/** Expects nothing of a text to be left that was replaced. */
function expectEndGone(before: TextFile, after: TextFile, text: string): void {
  expect(keepsEnd(before, after, text), `the end of "${text}" is still there`).toBe(false);
}

/** A text that stands in the draft is found, whatever its signs are: only the new text may be none that the tenant takes. */
async function replacedByWords(check: Check, admin: Actor, workbookId: string, from: string): Promise<string> {
  const draft = await draftOf(admin, workbookId);
  // JSON may have signs as escapes, and a patch names what stands there.
  if (!draft.content.includes(from)) return from;
  const to = fresh('text');
  const answer = await patchDraft(admin, workbookId, draftPatch(check, draft, { from, to }).body);
  expect(answer, `a patch of "${from}"`).toSucceed();
  expectEndGone(draft, await draftOf(admin, workbookId), from);
  return to;
}

/** Expects that a patch for a text in another form of Unicode than it stands there changes nothing. */
async function expectFormTold(admin: Actor, workbookId: string, text: string): Promise<void> {
  const oldText = inAnotherForm(text);
  if (oldText === undefined) return;
  await patchDraft(admin, workbookId, { oldText, newText: 'never' });
  const draft = await draftOf(admin, workbookId);
  await judging('workbooks.file.patch-exact', () => {
    expect(holdsText(draft, text), `"${text}" is still there`).toBe(true);
  });
}

/** Replaces a text, and expects what stands before and behind it to stay. */
async function expectRestKept(check: Check, admin: Actor, workbookId: string, how?: Replacing): Promise<void> {
  const { before, from, after } = await replaceText(check, admin, workbookId, fresh('text'), how);
  const [was, is] = [withoutVersions(before.content), withoutVersions(after.content)];
  setupRequires(is !== was, 'the patch changed nothing');
  const place = was.indexOf(from);
  const [head, tail] = [was.slice(0, place), was.slice(place + from.length)];
  expect(is.slice(0, head.length), 'content before the replaced text').toBe(head);
  expect(is.slice(is.length - tail.length), 'content after the replaced text').toBe(tail);
}

/** The same with letters beyond ASCII on both sides, where the tenant takes them. */
async function expectLettersKept(check: Check, admin: Actor, workbookId: string): Promise<unknown> {
  const part = fresh('text');
  const { body } = draftPatch(check, await draftOf(admin, workbookId), { to: `Île ${part} 日本 🙂` });
  leaveOutUnless(isSuccess(await patchDraft(admin, workbookId, body)));
  return expectRestKept(check, admin, workbookId, { part });
}

/** Patches two texts of one draft at the same time: whether a tenant takes both is open, and neither that it takes is undone. */
async function expectBothPatched(check: Check, admin: Actor, workbookId: string): Promise<void> {
  // A patch with the whole content is one of everything.
  leaveOutUnless(check.tenant.wire.value('workbooks.file-old-text') !== undefined);
  const draft = await draftOf(admin, workbookId);
  const text = textOf(draft);
  const middle = Math.floor(text.length / 2);
  const parts = [text.slice(0, middle), text.slice(middle)];
  leaveOutUnless(parts.every((part) => draft.content.split(part).length === 2));
  const patching = parts.map((from) =>
    patchDraft(admin, workbookId, draftPatch(check, draft, { from, to: 'Z9Z9' }).body),
  );
  const answers = await Promise.all(patching);
  const { content } = await draftOf(admin, workbookId);
  const undone = parts.filter((from, at) => isSuccess(answers[at] as Answer) && content.includes(from));
  expect(undone, 'texts that a patch replaced and that are there').toEqual([]);
}

test(...verifies('workbooks.file.patch-keeps-the-rest'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const cases = {
    'as it is': () => expectRestKept(check, admin, workbookId),
    'once published': async () => {
      await admin.raw('publishWorkbook', { path: { workbookId }, body: {} });
      await expectRestKept(check, admin, workbookId);
    },
    'once a thread was tied to a widget': async () => {
      const tied = await tieThread(check, admin);
      leaveOutUnless(tied && isSuccess(tied));
      await expectRestKept(check, admin, workbookId);
    },
    'two at the same time': () => expectBothPatched(check, admin, workbookId),
    [BY_PLAIN]: ifGiven(holderOfAll(check), (who) => () => expectRestKept(check, admin, workbookId, { who })),
    // The last one: a draft may have no other text than the one that holds these letters from then on.
    'beside letters beyond ASCII': () => expectLettersKept(check, admin, workbookId),
  };
  await inEach<() => Promise<unknown>>(check, cases, (judge) => judge());
});

test(...verifies('workbooks.file.patch-exact'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const draft = await draftOf(admin, workbookId);
  const from = textOf(draft);
  await expectNonePatched(admin, workbookId, draft, nearMisses(draft, from));
  granted(await patchDraft(admin, workbookId, draftPatch(check, draft, { from }).body), 'the patch of the exact text');
});

/** Expects that patches of texts that are not in the draft change nothing, whatever the response. */
async function expectNonePatched(admin: Actor, workbookId: string, draft: TextFile, texts: readonly string[]) {
  for (const oldText of texts) {
    const answer = await patchDraft(admin, workbookId, { oldText, newText: fresh('text'), hash: draft.hash });
    expect(
      (await draftOf(admin, workbookId)).content,
      `content after a patch of "${oldText}" with response ${answer.status}`,
    ).toBe(draft.content);
  }
}

test(...verifies('workbooks.file.scoped-key-stays'), async ({ check, admin, scoped }) => {
  const workbookId = providedWorkbook(check, 'elsewhere');
  const text = fresh('elsewhere');
  const elsewhere = there(check, admin, 'elsewhere');
  const draft = await changedDraft(check, elsewhere, workbookId, () => text);
  const patch = draftPatch(check, draft, { from: text }).body;
  const requests = {
    'by a read': () => scoped.raw('getDashboardFile', { path: { workbookId } }),
    'by a patch': () => patchDraft(scoped, workbookId, patch),
  };
  await inEach<() => Promise<Answer>>(check, requests, async (send) => {
    // A success alone is no violation: the key's own deployment may have a workbook with the same id.
    const answer = await send();
    const isShown = isSuccess(answer) && answer.text.includes(text);
    expect(isShown, 'the response shows the draft of another deployment').toBe(false);
  });
  const isKept = holdsText(await draftOf(elsewhere, workbookId), text);
  expect(isKept, 'the draft of the other deployment is as it was').toBe(true);
});
