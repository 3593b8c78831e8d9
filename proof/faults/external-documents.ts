import { LIMITS } from '../../contracts/limits.ts';
import { refuse } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import { mayEditReport, mayReadReport } from '../../mock/families/report-access.ts';
import type { Patch } from '../../mock/index.ts';
import type { Placement, Report } from '../../mock/world/content.ts';
import { alsoThese, faults } from '../lib/fault.ts';

import { continuing, endingEarly, pagesOf, startingOver } from '../lib/paging.ts';
import { isAsked, itemsOf, refusedYet } from '../lib/reports.ts';
import { changeBodySync, replaceSync, underStatus, withRules } from '../lib/patches.ts';

const LIST = 'listPlacements';
const MINUTE = 60_000;
const MOST_EXPLORATIONS = LIMITS.placedExplorations.max;
const MOST_PLACEMENTS = LIMITS.placements.max;

type Entry = Body;

/** Lists with other entries. */
function listing(change: (entries: readonly Entry[], call: Call) => readonly Entry[]): Patch {
  return changeBodySync(LIST, (list, call) => ({ ...list, items: change(itemsOf(list), call) }));
}

/** Lists in which some entries look otherwise. */
function showing(change: (entry: Entry, report: Report, call: Call) => Entry): Patch {
  return listing((entries, call) =>
    entries.map((entry) => {
      const report = call.tenant.content.reports.get(Number(entry['reportId']));
      return report ? change(entry, report, call) : entry;
    }),
  );
}

/** Lists without some entries, on whatever page they would stand. */
function hiding(isHidden: (report: Report, placement: Placement, call: Call) => boolean): Patch {
  return listing((entries, call) =>
    entries.filter(({ reportId, placementId }) => {
      const report = call.tenant.content.reports.get(Number(reportId));
      const placement = report?.placements.find(({ id }) => id === placementId);
      return !report || !placement || !isHidden(report, placement, call);
    }),
  );
}

/** Lists that hold the entries of further spreadsheets, where the whole list is asked for. */
function mixing(
  further: (spreadsheet: string, placements: readonly (readonly [Report, Placement])[]) => string[],
): Patch {
  return replaceSync(LIST, (call, original) => {
    const answer = original(call);
    const own = call.path['externalWorkbookId'] ?? '';
    if (answer.kind !== 'ok' || isAsked(call, 'first', 'after')) return answer;
    const placements = call.tenant.content.reports
      .all()
      .flatMap((report) => report.placements.map((placement) => [report, placement] as const));
    const others = new Set(further(own, placements).filter((one) => one !== own));
    const strays = [...others].flatMap((externalWorkbookId) => {
      const list = original({ ...call, path: { ...call.path, externalWorkbookId } });
      return list.kind === 'ok' ? itemsOf(list.body as Body) : [];
    });
    return { ...answer, body: { ...(answer.body as Body), items: [...itemsOf(answer.body as Body), ...strays] } };
  });
}

const isWhole = (call: Call): boolean => !isAsked(call, 'first', 'after');
const isElsewhere = ({ deploymentId }: Report, { tenant }: Call): boolean => deploymentId === tenant.deployments.other;

interface Size {
  readonly explorations: number;
  readonly placements: number;
}

/** Lists that go by other limits, or some of them. */
function limited(limits: Partial<Size>, isMeant: (call: Call) => boolean = () => true): Patch {
  return replaceSync(LIST, (call, original) => {
    const { explorations, placements } = call.tenant.rules.externalDocuments;
    const others = {
      explorations: { max: limits.explorations ?? explorations.max },
      placements: { max: limits.placements ?? placements.max },
    };
    return isMeant(call) ? withRules(call, 'externalDocuments', others, () => original(call)) : original(call);
  });
}

/** What is past the limits is refused with another status. */
function refusedWith(status: 400 | 409, isMeant: (size: Size, call: Call) => boolean): Patch {
  return refusedYet(LIST, (call, _original, { why }) => {
    if (why === 422 && isMeant(sizeOf(call), call)) refuse(status, 'the document holds too much');
  });
}

function sizeOf({ tenant, path }: Call): Size {
  const placed = tenant.content.reports
    .all()
    .map(({ placements }) => placements.filter((one) => one.externalWorkbookId === path['externalWorkbookId']).length)
    .filter((count) => count > 0);
  return { explorations: placed.length, placements: placed.reduce((sum, count) => sum + count, 0) };
}

const UNDECLARED = {
  id: 'openapi-spec.serving.body-declared',
  because: "the tenant's own document declares what is printed, and the answer departs from that as well",
} as const;

type OfEntry = (entry: Body, reportName: string | undefined) => Body;

/** Entries that are changed, each with the name of its report at hand. */
function changedEntries(change: OfEntry, isMeant: (call: Call) => boolean = () => true): Patch {
  return changeBodySync('listPlacements', (list, call) => {
    if (!isMeant(call)) return list;
    const nameOf = ({ reportId }: Body) => call.tenant.content.reports.get(Number(reportId))?.name;
    return { ...list, items: itemsOf(list).map((entry) => change(entry, nameOf(entry))) };
  });
}

function laterEntries(change: OfEntry): Patch {
  return changedEntries(change, (call) => isAsked(call, 'after'));
}

/** Faults of the placements in external documents: which are listed, their pages, their access, and the two limits. */
export const externalDocumentsFaults = faults({
  // Which placements are listed.
  'external-documents.list.shows-placement': [
    {
      name: 'last-twice',
      sentence: 'The last placement of a spreadsheet is listed twice.',
      also: [
        ...alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
        ...alsoThese('a placement that stands twice is removed once there', 'external-documents.list.drops-placement'),
      ],
      patch: listing((entries, call) => (isWhole(call) ? [...entries, ...entries.slice(-1)] : entries)),
    },
    {
      name: 'a-minute-late',
      sentence: 'A placement is listed a minute after it was made.',
      patch: hiding((_report, { placedAt }, { tenant }) => tenant.clock.now() - placedAt < MINUTE),
    },
    {
      name: 'first-spreadsheet-alone',
      sentence: 'A report is listed in the first spreadsheet that it was placed in and in no other.',
      patch: hiding(
        ({ placements }, { externalWorkbookId }) => placements[0]?.externalWorkbookId !== externalWorkbookId,
      ),
    },
  ],
  'external-documents.list.drops-placement': {
    name: 'remembered',
    sentence: 'A placement that was listed once stays in the list of its spreadsheet.',
    patch: (rules) => {
      const seen = new Map<string, Map<unknown, Entry>>();
      listing((entries, call) => {
        if (!isWhole(call)) return entries;
        const spreadsheet = call.path['externalWorkbookId'] ?? '';
        const known = seen.get(spreadsheet) ?? new Map<unknown, Entry>();
        for (const entry of entries) known.set(entry['placementId'], entry);
        seen.set(spreadsheet, known);
        return [...known.values()];
      })(rules);
    },
  },
  'external-documents.list.tenant-wide': [
    {
      name: 'one-deployment',
      sentence: 'The list leaves out the reports of every deployment but that of its first entry.',
      also: [
        {
          id: 'external-documents.list.shows-placement',
          because: 'a report that is placed beside one of another deployment is not listed',
        },
      ],
      patch: replaceSync(LIST, (call, original) => {
        const whole = withRules(call, 'externalDocuments', {}, () => original(call));
        const [first] = whole.kind === 'ok' ? itemsOf(whole.body as Body) : [];
        const isListed = (report: Report) => first === undefined || report.deploymentId === first['deploymentId'];
        return withRules(call, 'externalDocuments', { isListed }, () => original(call));
      }),
    },
    {
      name: 'second-left-out',
      sentence: 'The reports of one of the deployments are in no list of placements.',
      patch: hiding((report, _placement, call) => isElsewhere(report, call)),
    },
  ],
  'external-documents.list.only-this-spreadsheet': [
    {
      name: 'by-prefix',
      sentence: 'The list of a spreadsheet holds the placements in those as well whose ids begin with its own.',
      also: alsoThese(
        'a spreadsheet of the sequence begins like another one',
        'external-documents.list.drops-placement',
      ),
      patch: mixing((spreadsheet, placements) =>
        placements.map(([, { externalWorkbookId }]) => externalWorkbookId).filter((one) => one.startsWith(spreadsheet)),
      ),
    },
    {
      name: 'all-of-its-reports',
      sentence: 'The list of a spreadsheet holds every placement of the reports that are placed there, wherever it is.',
      also: [
        ...alsoThese(
          'the placements that are left in the spreadsheet are counted there',
          'external-documents.list.drops-placement',
        ),
        {
          id: 'external-documents.list.most-explorations',
          because: 'with those from elsewhere there are more than may be listed',
        },
        {
          id: 'external-documents.list.most-placements',
          because: 'with those from elsewhere there are more than may be listed',
        },
        { id: 'external-documents.list.tenant-wide', because: 'pages of the list of each deployment are compared' },
      ],
      patch: mixing((spreadsheet, placements) => {
        const here = placements.filter(([, { externalWorkbookId }]) => externalWorkbookId === spreadsheet);
        return here.flatMap(([report]) => report.placements.map(({ externalWorkbookId }) => externalWorkbookId));
      }),
    },
  ],

  // Pages.
  'external-documents.list.first-limits': {
    name: 'one-more',
    sentence: 'A page of placements holds one entry more than first asks for.',
    patch: pagesOf(LIST, (first) => first + 1),
  },
  'external-documents.list.after-continues': [
    {
      name: 'one-early',
      sentence: 'A page of placements begins with the last entry of the page before it.',
      patch: continuing(LIST, 'one-early'),
    },
    {
      name: 'starting-over',
      sentence: 'The third page of placements is the first one again.',
      patch: startingOver(LIST),
    },
  ],
  'external-documents.list.pages-complete': [
    {
      name: 'one-late',
      sentence: 'A page of placements leaves out the entry behind the page before it.',
      also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
      patch: continuing(LIST, 'one-late'),
    },
    {
      name: 'ending-early',
      sentence: 'A last page of placements with a single entry is never announced.',
      also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
      patch: endingEarly(LIST),
    },
  ],

  // Access.
  'external-documents.entry.access': {
    name: 'another-word',
    sentence: 'The access to reports of another deployment than the first is SHARED.',
    patch: showing((entry, report, call) => (isElsewhere(report, call) ? { ...entry, access: 'SHARED' } : entry)),
    also: [UNDECLARED],
  },
  'external-documents.entry.report-name': {
    name: 'object',
    sentence: 'The reportName of reports of another deployment than the first is an object.',
    patch: showing((entry, report, call) =>
      isElsewhere(report, call) ? { ...entry, reportName: { text: report.name } } : entry,
    ),
    also: [UNDECLARED],
  },
  'external-documents.entry.granted': [
    {
      name: 'edit-needed',
      sentence: 'A placement has the access DENIED for whoever may read its report and not edit it.',
      patch: showing((entry, report, { tenant, principal }) =>
        mayReadReport(tenant, principal, report) && !mayEditReport(tenant, principal, report)
          ? { ...entry, access: 'DENIED' }
          : entry,
      ),
    },
    {
      name: 'placed-by-others',
      sentence: 'A placement that somebody else made has the access DENIED.',
      patch: showing((entry, report, { principal }) => {
        const placement = report.placements.find(({ id }) => id === entry['placementId']);
        return placement?.placedByUserId === principal.user?.id ? entry : { ...entry, access: 'DENIED' };
      }),
    },
  ],
  'external-documents.entry.granted-name': [
    {
      name: 'title',
      sentence: 'The reportName of a placement is the title of its report.',
      patch: showing((entry, { title }) =>
        typeof entry['reportName'] === 'string' ? { ...entry, reportName: title } : entry,
      ),
    },
    {
      name: 'owners-alone',
      sentence: 'A placement shows the name of its report to whoever made the report alone.',
      patch: showing((entry, { createdBy }, { principal }) =>
        createdBy === principal.user?.id ? entry : { ...entry, reportName: null },
      ),
    },
  ],
  'external-documents.list.denied-listed': [
    {
      name: 'left-out',
      sentence: 'Placements of reports that the caller may not read are left out.',
      patch: ({ externalDocuments }) => {
        externalDocuments.isListed = (_report, isReadable) => isReadable;
      },
    },
    {
      name: 'refused',
      sentence: 'A list with a placement of a report that the caller may not read is refused.',
      patch: replaceSync(LIST, (call, original) => {
        const answer = original(call);
        const entries = answer.kind === 'ok' ? itemsOf(answer.body as Body) : [];
        if (entries.some(({ access }) => access === 'DENIED')) refuse(403, 'some reports may not be read');
        return answer;
      }),
    },
    {
      name: 'left-out-behind-a-cursor',
      sentence: 'A page after a cursor leaves out the placements of reports that the caller may not read.',
      patch: listing((entries, call) =>
        isAsked(call, 'after') ? entries.filter(({ access }) => access === 'GRANTED') : entries,
      ),
    },
  ],
  'external-documents.entry.denied': [
    {
      name: 'granted',
      sentence: 'Every placement has the access GRANTED.',
      patch: ({ externalDocuments }) => {
        externalDocuments.access = () => 'GRANTED';
      },
    },
    {
      name: 'granted-behind-a-cursor',
      sentence: 'Every placement on a page after a cursor has the access GRANTED.',
      patch: laterEntries((entry) => ({ ...entry, access: 'GRANTED' })),
    },
  ],
  'external-documents.entry.denied-no-name': [
    {
      name: 'shown-behind-a-cursor',
      sentence: 'A placement on a page after a cursor shows the name of its report, whatever its access.',
      patch: laterEntries((entry, name) => ({ ...entry, reportName: name })),
    },
    {
      name: 'as-title',
      sentence: 'A placement with the access DENIED shows the name of its report as title.',
      patch: changedEntries((entry, name) => (entry['access'] === 'DENIED' ? { ...entry, title: name } : entry)),
    },
    {
      name: 'shown',
      sentence: 'A placement with the access DENIED shows the name of its report.',
      patch: ({ externalDocuments }) => {
        externalDocuments.reportName = (name) => name;
      },
    },
    {
      name: 'empty',
      sentence: 'The reportName of a placement with the access DENIED is an empty text.',
      patch: ({ externalDocuments }) => {
        externalDocuments.reportName = (name, isReadable) => (isReadable ? name : '');
      },
    },
  ],
  'external-documents.entry.denied-else-complete': [
    {
      name: 'no-address',
      sentence: 'A placement with the access DENIED does not tell on which sheet and in which cell it lies.',
      patch: ({ externalDocuments }) => {
        externalDocuments.details = ({ sheetName, anchorCell, ...others }, isReadable) =>
          isReadable ? { ...others, sheetName, anchorCell } : others;
      },
    },
    {
      name: 'report-id-null',
      sentence: 'The id of the report is null on a placement with the access DENIED.',
      patch: showing((entry) => (entry['access'] === 'DENIED' ? { ...entry, reportId: null } : entry)),
    },
  ],

  // Limits.
  'external-documents.list.too-many-explorations': [
    {
      name: 'one-more',
      sentence: 'A spreadsheet with 501 placed explorations is listed as a whole.',
      patch: limited({ explorations: MOST_EXPLORATIONS + 1 }, isWhole),
    },
    {
      name: 'cut-off',
      sentence: 'The list of a spreadsheet with more than 500 placed explorations is cut off after a page.',
      patch: limited({ explorations: Infinity }, isWhole),
    },
    {
      name: 'other-status',
      sentence: 'A spreadsheet with more than 500 placed explorations is refused with 400.',
      patch: refusedWith(400, ({ explorations }, call) => isWhole(call) && explorations > MOST_EXPLORATIONS),
    },
  ],
  'external-documents.list.most-explorations': {
    name: 'refused',
    sentence: 'A spreadsheet with 500 placed explorations is refused like one with more.',
    patch: limited({ explorations: MOST_EXPLORATIONS - 1 }),
  },
  'external-documents.list.too-many-placements': [
    {
      name: 'one-more',
      sentence: 'A spreadsheet with 2001 placements is listed.',
      patch: limited({ placements: MOST_PLACEMENTS + 1 }),
    },
    {
      name: 'other-status',
      sentence: 'A spreadsheet with more than 2000 placements is refused with 409.',
      patch: refusedWith(409, ({ placements }) => placements > MOST_PLACEMENTS),
    },
  ],
  'external-documents.list.most-placements': [
    {
      name: 'refused',
      sentence: 'A spreadsheet with 2000 placements is refused like one with more.',
      patch: limited({ placements: MOST_PLACEMENTS - 1 }),
    },
    {
      name: 'each-an-exploration',
      sentence: 'Every placement counts as a placed exploration of its own.',
      patch: ({ externalDocuments }) => {
        externalDocuments.countExplorations = ({ length }) => length;
      },
    },
  ],
  'external-documents.list.no-truncated-page': [
    {
      name: 'first-page-given',
      sentence: 'Of a spreadsheet past its limits a page that is small enough is given.',
      patch: limited({ explorations: Infinity, placements: Infinity }, (call) => !isWhole(call)),
    },
    {
      name: 'within-the-refusal',
      sentence: 'The refusal of a page of a spreadsheet past its limits holds the first entries of it.',
      patch: replaceSync(LIST, (call, original) => {
        const { explorations, placements } = sizeOf(call);
        const isPast = explorations > MOST_EXPLORATIONS || placements > MOST_PLACEMENTS;
        if (isWhole(call) || !isPast) return original(call);
        const most = { max: Infinity };
        const page = withRules(call, 'externalDocuments', { explorations: most, placements: most }, () =>
          original(call),
        );
        return underStatus(page, 422);
      }),
    },
  ],
});
