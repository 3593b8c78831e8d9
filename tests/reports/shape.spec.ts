import { answerOf, documentOf, membersWithin } from '../../harness/check/document.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { connect, placementsListed, placing, reportsOf } from './placements.ts';

const SWITCHES = ['showRowTotals', 'showColumnTotals', 'showAppliedFilters'];
const PLACEMENT = [
  'id',
  'workbookId',
  'host',
  'sheetId',
  'sheetName',
  'anchorCell',
  'workbookName',
  'resultLocation',
  'endResultCell',
  'placedAt',
  'placedByUserId',
  'refreshedAt',
  'refreshedByUserId',
  'queryChecksum',
  'resultChecksum',
  'syncStatus',
];

test(...verifies('reports.pivot.switches'), async ({ check, admin }) => {
  const shown = (await reportsOf(admin)).flatMap(({ pivotItems }) => Object.keys(pivotItems ?? {}));
  const document = await documentOf(admin);
  const known = new Set([...shown, ...membersWithin(document, answerOf(check, document, 'listReports'))]);
  expect(
    SWITCHES.filter((name) => !known.has(name)),
    'switches that no report shows and the document does not declare',
  ).toEqual([]);
});

test(...verifies('reports.placement.members'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  await connect(admin, reportId, body);
  const shown = (await placementsListed(check, admin, reportId, body)).flatMap((one) => Object.keys(one));
  const document = await documentOf(admin);
  const known = new Set([...shown, ...membersWithin(document, answerOf(check, document, 'listReports'))]);
  expect(
    PLACEMENT.filter((name) => !known.has(name)),
    'members that no placement shows and the document does not declare',
  ).toEqual([]);
});

/** The two hosts: where nobody says which they are, they are those that are shown first. */
function hostsAmong(check: Check, shown: readonly string[], hosts: readonly string[]): readonly string[] {
  return isGuess(check, 'reports.hosts') ? [...new Set(shown)].slice(0, 2) : hosts;
}

test(...verifies('reports.placement.host'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const hosts = check.tenant.wire.value('reports.hosts') as readonly string[];
  const [body, other] = [placing(check), placing(check, { host: 'LOTUS_1_2_3' })];
  await connect(admin, reportId, body);
  // A host that is neither of the two may be refused or left out.
  await connect(admin, reportId, other);
  await placementsListed(check, admin.preparing, reportId, body);
  const placements = (await reportsOf(admin)).flatMap((one) => one.externalWorkbookPlacements ?? []);
  const shown = placements.flatMap(({ host }) => host ?? []);
  const two = hostsAmong(check, shown.map(String), hosts);
  expect(
    shown.filter((host) => !two.some((known) => known === host)),
    `hosts other than ${two.join(' and ')}`,
  ).toEqual([]);
});
