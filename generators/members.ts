import { isNumeric } from '../contracts/lossless-json.ts';

export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is of a type of JSON Schema. */
export function isOfType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value) || typeof value === 'bigint';
  if (type === 'number') return isNumeric(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  return type === 'object' ? isMembers(value) : typeof value === type;
}

/** A plain object; a secret is one value, whatever it consists of. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** The path of a member. */
export function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
