import { createHash } from 'node:crypto';
import type { components } from '../../contracts/generated/openapi.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { pagesOf, walk, type Page } from '../../harness/client/paging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { expectConsistentViews } from '../../harness/check/same-view.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { Kept } from '../../harness/rules/kept.ts';
import { withoutVersions } from '../../harness/things/text-files.ts';
import { expect, type Check } from '../../harness/test.ts';
import { isHashOf } from './file.ts';
import type { Filter } from './filters.ts';
import { idsOf, type Placement, type Report } from './placements.ts';

type Entry = components['schemas']['ExternalPlacement'];

export const TEXTS = ['name', 'title'] as const;
export type Text = (typeof TEXTS)[number];

/** Who changes and reads the report, each in turn. */
export interface Around {
  readonly check: Check;
  readonly admin: Actor;
  readonly actors: readonly Actor[];
  /** Those of them who may read every folder. */
  readonly administrators: readonly Actor[];
}

/** What the model knows of one report: all that the specification says is kept, and what a step may have left it to be. */
export class ReportState {
  readonly id: string;
  readonly texts = new Kept<Text>();
  /** The name before the present one, which nothing shows any more. */
  formerName: string | undefined;
  /** The folder that the list shows since a move, and the one before it. */
  folder: { readonly now: number; readonly before: number | undefined } | undefined;
  /** Who may not read the report where it is: its folder may decide that. */
  readonly hiddenFrom = new Set<Actor>();
  /** The spreadsheets of this history, of which one has an id that begins with that of the other. */
  readonly ids: readonly [string, string];
  /** Whether the report is in a spreadsheet, and the requirement by which, as far as that is known. */
  readonly spreadsheets = new Map<string, { readonly isIn: boolean; readonly by: RequirementId }>();
  /** Spreadsheets with placements that the list does not show. */
  readonly unknown = new Set<string>();
  /** The placements as the list showed them last. */
  placements: readonly Placement[] = [];
  version: number | undefined;
  content: string | undefined;
  looks = 0;

  constructor(id: string) {
    this.id = id;
    const spreadsheet = fresh('spreadsheet');
    this.ids = [spreadsheet, `${spreadsheet}-copy`];
    for (const one of this.ids) this.spreadsheets.set(one, { isIn: false, by: 'reports.list.external-workbook-only' });
  }

  get name(): string | undefined {
    const name = this.texts.valueOf('name');
    return typeof name === 'string' && name !== '' ? name : undefined;
  }
}

/** What a step leaves open, and the requirement by which everything else is as it was. */
export interface Outcome {
  /** The requirement that says that the other placements stay. */
  readonly keeps?: RequirementId;
  /** Texts that the step may have changed in a way that is open. */
  readonly adopts?: readonly Text[];
  /** Where the step placed the report: the whole list may show it later than that of the spreadsheet. */
  readonly places?: Pick<Placement, 'workbookId' | 'sheetName' | 'anchorCell'>;
  /** Whether a placement may be gone. */
  readonly mayGo?: (placement: Placement) => boolean;
  /** What the file contains after the step; undefined where that is open, and `same` where nothing changed the report. */
  readonly content?: string | undefined;
}

/** A word of letters that is like no other one, because how closely a search has to match is open. */
export function freshWord(): string {
  const digest = createHash('sha256').update(fresh('word')).digest();
  return Array.from(digest.subarray(0, 14), (byte) => 'bcdfghjklmnpqrstvwxz'[byte % 20] ?? 'b').join('');
}

/** Those who may read the report where it is. */
export function readersOf({ actors }: Around, { hiddenFrom }: ReportState): readonly Actor[] {
  return actors.filter((actor) => !hiddenFrom.has(actor));
}

/** Notes who may read the report where it has been moved to. */
export async function learnReaders({ actors, administrators }: Around, { id, hiddenFrom }: ReportState): Promise<void> {
  for (const actor of actors.filter((one) => !administrators.includes(one))) {
    const isShown = (await listed(actor, {})).some((one) => String(one.id) === id);
    if (isShown) hiddenFrom.delete(actor);
    else hiddenFrom.add(actor);
  }
}

/** Compares everything that shows the report with what the model knows of it. */
export async function expectAsKept(around: Around, state: ReportState, outcome: Outcome): Promise<void> {
  const { check, admin, administrators } = around;
  const readers = readersOf(around, state);
  const reader = readers[state.looks % readers.length] ?? admin;
  const administrator = administrators[state.looks % administrators.length] ?? admin;
  state.looks += 1;
  for (const spreadsheet of state.spreadsheets.keys())
    await expectInSpreadsheet(around, state, spreadsheet, { reader, ...outcome });
  const isTold = administrators.includes(reader);
  const { report, placedIn } = await expectListed(check, reader, state, { ...outcome, isTold });
  await expectPlacements(state, report, { ...outcome, placedIn });
  await expectSearched(check, state, reader);
  await expectInFolder(check, state, administrator);
  await expectFile(admin, state, outcome);
}

/** The filter of the list and the placements of the spreadsheet show the report there, or both do not. */
async function expectInSpreadsheet(
  { check, admin }: Around,
  state: ReportState,
  externalWorkbookId: string,
  { reader, adopts = [] }: Outcome & { readonly reader: Actor },
): Promise<void> {
  const { isIn, by } = state.spreadsheets.get(externalWorkbookId) ?? { isIn: false, by: check.requirement.id };
  const read = async () => {
    const filtered = (await listed(reader, { externalWorkbookId })).find(({ id }) => String(id) === state.id);
    const entries = await entriesIn(admin, externalWorkbookId);
    return { isFiltered: filtered !== undefined, shown: filtered?.name?.normalize(), entries };
  };
  // After a step that may have changed the name, the entries may have the former one or the new one.
  const isNamed = (names: readonly string[]) => adopts.includes('name') || names.every((name) => name === state.name);
  const { isFiltered, shown, entries } = await readUntil(
    check,
    read,
    (seen) => seen.isFiltered === isIn && seen.entries.length > 0 === isIn && isNamed(namesIn(seen.entries)),
  );
  const hasEntries = entries.length > 0;
  if (isFiltered !== isIn && hasEntries !== isIn) {
    await judging(by, () => {
      expect(isFiltered, `the report is in ${externalWorkbookId}`).toBe(isIn);
    });
  }
  await judging(isIn ? 'reports.list.external-workbook-placed' : 'reports.list.external-workbook-only', () => {
    expect(isFiltered, `the report is listed in ${externalWorkbookId}`).toBe(isIn);
  });
  await judging(isIn ? 'external-documents.list.shows-placement' : 'external-documents.list.drops-placement', () => {
    expect(hasEntries, `the report is among the placements in ${externalWorkbookId}`).toBe(isIn);
  });
  // Where the list shows another name as well, the step that was to change it did not: it is judged by that.
  if (adopts.includes('name') || (shown !== undefined && shown !== state.name)) return;
  const names = namesIn(entries);
  await judging('external-documents.entry.granted-name', () => {
    expect(names).toEqual(names.map(() => state.name ?? ''));
  });
}

/** The names of the report in the entries that show it. */
const namesIn = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap(({ access, reportName }) => (access === 'GRANTED' && reportName ? [reportName.normalize()] : []));

/** Reads every page of the list, with what it shows in its deprecated member. */
async function listed(reader: Actor, query: Filter): Promise<Report[]> {
  return walk((page) => reader.preparing.listReports({ ...query, ...page }));
}

/** Entries of a spreadsheet of this history; none where the list is refused, as a spreadsheet without any may be unknown. */
async function entriesIn(admin: Actor, externalWorkbookId: string): Promise<readonly Entry[]> {
  const answer = await admin.ask('listPlacements', externalWorkbookId);
  return isRefusal(answer) ? [] : ((granted(answer, 'the list of placements').body as Page<Entry>).items ?? []);
}

/** A report as a list shows it, and the spreadsheet that the list is of. */
interface Listed {
  readonly report: Report;
  readonly placedIn: string | undefined;
}

/** The report in the whole list, or in that of a spreadsheet, in both members of the answer. */
async function expectListed(
  check: Check,
  reader: Actor,
  state: ReportState,
  { adopts = [], isTold, mayGo = () => false }: Outcome & { readonly isTold: boolean },
): Promise<Listed> {
  const [first] = [...state.spreadsheets].find(([, { isIn }]) => isIn) ?? [];
  const placedIn = state.looks % 2 === 0 ? first : undefined;
  const query = placedIn === undefined ? {} : { externalWorkbookId: placedIn };
  const isIt = ({ id }: Report) => String(id) === state.id;
  const look = async () => {
    const pages = await pagesOf(
      (page) => reader.preparing.listReports({ ...query, ...page }),
      undefined,
      ({ items }) => items?.some(isIt) ?? false,
    );
    const page = pages.at(-1) as Awaited<ReturnType<Actor['listReports']>> | undefined;
    return { page, report: page?.items.find(isIt) };
  };
  // A list may show a change with a delay.
  const { page, report } = await readUntil(
    check,
    look,
    ({ report: shown }) =>
      shown !== undefined &&
      TEXTS.every(
        (text) =>
          adopts.includes(text) || (shownText(shown, text) ?? state.texts.valueOf(text)) === state.texts.valueOf(text),
      ) &&
      (!state.folder || (shown.folderId ?? state.folder.now) === state.folder.now) &&
      lostIn(state, shown, { placedIn, mayGo }).length === 0,
  );
  if (!page || !report) throw setupFailed(`the list does not show report ${state.id}`);
  const legacy = page.data.find(isIt);
  await judging('reports.list.data-same', () => {
    if (legacy) expectConsistentViews(report, legacy, 'the report in items and in data');
  });
  for (const text of adopts) state.texts.set(text, shownText(report, text), `reports.update.${text}-stored`);
  await state.texts.expectIn({
    name: shownText(report, 'name') ?? state.texts.valueOf('name'),
    title: shownText(report, 'title') ?? state.texts.valueOf('title'),
  });
  state.version = report.version ?? undefined;
  await expectFolder(state, report, isTold);
  return { report, placedIn };
}

/** Expects the folder since the last move; who may not read it, or anybody of a tenant that shows none, is told of no folder. */
function expectFolder({ folder }: ReportState, { folderId }: Report, isTold: boolean): Promise<void> {
  const isShown = typeof folderId === 'number' || (folderId === null && isTold);
  return judging('reports.update.move-permitted', () => {
    if (folder && isShown) expect(folderId, 'folder of the report').toBe(folder.now);
  });
}

/** In which normalization form letters are returned is open. */
function shownText(report: Report, text: Text): string | undefined {
  return report[text]?.normalize();
}

function isSame(one: Placement, other: Placement): boolean {
  return (
    one.workbookId === other.workbookId && one.sheetName === other.sheetName && one.anchorCell === other.anchorCell
  );
}

/** The placements of this history that a report shows no longer. Others may place it elsewhere, and take it out there. */
function lostIn(
  { placements, ids }: ReportState,
  { externalWorkbookPlacements: shown }: Report,
  { placedIn, mayGo }: Pick<Listed, 'placedIn'> & Required<Pick<Outcome, 'mayGo'>>,
): Placement[] {
  // The list of a spreadsheet may show those in it alone.
  const isShown = (one: Placement) => placedIn === undefined || one.workbookId === placedIn;
  const own = placements.filter((one) => ids.includes(String(one.workbookId)) && isShown(one) && !mayGo(one));
  return own.filter((one) => shown && !shown.some((other) => isSame(one, other)));
}

function expectPlacements(
  state: ReportState,
  report: Report,
  { keeps, places, placedIn, mayGo = () => false }: Outcome & Pick<Listed, 'placedIn'>,
): Promise<void> {
  const shown = report.externalWorkbookPlacements;
  // Others may place the report elsewhere, and take it out there.
  const before = state.placements.filter(({ workbookId }) => state.ids.includes(String(workbookId)));
  // The list of a spreadsheet may show those in it alone: what it does not show is left as it was.
  const isElsewhere = (one: Placement) => placedIn !== undefined && one.workbookId !== placedIn;
  const unseen = shown?.some(isElsewhere) ? [] : before.filter((one) => isElsewhere(one) && !mayGo(one));
  state.placements = shown ? [...shown, ...unseen] : before;
  if (places && !state.placements.some((one) => isSame(one, places))) state.unknown.add(String(places.workbookId));
  return judging(keeps ?? 'reports.connect.places-report', () => {
    const lost = before.filter((one) => !mayGo(one) && !state.placements.some((other) => isSame(one, other)));
    expect(lost, 'placements that are gone').toEqual([]);
  });
}

/** How long a text to search for may be is open. */
const LONGEST_SEARCH = 100;

async function expectSearched(check: Check, state: ReportState, reader: Actor): Promise<void> {
  const { name, formerName, id } = state;
  if (name === undefined || name.length > LONGEST_SEARCH) return;
  await judging('reports.list.search-finds', () =>
    withinSeconds(check, async () => {
      expect(idsOf(await listed(reader, { search: name }))).toContain(id);
    }),
  );
  if (formerName === undefined || formerName.length > LONGEST_SEARCH) return;
  await judging('reports.list.search-narrows', () =>
    withinSeconds(check, async () => {
      // How a search shows a workbook is open, so an entry counts as the report only if id and name match.
      const found = await listed(reader, { search: formerName });
      expect(idsOf(found.filter((one) => String(one.id) === id && shownText(one, 'name') === name))).toEqual([]);
    }),
  );
}

async function expectInFolder(check: Check, { folder, id }: ReportState, reader: Actor): Promise<void> {
  if (!folder) return;
  await judging('reports.list.folder-complete', () =>
    withinSeconds(check, async () => {
      expect(idsOf(await listed(reader, { folderId: folder.now }))).toContain(id);
    }),
  );
  const { before } = folder;
  if (before === undefined || before === folder.now) return;
  await judging('reports.list.folder-only', () =>
    withinSeconds(check, async () => {
      const found = await listed(reader, { folderId: before });
      expect(idsOf(found.filter((one) => String(one.id) === id && one.folderId === folder.now))).toEqual([]);
    }),
  );
}

async function expectFile(admin: Actor, state: ReportState, outcome: Outcome): Promise<void> {
  const { content, hash } = await admin.preparing.getReportFile(state.id);
  await judging('reports.file.hash-of-content', () => {
    expect(isHashOf(hash, content), `${hash} is the SHA-256 of the content`).toBe(true);
  });
  const { content: expected } = outcome;
  if (expected !== undefined) {
    await judging('reports.file.patch-replaces', () => {
      expect(withoutVersions(content).trimEnd()).toBe(withoutVersions(expected).trimEnd());
    });
  }
  state.content = content;
}
