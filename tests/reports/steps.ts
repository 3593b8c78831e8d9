import type fc from 'fast-check';
import { LIMITS } from '../../contracts/limits.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { freshOfLength, SIGNS } from '../../harness/client/unique.ts';
import { tentatively } from '../../harness/failures/failure.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { expect } from '../../harness/test.ts';
import { filePatch } from './file.ts';
import {
  expectAsKept,
  freshWord,
  learnReaders,
  readersOf,
  type ReportState,
  TEXTS,
  type Around,
  type Outcome,
  type Text,
} from './model.ts';
import { FAR_AHEAD } from './updates.ts';
import { connect, placementsOn, placing, reportIn, type Placement } from './placements.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

export type Command = fc.AsyncCommand<ReportState, Around>;
type Act = (state: ReportState, who: Actor, around: Around) => Promise<Outcome | undefined>;

/** A step by one of those who may do it, after which everything that shows the report is compared. */
function step(title: string, by: number, act: Act): Command {
  return {
    check: () => true,
    async run(state, around) {
      const readers = readersOf(around, state);
      const who = readers[by % readers.length] ?? around.admin;
      const outcome = await act(state, who, around);
      if (outcome) await expectAsKept(around, state, outcome);
    },
    toString: () => `${title} as ${by}`,
  };
}

/** Texts of different kinds; which characters a tenant accepts is open. */
export const VALUES = {
  new: () => freshWord(),
  'beyond ASCII': () => `${freshWord()} ${SIGNS}`,
  longest: () => freshOfLength(freshWord(), LIMITS.reportName.max),
  same: (state: ReportState, text: Text) => textOf(state, text) ?? freshWord(),
  former: ({ formerName }: ReportState) => formerName ?? freshWord(),
} as const;
export type Value = keyof typeof VALUES;
export const PLAIN = ['new', 'same'] as const satisfies readonly Value[];
type Change = Readonly<Partial<Record<Text, Value>>>;

function textOf(state: ReportState, text: Text): string | undefined {
  const value = state.texts.valueOf(text);
  return typeof value === 'string' ? value : undefined;
}

function textsOf(state: ReportState, change: Change): Partial<Record<Text, string>> {
  const named = TEXTS.filter((text) => change[text] !== undefined);
  return Object.fromEntries(named.map((text) => [text, VALUES[change[text] ?? 'new'](state, text)]));
}

function send(who: Actor, { id }: ReportState, body: object): Promise<Answer> {
  return who.raw('updateReport', { path: { reportId: id }, body });
}

export function updating(by: number, change: Change, isVersioned: boolean): Command {
  return step(`update ${JSON.stringify({ ...change, isVersioned })}`, by, async (state, who, { admin }) => {
    const texts = textsOf(state, change);
    const answer = await send(who, state, { ...texts, ...(isVersioned && { expectedVersion: state.version }) });
    if (!isSuccess(answer)) {
      // Who else may update is open, and so is which characters are taken.
      const isPlain = who === admin && Object.values(change).every((value) => PLAIN.some((one) => one === value));
      const id = isVersioned ? 'expected-version-matches' : 'expected-version-omitted';
      await judging(`reports.update.${id}`, () => {
        if (isPlain) expect(answer).toSucceed();
      });
      return {};
    }
    const before = state.name;
    for (const [text, value] of Object.entries(texts))
      state.texts.set(text as Text, value.normalize(), `reports.update.${text as Text}-stored`);
    renamedFrom(state, before);
    // Whether an update keeps what it omits is open.
    return { adopts: TEXTS.filter((text) => texts[text] === undefined) };
  });
}

/** Notes a name that nothing shows any more, if it is one that no search finds by a part of another. */
function renamedFrom(state: ReportState, before: string | undefined): void {
  const former = before === state.name ? state.formerName : before;
  const isGone = former !== undefined && TEXTS.every((text) => textOf(state, text)?.includes(former) === false);
  state.formerName = isGone && /^[a-z]{14}$/.test(former) ? former : undefined;
}

/** Updates that are refused, each with its status, and what breaks the rule. */
export const REFUSED = {
  'reports.update.expected-version-differs': [409, ({ version = 0 }) => ({ expectedVersion: version + FAR_AHEAD })],
  'reports.update.name-too-long': [400, () => ({ name: freshOfLength('name', LIMITS.reportName.max + 1) })],
  'reports.update.title-too-long': [400, () => ({ title: freshOfLength('title', LIMITS.reportTitle.max + 1) })],
} as const satisfies Partial<Record<RequirementId, readonly [number, (state: ReportState) => object]>>;

export function refused(by: number, id: keyof typeof REFUSED, change: Change): Command {
  return step(`refused for ${id} ${JSON.stringify(change)}`, by, async (state, who) => {
    const [status, broken] = REFUSED[id];
    if (state.version === undefined) return undefined;
    const texts = { name: freshWord(), ...textsOf(state, change) };
    const answer = await send(who, state, { ...texts, ...broken(state) });
    // Who may update at all is open.
    if (answer.status === 403) return {};
    await judging(id, () => {
      expect(answer).toBeRefusedWith(status);
    });
    for (const text of TEXTS) state.texts.keep(text, id);
    return {};
  });
}

export function moving(by: number, at: number, isNamed: boolean): Command {
  return step(`move to ${at}${isNamed ? ' with a name' : ''}`, by, async (state, who, around) => {
    const { check, admin } = around;
    const folders = [check.optional('FOLDER_ID'), check.optional('EDITABLE_FOLDER_ID')].flatMap((one) => one ?? []);
    const folderId = numberOf(folders[at % Math.max(1, folders.length)] ?? 'none');
    if (Number.isNaN(folderId)) return undefined;
    const name = freshWord();
    const answer = await send(who, state, { folderId, ...(isNamed && { name }) });
    if (!isSuccess(answer)) return {};
    await learnReaders(around, state);
    const before = state.name;
    if (isNamed) state.texts.set('name', name, 'reports.update.move-with-name');
    renamedFrom(state, before);
    // What names the folder is open, and so is whether the list shows it.
    const shown = (await reportIn(admin, state.id)).folderId;
    const isMoved = shown === folderId && state.folder?.now !== folderId;
    if (isMoved) state.folder = { now: folderId, before: state.folder?.now };
    else if (shown !== folderId) state.folder = undefined;
    return { adopts: isNamed ? ['title'] : TEXTS };
  });
}

export function connecting(by: number, at: 0 | 1, address: Address): Command {
  return step(`connect to ${at} ${JSON.stringify(address)}`, by, async (state, who, { check, admin }) => {
    const externalWorkbookId = state.ids[at];
    const answer = await connect(who, state.id, placing(check, { ...address, externalWorkbookId }));
    const isPlain = /^\p{ASCII}*$/u.test(address.sheetName);
    // Which names of sheets are taken is open.
    await judging(who === admin ? 'reports.connect.places-report' : 'reports.connect.read-access-suffices', () => {
      if (isPlain) expect(answer).toSucceed();
    });
    if (!isSuccess(answer)) return {};
    state.spreadsheets.set(externalWorkbookId, { isIn: true, by: 'reports.connect.places-report' });
    const body = { ...address, externalWorkbookId };
    const isThere = ({ anchorCell }: Placement) => String(anchorCell).replaceAll('$', '') === address.anchorCell;
    const shown = await readUntil(
      check,
      () => placementsOn(admin, state.id, body),
      (all) => all.some(isThere),
    );
    if (!shown.some(isThere)) state.unknown.add(externalWorkbookId);
    // Whether a second placement in the same spreadsheet replaces the first is open.
    return {
      keeps: 'reports.connect.several-spreadsheets',
      places: { ...address, workbookId: externalWorkbookId },
      mayGo: ({ workbookId }) => workbookId === externalWorkbookId,
    };
  });
}

/** Where in a spreadsheet a report is placed. */
export interface Address {
  readonly sheetName: string;
  readonly anchorCell: string;
}

/** A placement of this history as the list showed it last, and how it is addressed. */
function placementAt(state: ReportState, at: number, isById: boolean) {
  const own = state.placements.filter((one) => state.spreadsheets.get(String(one.workbookId))?.isIn);
  const placement = own[at % Math.max(1, own.length)];
  if (!placement) return undefined;
  const { id, workbookId, sheetName, anchorCell } = placement;
  const body = isById ? { placementId: id } : { externalWorkbookId: workbookId, sheetName, anchorCell };
  const others = own.filter((one) => one !== placement && one.workbookId === workbookId);
  return { body, placement, others, spreadsheet: String(workbookId) };
}

export function disconnecting(by: number, at: number, isById: boolean): Command {
  const how = isById ? 'by-placement-id' : 'by-address';
  return step(`disconnect ${at} ${how}`, by, async (state, who, { admin }) => {
    const one = placementAt(state, at, isById);
    if (!one) return undefined;
    const request = { path: { reportId: state.id }, body: one.body };
    const answer = await who.raw('disconnectReportFromWorkbook', request);
    // Who else may disconnect is open.
    if (who !== admin && !isSuccess(answer)) return {};
    await judging(`reports.disconnect.${how}`, () => {
      expect(answer).toSucceed();
    });
    const isLast = one.others.length === 0;
    const keeps = isLast ? 'reports.disconnect.keeps-other-placements' : 'reports.disconnect.keeps-other-addresses';
    const left = isLast ? (`reports.disconnect.${how}` as const) : keeps;
    if (state.unknown.has(one.spreadsheet)) state.spreadsheets.delete(one.spreadsheet);
    else state.spreadsheets.set(one.spreadsheet, { isIn: !isLast, by: left });
    return { keeps, mayGo: (placement) => placement === one.placement };
  });
}

export function refreshing(by: number, at: number, isById: boolean): Command {
  const how = isById ? 'by-placement-id' : 'by-address';
  return step(`refresh ${at} ${how}`, by, async (state, who, { admin }) => {
    const one = placementAt(state, at, isById);
    if (!one) return undefined;
    const answer = await who.raw('refreshReport', { path: { reportId: state.id }, body: one.body });
    await judging(`reports.refresh.${how}`, () => {
      // Whether a placement is refreshed again while a refresh of it is under way is open.
      if (who === admin && answer.status !== 409) expect(answer).toSucceed();
    });
    return {};
  });
}

export function patching(by: number): Command {
  return step('patch', by, async (state, who, { check, admin }) => {
    const file = await admin.preparing.getReportFile(state.id);
    // A definition may have no text that occurs once.
    const patch = await tentatively(() => Promise.resolve().then(() => filePatch(check, file, { to: freshWord() })));
    if (!patch) return undefined;
    const { body, content } = patch;
    const answer = await who.raw('patchReportFile', { path: { reportId: state.id }, body });
    if (!isSuccess(answer)) return { content: file.content };
    state.formerName = undefined;
    return { adopts: TEXTS, content };
  });
}
