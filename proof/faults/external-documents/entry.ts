import { reads } from '../../../mock/authority.ts';
import type { Body, Call } from '../../../mock/call.ts';
import { mayEditReport, mayReadReport } from '../../../mock/families/report-access.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Report } from '../../../mock/world/content.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../../lib/access.ts';
import { DECLARED } from '../../lib/documented.ts';
import { changePlacements, type Entry, isElsewhere, ofCaller } from '../../lib/external-documents.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { onItems, callerId } from '../../lib/other-operations.ts';
import { asList, behindCursor } from '../../lib/mistyped.ts';
import { changedIf, type When } from '../../lib/conditions.ts';
import { all, byTimes, changeBodySync, during, remembering, replaceSync, withRules } from '../../lib/patches.ts';
import { byName, formerly } from '../../lib/report-histories.ts';
import { afterUpdates, isAsked, itemsOf, reportIn } from '../../lib/reports.ts';
import { directAlone, firstGroupAlone } from '../../lib/right-conditions.ts';
import { holds } from '../../lib/rights.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Lists in which some entries look otherwise. */
function showing(change: (entry: Entry, report: Report, call: Call) => Entry): Patch {
  return changePlacements((entries, call) =>
    entries.map((entry) => {
      const report = call.tenant.content.reports.get(Number(entry['reportId']));
      return report ? change(entry, report, call) : entry;
    }),
  );
}

/** Placements of one report behind the first lose their name where they are granted. */
const unnamedAgain = changeBodySync('listPlacements', (list) => {
  const seen = new Set<unknown>();
  return {
    ...list,
    items: itemsOf(list).map((entry) => {
      const isRepeated = seen.has(entry['reportId']);
      seen.add(entry['reportId']);
      return isRepeated && entry['access'] === 'GRANTED' ? { ...entry, reportName: null } : entry;
    }),
  };
});

/** The names that reports had before they were renamed. */
const formerNames = (patch: (former: ReadonlyMap<number, string>) => Patch): Patch =>
  afterUpdates(({ name }) => name, patch);

/** Entries of reports of deployments that the caller may not read, with some members changed. */
function ofUnreadable(change: (name: string | undefined) => Body): Patch {
  return changeBodySync('listPlacements', (list, { tenant, principal }) => ({
    ...list,
    items: itemsOf(list).map((entry) =>
      reads(tenant, principal, Number(entry['deploymentId']))
        ? entry
        : { ...entry, ...change(tenant.content.reports.get(Number(entry['reportId']))?.name) },
    ),
  }));
}

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

/** Entries that a plain user reads once more are other ones. */
const onceMore = (change: (entry: Body) => Body): Patch =>
  byTimes('listPlacements', ofCaller, (times, call, original) => {
    const answer = original(call);
    if (!('body' in answer) || times < 2 || !byPlainUser(call)) return answer;
    const list = answer.body as Body;
    return { ...answer, body: { ...list, items: itemsOf(list).map(change) } };
  });

const throughGroups = holds((_policy, direct) => !direct);

/** Entries of a list that the caller may not read show something else. */
function denied(change: (entry: Body) => Body, when: When = () => true): Patch {
  return changedIf('listPlacements', when, (list) => ({
    ...list,
    items: itemsOf(list).map((entry) => (entry['access'] === 'DENIED' ? change(entry) : entry)),
  }));
}

const isBehindCursor: When = ({ query }) => query.text('after') !== undefined;

/** Faults of the entries in the list of placements. */
export const entryFaults = faults({
  'external-documents.entry.access': [
    {
      name: 'null-behind-a-cursor',
      sentence: 'The access of placements on a page after a cursor is null.',
      patch: changedIf(
        'listPlacements',
        (call) => isAsked(call, 'after'),
        (list) => ({ ...list, items: itemsOf(list).map((one) => ({ ...one, access: null })) }),
      ),
    },
    {
      name: 'another-word',
      sentence: 'The access to reports of another deployment than the first is SHARED.',
      patch: showing((entry, report, call) => (isElsewhere(report, call) ? { ...entry, access: 'SHARED' } : entry)),
      also: [DECLARED],
    },
  ],
  'external-documents.entry.report-name': [
    behindCursor('listPlacements', 'reportName', asList, 'a list'),
    {
      name: 'object',
      sentence: 'The reportName of reports of another deployment than the first is an object.',
      patch: showing((entry, report, call) =>
        isElsewhere(report, call) ? { ...entry, reportName: { text: report.name } } : entry,
      ),
      also: [DECLARED],
    },
  ],
  'external-documents.entry.granted': [
    {
      name: 'denied-to-plain-users-behind-a-cursor',
      toldBy: 'external-documents.entry.granted-name',
      sentence: 'On later pages every placement has the access DENIED for a user without the admin role.',
      patch: changeBodySync('listPlacements', (list, call) =>
        isAsked(call, 'after') && !isAdministrator(call)
          ? { ...list, items: itemsOf(list).map((one) => ({ ...one, access: 'DENIED', reportName: null })) }
          : list,
      ),
    },
    {
      name: 'denied-through-a-group',
      toldBy: 'reports.connect.read-access-suffices',
      sentence: 'The placement of a report that the caller may read through a group alone has the access DENIED.',
      patch: directAlone('listPlacements'),
    },
    {
      name: 'denied-once-moved',
      sentence: 'The placement of a report that was moved to another folder is DENIED.',
      patch: afterUpdates(
        ({ folderId }) => folderId,
        (moved) =>
          changeBodySync('listPlacements', (list) => ({
            ...list,
            items: itemsOf(list).map((one) =>
              moved.has(Number(one['reportId'])) ? { ...one, access: 'DENIED', reportName: null } : one,
            ),
          })),
      ),
    },
    {
      name: 'not-once-denied',
      toldBy: 'reports.list.external-workbook-readable-only',
      sentence: 'A placement that a user was denied stays denied to them.',
      patch: remembering(
        () => new Set<string>(),
        (denied) =>
          changeBodySync('listPlacements', (list, { principal }) => ({
            ...list,
            items: itemsOf(list).map((one) => {
              const key = `${principal.user?.id ?? ''} ${String(one['placementId'])}`;
              if (one['access'] === 'DENIED') denied.add(key);
              return denied.has(key) ? { ...one, access: 'DENIED', reportName: null } : one;
            }),
          })),
      ),
    },
    {
      name: 'denied-once-renamed',
      sentence: 'The placement of a report that was renamed is DENIED.',
      patch: afterUpdates(byName, (former) =>
        changeBodySync('listPlacements', (list) => ({
          ...list,
          items: itemsOf(list).map((entry) =>
            former.has(Number(entry['reportId'])) ? { ...entry, access: 'DENIED' } : entry,
          ),
        })),
      ),
    },
    {
      name: 'denied-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Every placement has the access DENIED for an OAuth token.',
      patch: replaceSync('listPlacements', (call, original) =>
        byOAuth(call)
          ? withRules(call, 'externalDocuments', { access: () => 'DENIED' as const }, () => original(call))
          : original(call),
      ),
    },
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
    {
      name: 'denied-through-a-second-group',
      toldBy: 'reports.connect.read-access-suffices',
      seenIn: 'through a second group',
      sentence:
        'The placement of a report that the caller may read through the second of two groups has the access DENIED.',
      patch: firstGroupAlone('listPlacements'),
    },
  ],
  'external-documents.entry.granted-name': [
    {
      name: 'null-behind-a-cursor',
      also: alsoThese('its entries are compared with all of their members', 'external-documents.list.pages-complete'),
      sentence: 'On later pages no placement carries the name of its report.',
      patch: changeBodySync('listPlacements', (list, call) =>
        isAsked(call, 'after') ? { ...list, items: itemsOf(list).map((one) => ({ ...one, reportName: null })) } : list,
      ),
    },
    {
      name: 'before-a-patch-of-its-file',
      toldBy: 'reports.file.patch-keeps-the-rest',
      sentence: 'A report whose name was changed by a patch of its file has its former name as reportName.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) =>
          all(
            replaceSync('patchReportFile', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              if (before && before.name !== reportIn(call)?.name) former.set(before.id, before.name);
              return answer;
            }),
            changeBodySync('listPlacements', (list) => ({
              ...list,
              items: itemsOf(list).map((one) =>
                one['access'] === 'GRANTED' && former.has(Number(one['reportId']))
                  ? { ...one, reportName: former.get(Number(one['reportId'])) }
                  : one,
              ),
            })),
          ),
      ),
    },
    {
      name: 'null-where-placed-twice',
      sentence: 'Of several placements of a report in a spreadsheet the first one alone shows its name.',
      also: alsoThese(
        'the entries of small pages are compared with those of one page',
        'external-documents.list.pages-complete',
      ),
      patch: unnamedAgain,
    },
    {
      name: 'former-name-behind-a-cursor',
      sentence: 'On later pages the placement of a report that was renamed carries its former name.',
      patch: formerly(
        (before, after) => (before.name !== after.name ? before.name : undefined),
        (former) =>
          changeBodySync(
            'listPlacements',
            onItems((items, call) =>
              items.map((one) =>
                isAsked(call, 'after') && one['access'] === 'GRANTED'
                  ? { ...one, reportName: former.get(Number(one['reportId'])) ?? one['reportName'] }
                  : one,
              ),
            ),
          ),
      ),
    },
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
    {
      name: 'former-name',
      sentence: 'The placement of a report that was renamed carries its former name.',
      patch: formerNames((former) =>
        changeBodySync('listPlacements', (list) => ({
          ...list,
          items: itemsOf(list).map((entry) => {
            const reportName = former.get(Number(entry['reportId']));
            return entry['access'] === 'DENIED' || reportName === undefined ? entry : { ...entry, reportName };
          }),
        })),
      ),
    },
  ],
  'external-documents.entry.denied': [
    {
      name: 'granted-once',
      toldBy: 'reports.list.external-workbook-readable-only',
      sentence: 'A placement that was GRANTED to somebody stays so when they may read its report no longer.',
      patch: remembering(
        () => new Set<string>(),
        (known) =>
          changeBodySync('listPlacements', (list, { principal }) => ({
            ...list,
            items: itemsOf(list).map((entry) => {
              const key = `${principal.token} ${String(entry['reportId'])}`;
              if (entry['access'] === 'GRANTED') known.add(key);
              return known.has(key) ? { ...entry, access: 'GRANTED' } : entry;
            }),
          })),
      ),
    },
    {
      name: 'granted-elsewhere',
      toldBy: 'external-documents.list.denied-listed',
      sentence: 'A placement of a report of a deployment that the caller may not read is GRANTED.',
      patch: ofUnreadable(() => ({ access: 'GRANTED' })),
    },
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
    {
      name: 'granted-again',
      sentence: 'A placement that the caller may not read is GRANTED in a list that is read once more.',
      patch: onceMore((entry) => ({ ...entry, access: 'GRANTED' })),
    },
  ],
  'external-documents.entry.denied-no-name': [
    {
      name: 'named-elsewhere',
      toldBy: 'external-documents.list.denied-listed',
      sentence: 'A placement with the access DENIED shows the name of its report where that is of another deployment.',
      patch: ofUnreadable((name) => ({ reportName: name })),
    },
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
    {
      name: 'named-behind-a-cursor',
      sentence: 'Denied entries behind a cursor show their names.',
      patch: during(
        'listPlacements',
        'externalDocuments',
        () => ({ reportName: (name) => name }),
        (call) => isAsked(call, 'after'),
      ),
    },
    {
      name: 'once-it-was-shown',
      sentence: 'A denied placement shows the name to whoever could read the report before.',
      patch: remembering(
        () => new Map<string, unknown>(),
        (seen) =>
          changeBodySync('listPlacements', (body, call) => ({
            ...body,
            items: itemsOf(body).map((one) => {
              const key = `${callerId(call)} ${String(one['reportId'])}`;
              if (one['access'] === 'GRANTED') seen.set(key, one['reportName']);
              return one['access'] === 'DENIED' ? { ...one, reportName: seen.get(key) ?? null } : one;
            }),
          })),
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence:
        'Of two lists that are asked for at the same time the second has the names for the caller of the first.',
      patch: sharedAnswer('listPlacements'),
    },
  ],
  'external-documents.entry.denied-else-complete': [
    {
      name: 'no-sheet-for-members-of-groups',
      sentence: 'Whoever holds a role through a group sees no sheet of a placement with the access DENIED.',
      patch: during(
        'listPlacements',
        'externalDocuments',
        ({ details }) => ({
          details: (members, isReadable) =>
            isReadable ? details(members, isReadable) : { ...details(members, isReadable), sheetName: null },
        }),
        throughGroups,
      ),
    },
    {
      name: 'nothing-of-elsewhere',
      sentence: 'A placement with the access DENIED of a report of another deployment shows neither sheet nor cell.',
      patch: changeBodySync('listPlacements', (list, { tenant }) => ({
        ...list,
        items: itemsOf(list).map((entry) =>
          entry['access'] === 'DENIED' && entry['deploymentId'] !== tenant.deployments.home
            ? { ...entry, sheetName: null, anchorCell: null }
            : entry,
        ),
      })),
    },
    {
      name: 'none-behind-the-first',
      sentence: 'Of several placements with the access DENIED on a page the first alone shows its cell.',
      patch: changeBodySync('listPlacements', (list) => ({
        ...list,
        items: itemsOf(list).map((entry, index) =>
          entry['access'] === 'DENIED' && index > 0 ? { ...entry, anchorCell: null } : entry,
        ),
      })),
    },
    {
      name: 'cell-masked',
      sentence: 'A placement with the access DENIED shows stars for its cell.',
      patch: denied((entry) => ({ ...entry, anchorCell: '***' })),
    },
    {
      name: 'report-id-zero',
      sentence: 'A placement with the access DENIED shows 0 as the id of its report.',
      patch: denied((entry) => ({ ...entry, reportId: 0 })),
    },
    {
      name: 'workbook-name-shortened',
      sentence: 'A placement with the access DENIED shows the first letter of its workbookName alone.',
      patch: denied((entry) => ({
        ...entry,
        workbookName: typeof entry['workbookName'] === 'string' ? entry['workbookName'].slice(0, 1) : null,
        sheetName: typeof entry['sheetName'] === 'string' ? entry['sheetName'].slice(0, 1) : null,
      })),
    },
    {
      name: 'masked-behind-a-cursor',
      sentence: 'A placement with the access DENIED shows another sheet on a page after a cursor.',
      patch: denied((entry) => ({ ...entry, sheetName: 'Sheet' }), isBehindCursor),
    },
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
});
