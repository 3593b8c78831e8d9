import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import {
  HARD_TEXTS,
  holdsText,
  inAnotherForm,
  keepsEnd,
  nearMisses,
  withoutVersions,
  type TextFile,
} from '../../harness/things/text-files.ts';
import { fresh } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { oneAfterTheOther, judgeIf } from './judged.ts';
import { filePatch, isHashOf, uniqueText } from './file.ts';

test(...verifies('reports.file.content-is-json'), async ({ check, admin }) => {
  const { content } = await admin.getReportFile(check.provided('REPORT_ID'));
  expect(() => JSON.parse(content) as unknown, content.slice(0, 200)).not.toThrow();
});

test(...verifies('reports.file.canonical'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const { content } = await admin.getReportFile(reportId);
  const oauth = check.asOptional('OAUTH_TOKEN');
  await inEach(check, { again: admin, 'with an OAuth token': oauth, 'a third time': admin }, async (reader) => {
    expect((await reader.getReportFile(reportId)).content).toBe(content);
  });
});

const FOREIGN = 'Ünïcode 報告 🗝';

test(...verifies('reports.file.hash-of-content'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  // A hash is of bytes, so that the encoding of what is outside ASCII counts.
  const rename = () =>
    admin.raw('updateReport', { path: { reportId }, body: { name: `${fresh('report')} ${FOREIGN}` } });
  const oauth = check.asOptional('OAUTH_TOKEN');
  const cases = {
    unchanged: { before: () => Promise.resolve(), who: admin },
    renamed: { before: rename, who: admin },
    'with an OAuth token': oauth && { before: () => Promise.resolve(), who: oauth },
  };
  await inEach<{ readonly before: () => Promise<unknown>; readonly who: Actor }>(check, cases, async (one) => {
    await one.before();
    const { content, hash } = await one.who.getReportFile(reportId);
    expect(isHashOf(hash, content), `${hash} is the SHA-256 of the content`).toBe(true);
  });
  await inEach(check, { 'by a user without the admin role': ofEditor(check) }, async ({ who, id }) => {
    expectHashIfReadable(await who.ask('getReportFile', id));
  });
});

/** Who may read the file is about other requirements. */
function expectHashIfReadable(answer: Answer<TextFile>) {
  leaveOutUnless(isSuccess(answer));
  const { content, hash } = answer.body;
  expect(isHashOf(hash, content), `${hash} is the SHA-256 of the content`).toBe(true);
  return undefined;
}

/** Whether the answer to a patch shows the file is open; where it shows the content as a read does, the hash is that of it. */
function expectHashTold({ body }: Answer, read: TextFile): Promise<void> {
  const { content, hash } = (body ?? {}) as Partial<TextFile>;
  return judging('reports.file.hash-of-content', () => {
    if (content !== read.content || typeof hash !== 'string') return;
    expect(isHashOf(hash, content), `${hash} is the SHA-256 of the content`).toBe(true);
  });
}

function patch(admin: Actor, reportId: string, body: object) {
  return admin.raw('patchReportFile', { path: { reportId }, body });
}

test(...verifies('reports.file.patch-replaces'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const file = await admin.getReportFile(reportId);
  const from = uniqueText(file);
  const { body } = filePatch(check, file, { from, to: 'conformance was here' });
  expect(await patch(admin, reportId, body)).toSucceed();
  const { content } = await admin.getReportFile(reportId);
  expect(content).toContain('conformance was here');
  expect(content.includes(`"${from}"`), `the former text "${from}" is still there`).toBe(false);

  await admin.raw('updateReport', { path: { reportId }, body: { title: fresh('title') } });
  const oauth = check.asOptional('OAUTH_TOKEN');
  let current = 'mance was he';
  const alone = (_content: string, text: string) => text;
  const texts = {
    'after an update': { who: admin, to: 'patched again', around: alone },
    'with an OAuth token': oauth && { who: oauth, to: 'patched with OAuth', around: alone },
    'across lines': { who: admin, to: 'patched across lines', around: fromLineBefore },
  };
  await inEach(check, texts, async ({ who, to, around }) => {
    const now = await admin.getReportFile(reportId);
    // The update may be of the very text that was patched.
    leaveOutIf(!now.content.includes(current));
    // Whether the content is of several lines is open.
    const whole = around(now.content, current);
    leaveOutUnless(whole);
    const next = whole.replace(current, () => to);
    const patching = filePatch(check, now, { from: whole, to: next });
    const answer = await patch(who, reportId, patching.body);
    expect(answer).toSucceed();
    const read = await admin.getReportFile(reportId);
    expect(read.content).toContain(next);
    await expectHashTold(answer, read);
    current = to;
  });
  await patchHardTexts(check, admin, reportId, current);
  await inEach(check, { 'of a text with quotation marks': fresh('title') }, async (title) => {
    const quoted = `${title} "so called"`;
    leaveOutUnless(isSuccess(await admin.raw('updateReport', { path: { reportId }, body: { title: quoted } })));
    const now = await admin.getReportFile(reportId);
    const from = `${title} \\"so called\\"`;
    // Whether the title is in the file, once, and how its signs are escaped, is open.
    leaveOutUnless(now.content.split(from).length === 2);
    expect(await patch(admin, reportId, filePatch(check, now, { from, to: 'without them' }).body)).toSucceed();
  });
  const editors = { 'by a user without the admin role': ofEditor(check), 'by that user once more': ofEditor(check) };
  await inEach(check, editors, (editor, name) => expectPatchedBy(check, admin, editor, `patched ${name}`));
});

/** A text of a file and what stands before it in its line, with the end of the line before; undefined in the first line. */
function fromLineBefore(content: string, text: string): string | undefined {
  const [end, start] = [content.indexOf(text) + text.length, content.lastIndexOf('\n', content.indexOf(text))];
  return start < 0 ? undefined : content.slice(start, end);
}

/** Who may read and patch the file is about other requirements. */
async function expectPatchedBy(
  check: Check,
  admin: Actor,
  { who, id }: NonNullable<ReturnType<typeof ofEditor>>,
  to: string,
) {
  const before = await who.ask('getReportFile', id);
  leaveOutUnless(isSuccess(before));
  // What somebody else has changed since the user read the file is none of what the patch names.
  await admin.raw('updateReport', { path: { reportId: id }, body: { title: fresh('title') } });
  const patching = filePatch(check, await admin.getReportFile(id), { to });
  leaveOutUnless(isSuccess(await patch(who, id, patching.body)));
  const { content } = await admin.getReportFile(id);
  expect(content).toContain(to);
  await judging('reports.file.patch-keeps-the-rest', () => {
    expect(withoutVersions(content).trimEnd()).toBe(withoutVersions(patching.content).trimEnd());
  });
  return undefined;
}

function ofEditor(check: Check): { readonly who: Actor; readonly id: string } | undefined {
  const [who, id] = [check.asOptional('MEMBER_TOKEN'), check.optional('EDITABLE_REPORT_ID')];
  return who && id !== undefined ? { who, id } : undefined;
}

/** Which texts a tenant accepts is open; an accepted text must be stored exactly as it was sent. */
async function patchHardTexts(check: Check, admin: Actor, reportId: string, from: string): Promise<void> {
  let current = from;
  for (const hard of HARD_TEXTS) {
    const now = await admin.getReportFile(reportId);
    if (!now.content.includes(current)) return;
    const answer = await patch(admin, reportId, filePatch(check, now, { from: current, to: hard }).body);
    if (!isSuccess(answer)) {
      current = await replacedByWords(check, admin, reportId, current);
      continue;
    }
    const changed = await admin.getReportFile(reportId);
    expect(holdsText(changed, hard), hard).toBe(true);
    expectEndGone(now, changed, current);
    current = hard.trim();
    await expectFormTold(admin, reportId, current);
  }
  await removeText(check, admin, reportId, current);
}

/** Expects nothing of a text to be left that was replaced. */
function expectEndGone(before: TextFile, after: TextFile, text: string): void {
  expect(keepsEnd(before, after, text), `the end of "${text}" is still there`).toBe(false);
}

/** A text that stands in the file is found, whatever its signs are: only the new text may be none that the tenant takes. */
async function replacedByWords(check: Check, admin: Actor, reportId: string, from: string): Promise<string> {
  const to = 'conformance was here again';
  const now = await admin.getReportFile(reportId);
  expect(await patch(admin, reportId, filePatch(check, now, { from, to }).body), `a patch of "${from}"`).toSucceed();
  expectEndGone(now, await admin.getReportFile(reportId), from);
  return to;
}

/** Expects that a patch for a text in another form of Unicode than it stands there changes nothing. */
async function expectFormTold(admin: Actor, reportId: string, text: string): Promise<void> {
  const oldText = inAnotherForm(text);
  if (oldText === undefined) return;
  await patch(admin, reportId, { oldText, newText: 'never' });
  const file = await admin.getReportFile(reportId);
  await judging('reports.file.patch-exact', () => {
    expect(holdsText(file, text), `"${text}" is still there`).toBe(true);
  });
}

/** Puts nothing in the place of a text, where the tenant takes that. */
async function removeText(check: Check, admin: Actor, reportId: string, from: string): Promise<void> {
  const now = await admin.getReportFile(reportId);
  if (!holdsText(now, from)) return;
  const answer = await patch(admin, reportId, filePatch(check, now, { from, to: '' }).body);
  if (!isSuccess(answer) && now.content.includes(from)) await replacedByWords(check, admin, reportId, from);
  else if (isSuccess(answer))
    expect(holdsText(await admin.getReportFile(reportId), from), `"${from}" is still there`).toBe(false);
}

test(...verifies('reports.file.patch-keeps-the-rest'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const file = await admin.getReportFile(reportId);
  const from = uniqueText(file);
  const { body, content } = filePatch(check, file, { from, to: 'one part, another' });
  expect(await patch(admin, reportId, body)).toSucceed();
  const withoutText = (text: string) => withoutVersions(text).replace(from, '').replace('one part, another', '');
  expect(withoutText((await admin.getReportFile(reportId)).content)).toBe(withoutText(content));
  await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
    const before = await admin.getReportFile(reportId);
    const further = filePatch(check, before, { from: 'another', to: 'a further one' });
    return judgeIf(isSuccess(await patch(oauth, reportId, further.body)), async () => {
      const after = (await admin.getReportFile(reportId)).content.replace('a further one', 'another');
      expect(withoutText(after)).toBe(withoutText(before.content));
    });
  });
  await inEach(check, { 'two at the same time': reportId }, (id) => expectBothPatched(check, admin, id));
});

/** Patches two texts of one file at the same time: whether a tenant takes both is open, and neither that it takes is undone. */
async function expectBothPatched(check: Check, admin: Actor, reportId: string): Promise<void> {
  // A patch with the whole content is one of everything.
  leaveOutUnless(check.tenant.wire.value('reports.file-old-text') !== undefined);
  const file = await admin.getReportFile(reportId);
  const parts = ['one part', 'another', 'a further one'].filter((text) => file.content.split(text).length === 2);
  const patching = parts.map((from) => patch(admin, reportId, filePatch(check, file, { from }).body));
  const answers = await Promise.all(patching);
  const { content } = await admin.getReportFile(reportId);
  const undone = parts.filter((from, at) => isSuccess(answers[at] as Answer) && content.includes(from));
  expect(undone, 'texts that a patch replaced and that are there').toEqual([]);
}

test(...verifies('reports.file.patch-renews-hash'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const file = await admin.getReportFile(reportId);
  expect(await patch(admin, reportId, filePatch(check, file).body)).toSucceed();
  const { content, hash } = await admin.getReportFile(reportId);
  setupRequires(content !== file.content, 'the patch changed nothing');
  expect(isHashOf(hash, content), `${hash} is the SHA-256 of the new content`).toBe(true);
  expect(hash).not.toBe(file.hash);
  await inEach(check, { 'of a second patch': { content, hash } }, async (first) => {
    granted(await patch(admin, reportId, filePatch(check, first).body), 'the second patch');
    const second = await admin.getReportFile(reportId);
    expect(isHashOf(second.hash, second.content), `${second.hash} is the SHA-256 of the new content`).toBe(true);
  });
});

test(...verifies('reports.file.patch-exact'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const file = await admin.getReportFile(reportId);
  const from = uniqueText(file);
  await oneAfterTheOther(nearMisses(file, from), async (nearMiss) => {
    const answer = await patch(admin, reportId, { oldText: nearMiss, newText: 'never', hash: file.hash });
    const { content } = await admin.getReportFile(reportId);
    expect(content.trimEnd(), `content after a patch of "${nearMiss}" with response ${answer.status}`).toBe(
      file.content.trimEnd(),
    );
  });
  granted(await patch(admin, reportId, filePatch(check, file, { from }).body), 'the patch of the exact text');
});

test(...verifies('reports.file.patch-canonical'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const file = await admin.getReportFile(reportId);
  const from = uniqueText(file);
  granted(await patch(admin, reportId, filePatch(check, file, { from, to: 'passing' }).body), 'the first patch');
  const intermediate = await admin.getReportFile(reportId);
  const back = filePatch(check, intermediate, { from: 'passing', to: from });
  expect(await patch(admin, reportId, back.body)).toSucceed();
  const after = await admin.getReportFile(reportId);
  expect(withoutVersions(after.content)).toBe(withoutVersions(file.content));
  // A hash is of the whole content: one with a version in it has another.
  const hash = after.content === file.content ? file.hash : after.hash;
  expect(after.hash, 'the hash of the content that was there before').toBe(hash);
});
