import { ifNamed } from './judged.ts';
import { takenAtOnce } from '../../harness/check/at-once.ts';
import { numberOf } from '../../contracts/lossless-json.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { SIGNS, fresh, freshInDigits, freshOfLength } from '../../harness/client/unique.ts';
import { caseIf, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { refusals } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { connect, placeAndRefresh, placing, reportIn, shownOf } from './placements.ts';
import { update } from './updates.ts';

/** What a report is updated with, and what happens before and after it. */
interface Change {
  readonly reportId: string;
  readonly text: string;
  readonly who: Actor;
  readonly more?: object;
  readonly before?: () => Promise<unknown>;
  readonly after?: () => Promise<unknown>;
}

/** Changes two reports at the same time: each has its own text where the tenant took both. */
async function expectEachStored(check: Check, admin: Actor, member: 'name' | 'title', both: readonly Change[]) {
  const taken = await takenAtOnce(both, ({ who, reportId, text }) =>
    who.raw('updateReport', { path: { reportId }, body: { [member]: text } }),
  );
  await withinSeconds(check, async () => {
    const shown = await Promise.all(taken.map(({ sent }) => shownOf(admin, sent.reportId, member)));
    expect(shown).toEqual(taken.map(({ sent }) => sent.text));
  });
}

/** Another text for the other of the two members, which an update may send beside it. */
const BESIDE = { name: 'title', title: 'name' } as const;

for (const member of ['name', 'title'] as const) {
  test(...verifies(`reports.update.${member}-stored`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
    const editable = check.optional('EDITABLE_REPORT_ID');
    const text = fresh(`Stored-${member}`);
    const both = fresh('both');
    const change = { reportId, who: admin };
    const sending = (value: string) => admin.raw('updateReport', { path: { reportId }, body: { [member]: value } });
    const tooLong = freshOfLength(member, LIMITS.reportName.max + 1);
    const initial = await shownOf(admin, reportId, member);
    await admin.updateReport(reportId, { [member]: text });
    // The list is all that shows a report, and may show an update with a delay.
    await withinSeconds(check, async () => {
      expect(await shownOf(admin, reportId, member)).toBe(text);
    });
    const cases = {
      // Before the user changes the other report.
      'that of another report': await thatOfAnother(check, admin, member),
      'a second time': { ...change, text: fresh(member) },
      'another letter case': { ...change, text: text.toUpperCase(), before: () => sending(text) },
      'beside the other text': { ...change, text: fresh(member), more: { [BESIDE[member]]: fresh('beside') } },
      'the same text for both': { ...change, text: both, more: { [BESIDE[member]]: both } },
      'digits alone, beside the other text as it is': {
        ...change,
        text: freshInDigits(member),
        more: { [BESIDE[member]]: both },
      },
      'after a refused update': { ...change, text: fresh(member), before: () => sending(tooLong) },
      'before a connect': { ...change, text: fresh(member), after: () => connect(admin, reportId, placing(check)) },
      'before a disconnect': { ...change, text: fresh(member), after: () => placedAndBack(check, admin, reportId) },
      // Which characters a tenant accepts is open; an accepted text must be stored as it was sent.
      signs: { ...change, text: `${text} ${SIGNS}` },
      'beyond Latin': { ...change, text: `${text} 昨日の売上 Продажи` },
      'by a user without the admin role': ofUser(user, editable, fresh(member)),
      'by that user once more': ofUser(user, editable, fresh(member)),
      'with an OAuth token': oauth && { ...change, text: fresh(member), who: oauth },
      'beside the version': { ...change, text: fresh(member), more: { expectedVersion: VERSION } },
      'after a refresh': { ...change, text: fresh(member), before: () => refreshed(check, admin, reportId) },
      'after a move': { ...change, text: fresh(member), before: () => movedOnce(check, admin, reportId) },
      'several spaces': { ...change, text: `${text}  two   three` },
      'back to a former one': { ...change, text },
      'back to the first one': ifNamed(initial, (first) => ({ ...change, text: first })),
      'after a disconnect': { ...change, text: fresh(member), before: () => placedAndBack(check, admin, reportId) },
      'after a change with another token': oauth && {
        ...change,
        text: fresh(member),
        before: () => oauth.raw('updateReport', { path: { reportId }, body: { [member]: fresh('theirs') } }),
      },
    };
    await inEach<Change>(check, cases, (one) => expectStored(check, admin, member, one));
    const theirs = ofUser(user, editable, fresh(member));
    await inEach(check, { 'two at the same time': theirs && [{ ...change, text: fresh(member) }, theirs] }, (both) =>
      expectEachStored(check, admin, member, both),
    );
  });

  test.describe('by others', () => {
    test(...verifies(`reports.update.${member}-too-long`), async ({ check, admin }) => {
      const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
      const [own, folderId] = [check.provided('REPORT_ID'), numberOf(check.optional('EDITABLE_FOLDER_ID') ?? 'none')];
      const [{ max }, beside] = [LIMITS.reportName, BESIDE[member]];
      const cases = {
        'by a user without the admin role': ofUser(user, check.optional('EDITABLE_REPORT_ID'), ''),
        'with an OAuth token': ofUser(oauth, own, ''),
        'beside a move': caseIf(!Number.isNaN(folderId), () => ({ ...ofAdmin(admin, own), more: { folderId } })),
      };
      await inEach<Change>(check, cases, async ({ who, reportId, more: also }) => {
        const send = (body: object) => who.raw('updateReport', { path: { reportId }, body });
        leaveOutUnless(isSuccess(await send({ [member]: freshOfLength(member, max) })));
        const before = await reportIn(admin, reportId);
        for (const more of [{}, { [beside]: fresh('beside') }]) {
          expect(await send({ [member]: freshOfLength(member, max + 1), ...more, ...also })).toBeRefusedWith(400);
        }
        const { name, title, folderId: folder } = await reportIn(admin, reportId);
        expect({ name, title, folder }, 'what a refused update would change').toEqual({
          name: before.name,
          title: before.title,
          folder: before.folderId,
        });
      });
    });
  });

  test(...verifies(`reports.update.${member}-longest`), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const text = freshOfLength(member, LIMITS.reportName.max);
    await admin.updateReport(reportId, { [member]: text });
    await withinSeconds(check, async () => {
      expect(await shownOf(admin, reportId, member)).toBe(text);
    });
    const oauth = check.asOptional('OAUTH_TOKEN');
    const longest = () => freshOfLength(member, LIMITS.reportName.max);
    const cases = {
      'beside the other text': { who: admin, more: { [BESIDE[member]]: fresh('beside') } },
      'beside the longest other text': { who: admin, more: { [BESIDE[member]]: longest() } },
      'with an OAuth token': oauth && { who: oauth, more: {} },
    };
    await inEach<{ readonly who: Actor; readonly more: object }>(check, cases, async ({ who, more }) => {
      const own = longest();
      expect(await who.raw('updateReport', { path: { reportId }, body: { ...more, [member]: own } })).toSucceed();
      await withinSeconds(check, async () => {
        expect((await reportIn(admin, reportId))[member]).toBe(own);
      });
    });
  });
}

/** Stands in a body for the version of the report at that time. */
const VERSION = Symbol('version');

/** The name or title of another report; undefined if nobody lent one. */
async function thatOfAnother(check: Check, admin: Actor, member: 'name' | 'title'): Promise<Change | undefined> {
  const other = check.optional('EDITABLE_REPORT_ID');
  const text = other === undefined ? undefined : (await reportIn(admin, other))[member];
  return typeof text === 'string' ? { who: admin, reportId: check.provided('REPORT_ID'), text } : undefined;
}

async function refreshed(check: Check, admin: Actor, reportId: string): Promise<void> {
  if (check.optional('EXTERNAL_WORKBOOK_ID') !== undefined) await placeAndRefresh(check, admin, reportId);
}

async function movedOnce(check: Check, admin: Actor, reportId: string): Promise<void> {
  const folderId = numberOf(check.optional('FOLDER_ID') ?? 'none');
  for (const to of [folderId, numberOf(check.optional('EDITABLE_FOLDER_ID') ?? 'none')])
    if (!Number.isNaN(to)) await admin.raw('updateReport', { path: { reportId }, body: { folderId: to } });
}

/** Places a report in a spreadsheet and takes it out again. */
async function placedAndBack(check: Check, admin: Actor, reportId: string): Promise<void> {
  if (check.optional('EXTERNAL_WORKBOOK_ID') === undefined) return;
  const body = placing(check);
  const { externalWorkbookId, sheetName, anchorCell } = body;
  await connect(admin, reportId, body);
  const at = { externalWorkbookId, sheetName, anchorCell };
  await admin.raw('disconnectReportFromWorkbook', { path: { reportId }, body: at });
}

const ofAdmin = (who: Actor, reportId: string): Change => ({ who, reportId, text: '' });

function ofUser(who: Actor | undefined, reportId: string | undefined, text: string): Change | undefined {
  return who && reportId !== undefined ? { who, reportId, text } : undefined;
}

/** Expects a report to show what an update sent; which texts are taken, and from whom, is about other requirements. */
async function expectStored(check: Check, admin: Actor, member: 'name' | 'title', change: Change): Promise<void> {
  const { reportId, text, who, more = {}, before, after } = change;
  await before?.();
  const { version } = Object.values(more).includes(VERSION) ? await reportIn(admin, reportId) : {};
  const beside = Object.fromEntries(
    Object.entries(more).map(([name, value]) => [name, value === VERSION ? version : value]),
  );
  const answer = await who.raw('updateReport', { path: { reportId }, body: { ...beside, [member]: text } });
  await after?.();
  if (!isSuccess(answer)) return;
  await withinSeconds(check, async () => {
    const shown = (await reportIn(admin, reportId))[member];
    expect((shown ?? text).normalize(), member).toBe(text.normalize());
  });
}

refusals('updateReport', update, {
  'reports.update.name-too-long': {
    status: 400,
    broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), title: fresh('title') }),
    further: {
      'once more': {
        broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), title: fresh('title') }),
      },
      alone: { broken: () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1) }) },
      'far too long': { broken: () => ({ name: freshOfLength('name', 4 * LIMITS.reportName.max) }) },
      'with the version': {
        broken: ({ version }) => ({ name: freshOfLength('name', LIMITS.reportName.max + 1), expectedVersion: version }),
      },
    },
    neighbour: () => ({ name: freshOfLength('name', LIMITS.reportName.max), title: fresh('title') }),
  },
  'reports.update.title-too-long': {
    status: 400,
    broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1), name: fresh('name') }),
    further: {
      'once more': {
        broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1), name: fresh('name') }),
      },
      alone: { broken: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1) }) },
      'far too long': { broken: () => ({ title: freshOfLength('title', 4 * LIMITS.reportTitle.max) }) },
      'with the version': {
        broken: ({ version }) => ({
          title: freshOfLength('title', LIMITS.reportTitle.max + 1),
          expectedVersion: version,
        }),
      },
    },
    neighbour: () => ({ title: freshOfLength('title', LIMITS.reportTitle.max), name: fresh('name') }),
  },
});
