import { bodyOf, type Body } from '../../../mock/call.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { asList, type Change } from '../../lib/mistyped.ts';
import { replaceSync, without, withRules } from '../../lib/patches.ts';
import {
  NOT_AS_DECLARED,
  orElse,
  showingReports,
  slip,
  unknownTo,
  withinEach,
  withMember,
  type ReportChange,
} from '../../lib/report-members.ts';
import { changeReportList, itemsOf } from '../../lib/reports.ts';

const placementsOf = (report: Body) => (report['externalWorkbookPlacements'] ?? []) as readonly Body[];

const capitalized: Change = (value) =>
  typeof value === 'string' ? `${value.slice(0, 1).toUpperCase()}${value.slice(1).toLowerCase()}` : value;

function ofPlacement(member: string, as: Change): ReportChange {
  return withinEach('externalWorkbookPlacements', (placement) => withMember(placement, member, as));
}

const lower: Change = (value) => (typeof value === 'string' ? value.toLowerCase() : value);

/** Faults of the placements that a report shows. */
export const placementFaults = faults({
  'reports.placement.members': {
    name: 'one-unknown',
    sentence: "Neither a placement shows placedByUserId nor does the tenant's document declare it.",
    patch: unknownTo(
      'ReportPlacement',
      withinEach('externalWorkbookPlacements', (placement) => without('placedByUserId')(placement)),
    ),
  },
  'reports.placement.host': [
    {
      // Where no document lists the hosts, the two are those that are shown: one word for all of them would do.
      name: 'capitalized',
      sentence: 'The first placement in a list shows its host with a capital first letter and lower case behind it.',
      also: alsoThese('the other name of the list shows the host as it is', 'reports.list.data-same'),
      patch: changeReportList((list) => {
        const [first] = itemsOf(list).flatMap(placementsOf);
        const change = withinEach('externalWorkbookPlacements', (placement) =>
          placement === first ? withMember(placement, 'host', capitalized) : placement,
        );
        return { ...list, items: itemsOf(list).map((report) => change(report, false)) };
      }),
    },
    {
      name: 'any-host-taken',
      sentence: 'A host that is neither of the two is stored and shown.',
      patch: replaceSync('connectReportToWorkbook', (call, original) => {
        const { hosts } = call.tenant.rules.reports;
        const { host } = bodyOf(call);
        const others = typeof host === 'string' ? [...hosts, host] : hosts;
        return withRules(call, 'reports', { hosts: others }, () => original(call));
      }),
    },
  ],
  'reports.placement.sync-status': [
    slip('lower-case', 'A placement shows its syncStatus in lower case.', ofPlacement('syncStatus', lower)),
    slip(
      'a-fourth',
      'A placement that is up to date or was never refreshed says STALE.',
      ofPlacement('syncStatus', (status) => (status === 'CHANGED' ? status : 'STALE')),
    ),
  ],
  'reports.placement.result-checksum': slip(
    'text',
    'A placement shows its resultChecksum as JSON text, an empty one where it has none.',
    ofPlacement('resultChecksum', (checksum) => (checksum === null ? '' : JSON.stringify(checksum))),
  ),
  'reports.placement.result-checksum-payload': [
    slip(
      'empty',
      'A placement without a result checksum shows one with an empty payload.',
      ofPlacement('resultChecksum', orElse({ payload: '' })),
    ),
    {
      name: 'wrapped',
      sentence: 'A placement shows the payload of its result checksum in an array.',
      patch: showingReports(
        withinEach('externalWorkbookPlacements', (placement) =>
          withMember(placement, 'resultChecksum', (checksum) =>
            checksum === null ? null : withMember(checksum as Body, 'payload', asList),
          ),
        ),
      ),
      also: [
        ...NOT_AS_DECLARED,
        { id: 'reports.connect.payload-opaque', because: 'an array is not the text that was sent' },
      ],
    },
  ],
});
