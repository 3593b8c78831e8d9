import fc from 'fast-check';
import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { fresh, SIGNS } from '../../harness/client/unique.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import { property } from '../../harness/check/property.ts';
import { refusals, type Prepared } from '../../harness/rules/refusals.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { judgeIf, readerIn } from './judged.ts';
import { connect, isListedIn, placementsListed, placeReport, placementsOn, placing } from './placements.ts';

interface Connection extends Prepared {
  readonly sheetName: string;
  /** The id of another placement of the report. */
  readonly placementId: () => Promise<string | number>;
}

/** A valid connect to a new spreadsheet. */
function connection(check: Check, admin: Actor): Connection {
  const reportId = check.provided('REPORT_ID');
  const externalWorkbookId = fresh('spreadsheet');
  const valid = placing(check, { externalWorkbookId });
  const earlier = placing(check);
  // The other placement, where there is one, stays as well.
  const look = async () => {
    const others = await placementsOn(admin, reportId, earlier);
    return `${await isListedIn(admin, reportId, externalWorkbookId)}, ${others.length} others`;
  };
  const placementId = async () => (await placeReport(check, admin, reportId, earlier)).id;
  return { path: { reportId }, valid, look, isLate: true, sheetName: valid.sheetName, placementId };
}

const payload = (length: number) => ({ resultChecksum: { payload: 'p'.repeat(length) } });
const { min, max } = LIMITS.resultChecksumPayload;
/** Letters of two bytes each, which are one character in every way of counting. */
const beyondLatin = (length: number) => ({ resultChecksum: { payload: 'ж'.repeat(length) } });

refusals('connectReportToWorkbook', connection, {
  'reports.connect.payload-empty': {
    status: '4xx',
    broken: payload(min - 1),
    further: {
      'once more': { broken: payload(min - 1) },
      'with addressOnly': { broken: { ...payload(min - 1), addressOnly: true } },
      'of a placement by its id': {
        broken: async ({ placementId }) => ({ ...payload(min - 1), placementId: await placementId() }),
      },
    },
    neighbour: payload(min),
  },
  'reports.connect.payload-too-long': {
    status: '4xx',
    broken: payload(max + 1),
    further: {
      'once more': { broken: payload(max + 1) },
      'far too long': { broken: payload(10 * max) },
      'beyond Latin': { broken: beyondLatin(max + 1) },
      'with addressOnly': { broken: { ...payload(max + 1), addressOnly: true } },
      'of a placement by its id': {
        broken: async ({ placementId }) => ({ ...payload(max + 1), placementId: await placementId() }),
      },
    },
    neighbour: payload(max),
  },
});

const ACCEPTED = {
  'reports.connect.payload-shortest': { members: payload(min), others: { 'beyond Latin': beyondLatin(min) } },
  'reports.connect.payload-longest': { members: payload(max), others: { 'beyond Latin': beyondLatin(max) } },
  'reports.connect.payload-optional': { members: { resultChecksum: {} }, others: {} },
} as const;

for (const [id, { members, others: otherTexts }] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    const reportId = check.provided('REPORT_ID');
    const oauth = check.asOptional('OAUTH_TOKEN');
    expect(await connect(admin, reportId, placing(check, members))).toSucceed();
    await inEach<object>(check, otherTexts, async (texts) => {
      expect(await connect(admin, reportId, placing(check, texts))).toSucceed();
    });
    const others = { 'by a reader': readerIn(check), 'with an OAuth token': oauth && { who: oauth, id: reportId } };
    await inEach<{ readonly who: Actor; readonly id: string }>(check, others, async ({ who, id }) =>
      // Who else may connect is about another requirement.
      judgeIf(isSuccess(await connect(who, id, placing(check))), async () => {
        expect(await connect(who, id, placing(check, members))).toSucceed();
      }),
    );
  });
}

test(...verifies('reports.connect.payload-opaque'), async ({ check, admin }) => {
  const reportId = check.provided('REPORT_ID');
  const body = placing(check);
  // Another requirement covers the shortest payload.
  const printable = fc.string({ unit: 'grapheme-ascii', minLength: min + 1, maxLength: max });
  const expectKept = async (who: Actor, id: string, text: string) => {
    const answer = await connect(who, id, { ...body, resultChecksum: { payload: text } });
    // Who else may connect is about another requirement.
    leaveOutIf(who !== admin && !isSuccess(answer));
    expect(answer).toSucceed();
    // The placement of another caller is a new one, which the list may show with a delay.
    if (who !== admin) await placementsListed(check, admin, id, body);
    await withinSeconds(check, async () => {
      const shown = (await placementsOn(admin, id, body)).map(({ resultChecksum }) => resultChecksum?.payload);
      expect(shown.filter((payload) => (payload ?? text) !== text)).toEqual([]);
    });
  };
  const expectUnchanged = async (text: string): Promise<void> => {
    await expectKept(admin, reportId, text);
  };
  // The list may show the new placement with a delay.
  await connect(admin.preparing, reportId, body);
  await placementsListed(check, admin.preparing, reportId, body);
  await inEach(check, PAYLOADS, expectUnchanged);
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const readOnly = check.optional('READ_ONLY_REPORT_ID');
  const others = {
    'by a reader': user && readOnly !== undefined ? { who: user, id: readOnly } : undefined,
    'with an OAuth token': oauth && { who: oauth, id: reportId },
  };
  await inEach<{ readonly who: Actor; readonly id: string }>(check, others, ({ who, id }) =>
    expectKept(who, id, 'Of:Another/User+=='),
  );
  await inEach(check, { 'drawn by the seed': printable }, (drawn) => property(check, drawn, expectUnchanged));
});

/** Payloads that a server might take for more than text. */
const PAYLOADS = {
  'letters and signs': 'v2:Zm9v+/=_-.~|;',
  'markup and quotes': `{"a": '<b>&amp;</b>', \\n}`,
  'spaces at its ends': '  within  ',
  'digits alone': '0012',
  'a number': '1e21',
  'upper and lower case': 'AbCdEf',
  'beyond Latin': `сумма ${SIGNS}`,
  'the longest': 'q'.repeat(max),
} as const;
