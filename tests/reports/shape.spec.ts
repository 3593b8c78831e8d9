import { isSuccess } from '../../harness/http/answer.ts';
import { answerOf, documentOf, isLeftOpen, membersWithin } from '../../harness/check/document.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { untested } from '../../harness/failures/untested.ts';
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

/** Those of some members that no report shows and the document does not declare. */
async function unknownOf(
  check: Check,
  admin: Actor,
  members: readonly string[],
  { shown, of: whole }: { readonly shown: readonly string[]; readonly of: string },
): Promise<readonly string[]> {
  const document = await documentOf(admin);
  const answer = answerOf(check, document, 'listReports');
  const known = new Set([...shown, ...membersWithin(document, answer)]);
  const unknown = members.filter((name) => !known.has(name));
  // Where some are shown, the tenant knows what is in the object, and lacks the others.
  if (unknown.length === members.length && isLeftOpen(document, answer, whole))
    untested(`no report shows ${unknown.join(', ')}, and the tenant's document leaves open what ${whole} has`);
  return unknown;
}

test(...verifies('reports.pivot.switches'), async ({ check, admin }) => {
  const shown = (await reportsOf(admin)).flatMap(({ pivotItems }) => Object.keys(pivotItems ?? {}));
  expect(
    await unknownOf(check, admin, SWITCHES, { shown, of: 'pivotItems' }),
    'switches that no report shows and the document does not declare',
  ).toEqual([]);
});

test(...verifies('reports.placement.members'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  await connect(admin, reportId, body);
  const shown = (await placementsListed(check, admin, reportId, body)).flatMap((one) => Object.keys(one));
  expect(
    await unknownOf(check, admin, PLACEMENT, { shown, of: 'externalWorkbookPlacements' }),
    'members that no placement shows and the document does not declare',
  ).toEqual([]);
});

/** The two hosts: where nobody says which they are, they are those that are shown first. */
function hostsAmong(check: Check, shown: readonly string[], hosts: readonly string[]): readonly string[] {
  return isGuess(check, 'reports.hosts') ? [...new Set(shown)].slice(0, 2) : hosts;
}

/** The list may show new placements with a delay. */
async function listed(
  check: Check,
  { preparing }: Actor,
  reportId: string,
  sheets: readonly ReturnType<typeof placing>[],
) {
  for (const sheet of sheets) await placementsListed(check, preparing, reportId, sheet);
}

test(...verifies('reports.placement.host'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const hosts = check.tenant.wire.value('reports.hosts') as readonly string[];
  const [body, other] = [placing(check), placing(check, { host: 'LOTUS_1_2_3' })];
  await connect(admin, reportId, body);
  // A host that is neither of the two may be refused or left out.
  const taken = isSuccess(await connect(admin, reportId, other));
  await listed(check, admin, reportId, taken ? [body, other] : [body]);
  const placements = (await reportsOf(admin)).flatMap((one) => one.externalWorkbookPlacements ?? []);
  const shown = placements.flatMap(({ host }) => host ?? []);
  const two = hostsAmong(check, shown.map(String), hosts);
  expect(
    shown.filter((host) => !two.some((known) => known === host)),
    `hosts other than ${two.join(' and ')}`,
  ).toEqual([]);
});
