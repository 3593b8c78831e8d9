import { gzipSync } from 'node:zlib';
import type { Exchange } from '../../evidence/evidence.ts';
import type { RequirementResult, TestResult } from '../../evidence/results.ts';
import { counterexampleOf } from '../counterexample.ts';
import { curlScript } from '../curl.ts';
import type { PageEvidence, PageExchange, PageText, PageTry } from './data.ts';

/** How much of the evidence is carried: of each answer, of each request, and how many exchanges of each requirement. */
interface Room {
  readonly answer: number;
  readonly request: number;
  readonly exchanges: number;
  readonly error: number;
  readonly hasCurl: boolean;
}

/** All of it, as a rule. Where a tenant makes it too much for one page, less of each requirement and never fewer requirements. */
const ROOMS: readonly Room[] = [
  { answer: 16_000, request: 64_000, exchanges: 500, error: 20_000, hasCurl: true },
  { answer: 4_000, request: 16_000, exchanges: 100, error: 8_000, hasCurl: true },
  { answer: 1_000, request: 2_000, exchanges: 40, error: 2_000, hasCurl: false },
  { answer: 200, request: 400, exchanges: 10, error: 600, hasCurl: false },
  { answer: 0, request: 0, exchanges: 2, error: 200, hasCurl: false },
];

/** Characters of packed evidence, so that the page stays under 5 MB with everything else that is in it. */
const BUDGET = 2_600_000;

/** The evidence of each requirement that has some, packed; a requirement that has none has nothing. */
export function packAll(results: readonly RequirementResult[]): readonly (string | undefined)[] {
  let packed: readonly (string | undefined)[] = [];
  for (const room of ROOMS) {
    packed = results.map((result) => pack(result, room));
    if (packed.reduce((sum, one) => sum + (one?.length ?? 0), 0) <= BUDGET) break;
  }
  return packed;
}

function pack(result: RequirementResult, room: Room): string | undefined {
  const evidence = evidenceOf(result, room);
  if (evidence.exchanges.length === 0 && evidence.tries.every(({ error }) => !error) && !evidence.findings.length) {
    return undefined;
  }
  return gzipSync(JSON.stringify(evidence), { level: 9 }).toString('base64');
}

function evidenceOf({ evidence, findings, tests }: RequirementResult, room: Room): PageEvidence {
  const kept = evidence.slice(-room.exchanges);
  const counterexample = tests.map(({ error }) => counterexampleOf(error ?? '')).find((one) => one !== undefined);
  return {
    exchanges: kept.map((one) => exchangeOf(one, room)),
    dropped: evidence.length - kept.length,
    tries: tests.flatMap((test, index) => triesOf(test, index, room)),
    findings: findings.slice(0, room.exchanges),
    ...(counterexample && {
      counterexample: { ...counterexample, input: counterexample.input.slice(0, room.request) },
    }),
    ...(room.hasCurl && evidence.length > 0 && { curl: curlScript(evidence) }),
  };
}

function exchangeOf({ requestBody, responseBody, startedAt: _, ...rest }: Exchange, room: Room): PageExchange {
  return {
    ...rest,
    ...(requestBody !== undefined && { requestBody: textOf(requestBody, room.request) }),
    ...(responseBody !== undefined && { responseBody: textOf(responseBody, room.answer) }),
  };
}

function triesOf({ status, milliseconds, attempts, error, tries }: TestResult, check: number, room: Room): PageTry[] {
  const all = tries ?? [{ status, milliseconds, ...(error !== undefined && { error }) }];
  return all.map((one, index) => ({
    check,
    attempt: tries ? index + 1 : attempts,
    status: one.status,
    milliseconds: one.milliseconds,
    ...(one.error !== undefined && { error: textOf(one.error, room.error) }),
  }));
}

/** What the recorder writes behind a body that it cut. */
const CUT = / … (\d+) more characters$/;

/** No more of a text than there is room for, and how long it was before anybody cut it. */
export function textOf(text: string, longest: number): PageText {
  const more = CUT.exec(text);
  const recorded = more ? text.slice(0, more.index) : text;
  const length = recorded.length + Number(more?.[1] ?? 0);
  return { text: recorded.slice(0, longest), length };
}
