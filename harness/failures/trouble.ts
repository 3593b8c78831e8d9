import { test } from '@playwright/test';
import { ANNOTATIONS } from '../../evidence/evidence.ts';

/**
 * Why a check could not come to an answer. The class of an error does not survive Playwright's serialisation and its
 * name does: by it the fixture that closes the check tells trouble from a broken promise.
 */
export class Trouble extends Error {
  override readonly name: keyof typeof KINDS;

  constructor(name: keyof typeof KINDS, message: string) {
    super(message);
    this.name = name;
  }
}

const KINDS = { SetupFailed: ANNOTATIONS.setupFailed, Weather: ANNOTATIONS.weather } as const;

export function setupFailed(message: string): Trouble {
  return new Trouble('SetupFailed', message);
}

/** The network, a gateway or somebody else's work came between. */
export function weather(message: string): Trouble {
  return new Trouble('Weather', message);
}

/**
 * Ends the check that runs before it could ask anything, as not to be told. A check that fails costs the worker that it
 * fails in, and where nobody answers there is nothing to fail.
 */
export function notAsked(message: string): never {
  test.info().annotations.push({ type: ANNOTATIONS.weather, description: message });
  test.skip(true, message);
  throw new Error('a skipped test goes on');
}

/** Ends the check that runs as untested; the message says what it would take to look. */
export function untested(message: string): never {
  test.info().annotations.push({ type: ANNOTATIONS.untested, description: message });
  test.skip(true, message);
  throw new Error('a skipped test goes on');
}

const COLOURS = /\u001b\[\d+m/g;

/** What ended a check apart from a broken promise, or undefined where the promise was held against the tenant. */
export function troubleIn(
  status: string | undefined,
  messages: readonly (string | undefined)[],
): { readonly type: string; readonly message: string } | undefined {
  if (status === 'timedOut') return { type: ANNOTATIONS.weather, message: 'the check did not end within its time' };
  const first = messages[0]?.replace(COLOURS, '');
  if (status !== 'failed' || first === undefined) return undefined;
  for (const [name, type] of Object.entries(KINDS)) {
    if (first.startsWith(`${name}: `)) return { type, message: first.slice(name.length + 2) };
  }
  // A word of explanation may stand before the assertion.
  if (/^(Error: )?expect\(/m.test(first)) return undefined;
  return { type: ANNOTATIONS.defect, message: first };
}
