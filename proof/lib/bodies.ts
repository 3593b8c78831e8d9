import type { Body, Call } from '../../mock/call.ts';

/** What request bodies say. */

export const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null;

export const isEmptyBody = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 0;

export const sentBody = ({ body }: Call): Body => (body ?? {}) as Body;
export const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export function asObject(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}
