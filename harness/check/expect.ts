import { expect as base } from '@playwright/test';
import type { Failure } from '../../evidence/failure.ts';
import { CheckFailure } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import { inOneLine, isRefusal, isSuccess, type Answer } from '../http/answer.ts';
import { sidesOf } from './sides.ts';

/** Says that the status of a response is what a requirement demands, and was not received in passing. */
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

/** What each matcher for responses demands, in words. */
const DEMANDS: Readonly<Record<string, (status?: number) => string>> = {
  toSucceed: (status) => `a success${status === undefined ? '' : ` with ${status}`}`,
  toBeRefusedWith: (status) => `a refusal with ${status}`,
  toBeRefused: () => 'a refusal with any 4xx',
};

/** Matchers that know how loose the specification is. */
const MATCHERS = {
  /** A success. Where a status is printed it is given; where none is, any 2xx will do, and no page will. */
  toSucceed(answer: Answer, status?: number) {
    const pass = isSuccess(answer) && (status === undefined || answer.status === status);
    if (pass) noteStatus(answer);
    return compared(pass, answer, DEMANDS['toSucceed']?.(status) ?? '');
  },
  /** A refusal whose status is printed. */
  toBeRefusedWith(answer: Answer, status: number) {
    const pass = answer.status === status;
    if (pass) noteStatus(answer);
    return compared(pass, answer, DEMANDS['toBeRefusedWith']?.(status) ?? '');
  },
  /** A refusal whose status is open: any 4xx. */
  toBeRefused(answer: Answer) {
    return compared(isRefusal(answer), answer, DEMANDS['toBeRefused']?.() ?? '');
  },
};

/** An assertion as it was written: what it is about, and how it was turned around. */
interface Subject {
  readonly actual: unknown;
  readonly about: string | undefined;
  readonly isNegated: boolean;
}

type Call = (this: unknown, ...given: unknown[]) => unknown;

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'operation' in value && 'original' in value;
}

function failureOf({ actual, about, isNegated }: Subject, matcher: string, given: readonly unknown[]): Failure {
  const demand = isAnswer(actual) ? DEMANDS[matcher] : undefined;
  if (demand && isAnswer(actual)) {
    const expected = demand(given[0] as number | undefined);
    return {
      kind: 'violation',
      summary: about ?? `the response to ${actual.operation}`,
      expected: isNegated ? `anything but ${expected}` : expected,
      seen: inOneLine(actual),
      ...(actual.exchange !== undefined && { exchange: actual.exchange }),
    };
  }
  return {
    kind: 'violation',
    ...(about !== undefined && { summary: about }),
    ...sidesOf(actual, matcher, given, isNegated),
  };
}

/** The same assertion, which fails with a failure as data in place of the words of its library. */
function recorded(assertion: object, subject: Subject): object {
  return new Proxy(assertion, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'object' && member !== null) {
        return recorded(member, name === 'not' ? { ...subject, isNegated: !subject.isNegated } : subject);
      }
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      const matcher = (...given: unknown[]): unknown => {
        const fail = () => new CheckFailure(failureOf(subject, name, given), { calledBy: matcher });
        let result: unknown;
        try {
          result = (member as Call).apply(target, given);
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
  });
}

/** Playwright's `expect`, or another that asserts alike, whose failures are data. */
export function recording<Expect extends (...given: never[]) => object>(assert: Expect): Expect {
  return new Proxy(assert, {
    apply(target, self, given: unknown[]) {
      const [actual, message] = given;
      const about = typeof message === 'string' ? message : undefined;
      return recorded(Reflect.apply(target, self, given) as object, { actual, about, isNegated: false });
    },
  });
}

export const expect = recording(base.extend(MATCHERS));
