import type { ContractDocument, Schema } from '../../contracts/document.ts';
import { escapedToken, resolvePointer } from '../../contracts/pointer.ts';

export type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

/** A place in the bodies of one kind of answer, all elements of a list taken together. */
export interface Member {
  /** A JSON pointer in which `*` stands for every element. */
  readonly path: string;
  /** What was seen there. */
  readonly types: ReadonlySet<JsonType>;
  /** How many elements the longest list there had. */
  readonly longest: number;
  /** The other words that may stand there, where the contract prints a closed list. */
  readonly words: readonly unknown[];
  /** Whether the contract demands that it is there. */
  readonly isRequired: boolean;
  /** The types that the contract lets it have; none where it prints no type. */
  readonly allowed: ReadonlySet<string>;
}

export const ELEMENT = '*';

/** Every member of a body that the contract describes; no requirement is about what a tenant adds. */
export function membersOf(body: unknown, schema: Schema, document: ContractDocument): Member[] {
  const found: Member[] = [];
  const inner = (schemas: readonly Schema[]) => branches(schemas, document);
  const visit = (value: unknown, schemas: readonly Schema[], path: string, isRequired: boolean): void => {
    found.push({
      path,
      types: new Set([typeOf(value)]),
      longest: Array.isArray(value) ? value.length : 0,
      words: schemas.flatMap((one) => one.enum ?? []).filter((word) => word !== null),
      isRequired,
      allowed: new Set(schemas.flatMap(({ type = [] }) => type)),
    });
    if (Array.isArray(value)) {
      const items = inner(schemas.flatMap((one) => (one.items ? [one.items] : [])));
      for (const element of value) visit(element, items, `${path}/${ELEMENT}`, true);
    } else if (typeof value === 'object' && value !== null) {
      const required = new Set(schemas.flatMap((one) => one.required ?? []));
      for (const [name, below] of Object.entries(value)) {
        const own = inner(schemas.flatMap((one) => (one.properties?.[name] ? [one.properties[name]] : [])));
        if (own.length > 0) visit(below, own, `${path}/${escapedToken(name)}`, required.has(name));
      }
    }
  };
  visit(body, branches([schema], document), '', true);
  return found;
}

/** Schemas together with all that they refer to and are composed of. */
export function branches(schemas: readonly Schema[], document: ContractDocument): Schema[] {
  return schemas.flatMap((schema) => {
    const inner = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (schema.$ref !== undefined) inner.push(resolvePointer(document, schema.$ref) as Schema);
    return [schema, ...branches(inner, document)];
  });
}

export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}
