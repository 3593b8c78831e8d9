import { expect as base } from '@playwright/test';
import type { Failure, StatusExpected } from '../../evidence/failure.ts';
import { CheckFailure } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import {
  inOneLine,
  isRefusedWith,
  isSuccess,
  unlessClosed,
  unlessGuessed,
  unlessPassedOver,
  unlessNotServed,
  type Answer,
  type RefusalStatus,
} from '../http/answer.ts';
import { ASSERTIONS_WITHIN, holds } from './holds.ts';
import './running.ts';
import { sidesOf } from './sides.ts';

/** Notes that the status of a response was compared with a requirement. */
export function noteStatus({ operation, status }: Pick<Answer, 'operation' | 'status'>): void {
  currentLog()?.assertStatus(operation, status);
}

interface Compared {
  readonly pass: boolean;
  readonly message: () => string;
}

function compared(pass: boolean, answer: Answer, expected: string): Compared {
  return { pass, message: () => `Expected: ${expected}\nReceived: ${inOneLine(answer)}` };
}

/** The expectation of each matcher for responses, in words. */
const EXPECTATIONS: Readonly<Record<string, (status?: RefusalStatus) => string>> = {
  toSucceed: (status) => `a success${status === undefined ? '' : ` with ${status}`}`,
  toBeRefusedWith: (status) => `a refusal with ${status === '4xx' ? 'any 4xx' : status}`,
  toBeRefused: () => 'a refusal with any 4xx',
};

/** Matchers for responses whose exact status the specification may leave open. */
const MATCHERS = {
  /** A success: with the specified status, or with any 2xx if none is specified. An HTML page is not a success. */
  toSucceed(answer: Answer, status?: number) {
    const pass = isSuccess(answer) && (status === undefined || answer.status === status);
    if (pass) noteStatus(answer);
    return compared(pass, answer, EXPECTATIONS['toSucceed']?.(status) ?? '');
  },
  /** A refusal with the specified status. */
  toBeRefusedWith(answer: Answer, status: RefusalStatus) {
    const pass = isRefusedWith(answer, status);
    if (pass && status !== '4xx') noteStatus(answer);
    return compared(pass, answer, EXPECTATIONS['toBeRefusedWith']?.(status) ?? '');
  },
  /** A refusal with any 4xx, because the specification leaves the status open. */
  toBeRefused(answer: Answer) {
    return compared(isRefusedWith(answer, '4xx'), answer, EXPECTATIONS['toBeRefused']?.() ?? '');
  },
};

/** An assertion: its value, its message and whether it is negated. */
interface Subject {
  readonly actual: unknown;
  readonly message: string | undefined;
  readonly isNegated: boolean;
}

/** A guess that is refused ends the check as untested, before its response is compared with anything. */
function requireKnown({ actual, isNegated }: Subject, matcher: string, [status]: readonly unknown[]): void {
  if (isNegated || !isAnswer(actual) || !(matcher in EXPECTATIONS)) return;
  const wanted = matcher === 'toBeRefused' ? '4xx' : status;
  const isAsExpected = matcher !== 'toSucceed' && (wanted === '4xx' || actual.status === wanted);
  if (isAsExpected) unlessNotServed(actual);
  else unlessGuessed(matcher === 'toSucceed' ? unlessClosed(actual) : unlessPassedOver(actual));
}

type Call = (this: unknown, ...given: unknown[]) => unknown;

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'operation' in value && 'original' in value;
}

function failureOf({ actual, message, isNegated }: Subject, matcher: string, given: readonly unknown[]): Failure {
  const expectation = isAnswer(actual) ? EXPECTATIONS[matcher] : undefined;
  if (expectation && isAnswer(actual)) {
    const expected = expectation(given[0] as RefusalStatus | undefined);
    return {
      kind: 'violation',
      summary: message ?? `the response to ${actual.operation}`,
      expected: isNegated ? `anything but ${expected}` : expected,
      seen: inOneLine(actual),
      ...(!isNegated && { status: { expected: statusOf(matcher, given[0]), seen: actual.status } }),
      ...(actual.exchange !== undefined && { exchange: actual.exchange }),
    };
  }
  return {
    kind: 'violation',
    ...(message !== undefined && { summary: message }),
    ...sidesOf(actual, matcher, given, isNegated),
  };
}

function statusOf(matcher: string, status: unknown): StatusExpected {
  if (typeof status === 'number') return status;
  return matcher === 'toSucceed' ? 'success' : 'refusal';
}

/**
 * An assertion that throws a `CheckFailure` in place of the error of its library. The library is asked only where the assertion
 * does not hold beyond doubt.
 */
function recorded(assertion: () => object, subject: Subject, holds: Holds | undefined): object {
  return new Proxy(
    {},
    {
      get(_target, name) {
        const member = () => Reflect.get(assertion(), name) as unknown;
        if (typeof name !== 'string') return member();
        const further = ASSERTIONS_WITHIN.includes(name) ? member() : undefined;
        if (typeof further === 'object' && further !== null)
          return recorded(
            () => further,
            name === 'not' ? { ...subject, isNegated: !subject.isNegated } : subject,
            undefined,
          );
        const matcher = (...given: unknown[]): unknown => {
          const fail = () => new CheckFailure(failureOf(subject, name, given), { calledBy: matcher });
          requireKnown(subject, name, given);
          currentLog()?.assert();
          if (holds?.(name, subject.actual, given) === true) return undefined;
          let result: unknown;
          try {
            result = (member() as Call).apply(assertion(), given);
          } catch {
            throw fail();
          }
          if (!(result instanceof Promise)) return result;
          return result.catch(() => {
            throw fail();
          });
        };
        return matcher;
      },
    },
  );
}

type Holds = (matcher: string, actual: unknown, given: readonly unknown[]) => boolean;

/** Playwright's `expect`, or a function like it, whose failures are recorded as data. */
export function recording<Expect extends (...given: never[]) => object>(assert: Expect, holds?: Holds): Expect {
  return new Proxy(assert, {
    apply(target, self, given: unknown[]) {
      const [actual, about] = given;
      const message = typeof about === 'string' ? about : undefined;
      let made: object | undefined;
      const assertion = () => (made ??= Reflect.apply(target, self, given) as object);
      return recorded(assertion, { actual, message, isNegated: false }, holds);
    },
  });
}

const OF_ANSWERS: Readonly<Record<string, (answer: Answer, status: number) => Compared>> = MATCHERS;

/** Whether an assertion holds beyond doubt, of a response or of any other value. */
function holdsOf(matcher: string, actual: unknown, given: readonly unknown[]): boolean {
  const ofAnswer = OF_ANSWERS[matcher];
  if (ofAnswer === undefined) return holds(matcher, actual, given);
  return isAnswer(actual) && ofAnswer(actual, given[0] as number).pass;
}

export const expect = recording(base.extend(MATCHERS), holdsOf);
