import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { meantValues } from '../../contracts/bindings/words.ts';
import { examplesOf, type DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { formsOf } from '../../generators/forms-of-name.ts';
import { textsFor } from '../../generators/leaves.ts';

/** Headers that every request has anyway, or that say which credential it is sent with. */
const USUAL = /^(authorization|accept|content-(type|length|encoding)|host|user-agent)$/i;
/** Headers of which no two requests have the same value. */
const UNIQUE = /idempot|nonce|(request|correlation|trace|transaction)[-_]?id$/i;

/** What a tenant's document requires in headers of a request beside those that every request has, such as an address in `From`. */
export function requiredHeaders(
  schemas: DeclaredSchemas,
  declared: DeclaredOperation,
  fresh: (what: string) => string,
): Readonly<Record<string, string>> {
  const required = schemas.document
    .parametersOf(declared)
    .filter(({ name, in: place, isRequired }) => place === 'header' && isRequired && !USUAL.test(name));
  return Object.fromEntries(
    required.flatMap(({ name, schema }): [string, string][] => {
      // Any version of a thing that is there, by RFC 9110.
      if (/^if-match$/i.test(name)) return [[name.toLowerCase(), '*']];
      const shape = schemas.shape([schema]);
      if (UNIQUE.test(name)) {
        const own = fresh('request');
        const form = formsOf(own, shape.nodes).find((one) => schemas.accepts([schema], one));
        return [[name.toLowerCase(), form ?? own]];
      }
      const given = [schema['default'], ...meantValues(shape.values ?? []), ...examplesOf(shape)];
      const isUsable = (one: unknown): one is string | number | boolean =>
        ['string', 'number', 'boolean'].includes(typeof one);
      const value = [...given.filter(isUsable), ...textsFor(shape.nodes, name, 1)].find((one) =>
        schemas.accepts([schema], one),
      );
      return value === undefined ? [] : [[name.toLowerCase(), String(value)]];
    }),
  );
}

/** The operation that a document declares for an address, with the values of its parameters in it. */
export function servedAt(document: TenantDocument, method: string, path: string): DeclaredOperation | undefined {
  const asked = partsOf(path);
  const fitting = document.operations.filter((one) => {
    const parts = partsOf(one.path);
    const isPart = (part: string, at: number) => fits(part, asked[at] ?? '');
    return one.method === method.toLowerCase() && parts.length === asked.length && parts.every(isPart);
  });
  const named = ({ path: declared }: DeclaredOperation) =>
    partsOf(declared).filter((part) => part.includes('{')).length;
  return fitting.sort((one, other) => named(one) - named(other) || saidIn(other.path) - saidIn(one.path))[0];
}

/** Whether a part of an address is one that a document has, such as `12:pause` for `{taskId}:pause`. */
function fits(declared: string, asked: string): boolean {
  const [before = '', ...others] = declared.split(/\{[^}]*\}/);
  const after = others.at(-1);
  if (after === undefined) return declared === asked;
  return asked.length > before.length + after.length && asked.startsWith(before) && asked.endsWith(after);
}

/** How much of an address is said by a document itself. */
const saidIn = (path: string) => path.replace(/\{[^}]*\}/g, '').length;

const partsOf = (path: string) => (path.split('?')[0] ?? '').split('/').filter((part) => part !== '');
