import { gzipSync } from 'node:zlib';
import type { ContractDocument } from '../../contracts/document.ts';
import type { Exchange } from '../../evidence/evidence.ts';
import type { RequirementResult, TestResult } from '../../evidence/results.ts';
import { curlScript } from '../curl.ts';
import { briefStoryOf, brokenExchangeOf, storyOf } from '../story.ts';
import type { PageEvidence, PageExchange, PageText, PageTry } from './data.ts';

/** Limits on the embedded evidence: characters of each body and error, and exchanges of each requirement. */
interface Limits {
  readonly response: number;
  readonly request: number;
  readonly exchanges: number;
  readonly error: number;
  readonly hasCurl: boolean;
}

/** Tried in this order. Where the evidence is too large, each requirement gets less of it; no requirement is left out. */
const LIMITS: readonly Limits[] = [
  { response: 16_000, request: 64_000, exchanges: 500, error: 20_000, hasCurl: true },
  { response: 4_000, request: 16_000, exchanges: 100, error: 8_000, hasCurl: true },
  { response: 1_000, request: 2_000, exchanges: 40, error: 2_000, hasCurl: false },
  { response: 200, request: 400, exchanges: 10, error: 600, hasCurl: false },
  { response: 0, request: 0, exchanges: 2, error: 200, hasCurl: false },
];

/** Characters of compressed evidence; with everything else in it, the page then stays under 5 MB. */
const BUDGET = 2_600_000;

/** The compressed evidence of each requirement; undefined for a requirement without any. */
export function packAll(
  results: readonly RequirementResult[],
  document: ContractDocument,
): readonly (string | undefined)[] {
  let packed: readonly (string | undefined)[] = [];
  for (const limits of LIMITS) {
    packed = results.map((result) => pack(result, limits, document));
    if (packed.reduce((sum, one) => sum + (one?.length ?? 0), 0) <= BUDGET) break;
  }
  return packed;
}

function pack(result: RequirementResult, limits: Limits, document: ContractDocument): string | undefined {
  const evidence = evidenceOf(result, limits, document);
  if (
    evidence.exchanges.length === 0 &&
    evidence.tries.every(({ error }) => !error) &&
    !evidence.findings.length &&
    !evidence.story
  ) {
    return undefined;
  }
  return gzipSync(JSON.stringify(evidence), { level: 9 }).toString('base64');
}

function evidenceOf(result: RequirementResult, limits: Limits, document: ContractDocument): PageEvidence {
  const { evidence, findings, tests, foundBy } = result;
  const story = storyOf(result);
  const brief = briefStoryOf(result);
  const recent = evidence.slice(-limits.exchanges);
  const dropped = evidence.length - recent.length;
  const broken = brokenExchangeOf(result);
  const counterexample = tests.map(({ failure }) => failure?.counterexample).find((one) => one !== undefined);
  return {
    exchanges: recent.map((one) => exchangeOf(one, limits)),
    dropped,
    tries: tests.flatMap((test, index) => triesOf(test, index, limits)),
    findings: findings.slice(0, limits.exchanges),
    ...(story && { story }),
    ...(brief && { brief }),
    ...(broken && broken.index >= dropped && { broken: { ...broken, index: broken.index - dropped } }),
    ...(foundBy !== undefined && { foundBy }),
    ...(counterexample && {
      counterexample: { ...counterexample, input: counterexample.input.slice(0, limits.request) },
    }),
    ...(limits.hasCurl && evidence.length > 0 && { curl: curlScript(evidence, document) }),
  };
}

function exchangeOf({ requestBody, responseBody, startedAt: _, ...rest }: Exchange, limits: Limits): PageExchange {
  return {
    ...rest,
    ...(requestBody !== undefined && { requestBody: textOf(requestBody, limits.request) }),
    ...(responseBody !== undefined && { responseBody: textOf(responseBody, limits.response) }),
  };
}

function triesOf(
  { status, milliseconds, attempts, error, tries }: TestResult,
  check: number,
  limits: Limits,
): PageTry[] {
  const all = tries ?? [{ status, milliseconds, ...(error !== undefined && { error }) }];
  return all.map((one, index) => ({
    check,
    attempt: tries ? index + 1 : attempts,
    status: one.status,
    milliseconds: one.milliseconds,
    ...(one.error !== undefined && { error: textOf(one.error, limits.error) }),
  }));
}

/** The suffix with which the recorder marks a body that it truncated. */
const TRUNCATED = / … (\d+) more characters$/;

/** A text truncated to `longest`, with the length that it had before the recorder or the page truncated it. */
export function textOf(text: string, longest: number): PageText {
  const more = TRUNCATED.exec(text);
  const recorded = more ? text.slice(0, more.index) : text;
  const length = recorded.length + Number(more?.[1] ?? 0);
  return { text: recorded.slice(0, longest), length };
}
