import type { Body } from '../../mock/call.ts';
import type { Deviation } from './fault.ts';
import { replace } from './patches.ts';
import { changeRequest } from './reports.ts';

/** Texts that are taken for something else on the way: digits for numbers, and signs as addresses write them. */

/** What software makes of a text of digits that it takes for a number on the way. */
export const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? value.replace(/^0+(?=\d)/, '') : value;

export const withNumber =
  (member: string) =>
  (body: Body): Body =>
    member in body ? { ...body, [member]: asNumber(body[member]) } : body;

export const leadingZeros = (operation: string, member: string, what: string): Deviation => ({
  name: 'leading-zeros-lost',
  sentence: `${what} of digits alone loses its leading zeros.`,
  patch: changeRequest(operation, withNumber(member)),
});

/** What software makes of a text that it takes for part of an address. */
export const plusAsBlank = (operation: string, member: string, what: string): Deviation => ({
  name: 'plus-as-blank',
  sentence: `${what} has blanks in place of its plus signs.`,
  patch: replace(operation, (call, original) => {
    const { body } = call;
    const value = typeof body === 'object' && body !== null ? (body as Body)[member] : undefined;
    if (typeof value !== 'string') return original(call);
    return original({ ...call, body: { ...(body as Body), [member]: value.replaceAll('+', ' ') } });
  }),
});
