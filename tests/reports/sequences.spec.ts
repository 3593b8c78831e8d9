import fc from 'fast-check';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { SIGNS_OF_FILES } from '../../harness/client/unique.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ReportState, TEXTS, type Around } from './model.ts';
import { reportIn, reportsOf } from './placements.ts';
import {
  type Command,
  VALUES,
  type Value,
  PLAIN,
  REFUSED,
  updating,
  refused,
  moving,
  connecting,
  disconnecting,
  refreshing,
  patching,
  type Address,
} from './steps.ts';

/** A report that all of these may read, with what the list shows of it. */
async function begin({ admin, check }: Around): Promise<ReportState> {
  const state = new ReportState(idOf(check));
  const { name, title, version, externalWorkbookPlacements } = await reportIn(admin, state.id);
  const known = { name, title };
  for (const text of TEXTS) state.texts.set(text, known[text]?.normalize(), `reports.update.${text}-stored`);
  state.version = version ?? undefined;
  state.placements = externalWorkbookPlacements ?? [];
  return state;
}

function idOf(check: Check): string {
  const editable = check.mayChange('EDITABLE_REPORT_ID') ? check.optional('EDITABLE_REPORT_ID') : undefined;
  return editable ?? check.provided('REPORT_ID');
}

function commandsIn(): fc.Arbitrary<Iterable<Command>> {
  const [by, at, isSo] = [fc.nat({ max: 2 }), fc.nat({ max: 3 }), fc.boolean()];
  const value = fc.constantFrom(...(Object.keys(VALUES) as Value[]));
  const change = fc.record({ name: value, title: value }, { requiredKeys: [], noNullPrototype: true });
  const plain = fc.constantFrom(...PLAIN);
  const valid = fc.record({ name: plain, title: plain }, { requiredKeys: [], noNullPrototype: true });
  const which = fc.constantFrom(0, 1);
  const some = change.filter((one) => Object.keys(one).length > 0);
  const address = fc.record({
    sheetName: fc.constantFrom('Sheet1', `Лист ${SIGNS_OF_FILES}`),
    anchorCell: fc.constantFrom('B2', 'AA7'),
  });
  const reasons = fc.constantFrom(...(Object.keys(REFUSED) as (keyof typeof REFUSED)[]));
  return fc.commands(
    [
      fc.tuple(by, some, isSo).map((args) => updating(...args)),
      fc.tuple(by, some, isSo).map((args) => updating(...args)),
      fc.tuple(by, reasons, valid).map((args) => refused(...args)),
      fc.tuple(by, at, isSo).map((args) => moving(...args)),
      fc.tuple(by, which, address).map((args) => connecting(...args)),
      fc.tuple(by, which, address).map((args) => connecting(...args)),
      fc.tuple(by, at, isSo).map((args) => disconnecting(...args)),
      fc.tuple(by, at, isSo).map((args) => refreshing(...args)),
      by.map(patching),
    ],
    { maxCommands: 6, size: 'medium' },
  );
}

const ADDRESS: Address = { sheetName: 'Sheet1', anchorCell: 'B2' };

/**
 * What drawn steps seldom come to: one user has the report in a spreadsheet and updates it, others update and move it, and what is
 * done to the placement then leaves the rest as it is, and the other way round.
 */
const MEETING: readonly Command[] = [
  moving(0, 0, false),
  updating(2, { title: 'new' }, false),
  connecting(2, 0, ADDRESS),
  updating(0, { name: 'new' }, true),
  updating(0, { name: 'new' }, false),
  moving(0, 1, false),
  refreshing(0, 0, true),
  disconnecting(0, 0, true),
  updating(0, { name: 'new' }, false),
];

test.describe('sequences', () => {
  test(...verifies('reports.list.data-same'), async ({ check, admin }) => {
    const oauth = check.asOptional('OAUTH_TOKEN');
    const user = check.optional('EDITABLE_REPORT_ID') === undefined ? undefined : check.asOptional('MEMBER_TOKEN');
    const administrators = [admin, ...(oauth ? [oauth] : [])];
    const around = { check, admin, administrators, actors: [...administrators, ...(user ? [user] : [])] };
    const first = await begin(around);
    // So that it is the one who placed the report who reads once somebody else has taken it out.
    first.looks = 1;
    await fc.asyncModelRun(() => ({ model: first, real: around }), MEETING);
    await judging('reports.list.count-total', () =>
      withinSeconds(check, async () => {
        const { length } = await reportsOf(admin);
        expect((await admin.preparing.listReports()).count).toBe(length);
      }),
    );
    await property(
      check,
      commandsIn(),
      async (sequence) => {
        const model = await begin(around);
        await fc.asyncModelRun(() => ({ model, real: around }), sequence);
      },
      // One history: each step takes some ten requests.
      { share: 0.01 },
    );
  });
});
