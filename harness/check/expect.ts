import { expect as base } from '@playwright/test';
import { noteStatus } from './asserted.ts';
import { inOneLine, isRefusal, isSuccess, type Answer } from '../http/answer.ts';
import { quick } from './quick.ts';

interface Told {
  readonly pass: boolean;
  readonly message: () => string;
}

function told(pass: boolean, matcher: string, answer: Answer, expected: string): Told {
  return {
    pass,
    message: () =>
      `expect(${answer.operation}).${matcher}\n\nExpected: ${pass ? 'anything but ' : ''}${expected}\nReceived: ${inOneLine(answer)}`,
  };
}

/** Matchers that know how loose the specification is. */
const MATCHERS = {
  /** A success. Where a status is printed it is given; where none is, any 2xx will do, and no page will. */
  toSucceed(answer: Answer, status?: number) {
    const pass = isSuccess(answer) && (status === undefined || answer.status === status);
    if (pass) noteStatus(answer);
    return told(pass, 'toSucceed()', answer, `a success${status === undefined ? '' : ` with ${status}`}`);
  },
  /** A refusal whose status is printed. */
  toBeRefusedWith(answer: Answer, status: number) {
    const pass = answer.status === status;
    if (pass) noteStatus(answer);
    return told(pass, `toBeRefusedWith(${status})`, answer, `a refusal with ${status}`);
  },
  /** A refusal whose status is open: any 4xx. */
  toBeRefused(answer: Answer) {
    return told(isRefusal(answer), 'toBeRefused()', answer, 'a refusal with any 4xx');
  },
};

export const expect = quick(base.extend(MATCHERS), {
  toSucceed: (answer: Answer, status?: number) => MATCHERS.toSucceed(answer, status).pass,
  toBeRefusedWith: (answer: Answer, status: number) => MATCHERS.toBeRefusedWith(answer, status).pass,
  toBeRefused: (answer: Answer) => MATCHERS.toBeRefused(answer).pass,
});
