import type { Body } from '../../mock/call.ts';
import type { Deviation } from './fault.ts';
import { changeRequest } from './reports.ts';

/** Texts of digits that are taken for numbers on the way. */

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
