import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ContractDocument, Schema } from './document.ts';
import { escapedToken, resolvePointer, tokensOf } from './pointer.ts';

/** Finds the requirement that owns the part of the document that a validation error is about. */
export class SchemaOwner {
  readonly #document: ContractDocument;
  #pointers: Map<object, string> | undefined;

  constructor(document: ContractDocument) {
    this.#document = document;
  }

  /**
   * The requirement that owns the part of the schema that a value broke: the innermost mark around the keyword that
   * failed, and where the schema it stands in has none, the innermost on the way to it from the schema of the value.
   */
  ownerOf(root: string, error: ErrorObject): string | undefined {
    const absent = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
    const node = tokensOf(this.pointerOf(error)).slice(0, -1);
    return (
      this.#innermost([...node, ...absent.flatMap((name) => ['properties', name])]) ??
      this.#onTheWay(root, [...tokensOf(error.instancePath), ...absent])
    );
  }

  /**
   * The keyword that failed, as a pointer into the document. The validator's own paths begin anew at each reference, so
   * the node is recognised by its identity.
   */
  pointerOf(error: ErrorObject): string {
    this.#pointers ??= pointersOf(this.#document);
    return `${this.#pointers.get(error.parentSchema as object) ?? '#'}/${error.keyword}`;
  }

  /** Every `$ref` that a part of the document leads to, directly or through others. */
  referencesFrom(pointer: string): string[] {
    const found = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node)) {
        if (key !== '$ref' || typeof value !== 'string') visit(value);
        else if (!found.has(value)) {
          found.add(value);
          visit(resolvePointer(this.#document, value));
        }
      }
    };
    visit(resolvePointer(this.#document, pointer));
    return [...found];
  }

  /** The innermost mark among the nodes that enclose a place within its named schema. */
  #innermost(tokens: readonly string[]): string | undefined {
    let mark: string | undefined;
    let node: unknown = this.#document;
    for (const token of tokens) {
      node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[token] : undefined;
      mark = (node as Schema | undefined)?.['x-requirement'] ?? mark;
    }
    return mark;
  }

  /** The last mark that is met on the way from a schema to a place in a value. */
  #onTheWay(root: string, tokens: readonly string[]): string | undefined {
    let owner: string | undefined;
    let nodes = this.#withBranches({ $ref: root });
    for (const token of [undefined, ...tokens]) {
      if (token !== undefined) {
        nodes = nodes.flatMap((node) => childOf(node, token)).flatMap((child) => this.#withBranches(child));
      }
      owner = nodes.map((node) => node['x-requirement']).find((id) => id !== undefined) ?? owner;
    }
    return owner;
  }

  /** A node together with what it refers to and what it is composed of. */
  #withBranches(node: Schema): Schema[] {
    const branches = [...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
    if (node.$ref !== undefined) branches.push(resolvePointer(this.#document, node.$ref) as Schema);
    return [node, ...branches.flatMap((branch) => this.#withBranches(branch))];
  }
}

function pointersOf(document: ContractDocument): Map<object, string> {
  const pointers = new Map<object, string>();
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    pointers.set(node, pointer);
    for (const [key, value] of Object.entries(node)) visit(value, `${pointer}/${escapedToken(key)}`);
  };
  visit(document, '#');
  return pointers;
}

function childOf(node: Schema, token: string): Schema[] {
  const property = node.properties?.[token];
  if (property) return [property];
  if (node.items && /^\d+$/.test(token)) return [node.items];
  return typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
}
