import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { TABLE } from '../../contracts/bindings/resolved.ts';
import type { Schema } from '../../contracts/document.ts';
import { OPTIONAL_MEMBERS } from '../../contracts/drift/specified.ts';
import type { AnyOperationId, OperationId } from '../../contracts/operations.ts';
import { isMembers } from '../../generators/members.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import type { WireFormat } from '../tenant/wire-format.ts';

/** What the specification prints of the bodies of requests, in the names of one tenant. */
export class Printed {
  readonly #wire: WireFormat;
  readonly #schemas: DeclaredSchemas;

  constructor(wire: WireFormat) {
    this.#wire = wire;
    this.#schemas = new DeclaredSchemas(new TenantDocument(wire.bound as unknown as Readonly<Record<string, unknown>>));
  }

  /** The schemas of an operation's body; none for an operation without a printed body. */
  body(operation: AnyOperationId): readonly Schema[] {
    const schema = this.#wire.requestBody(operation)?.content['application/json']?.schema;
    return schema ? [schema] : [];
  }

  /** The binding with what else the body needs. */
  binding(operation: AnyOperationId): string | undefined {
    const { nodes } = this.#schemas.shape(this.body(operation));
    return nodes.map((node) => node['x-binding']).find((id) => id !== undefined && TABLE[id]?.kind === 'body');
  }

  /** The members of an object, those of each branch of a choice included. */
  members(nodes: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
    const shape = this.#schemas.shape(nodes);
    const all = shape.choices.flat();
    return all.length === 0 ? shape.properties : this.#schemas.shape([...nodes, ...all]).properties;
  }

  elements(nodes: readonly Schema[]): readonly Schema[] {
    return this.#schemas.shape(nodes).items;
  }

  /** Whether the type of a member is printed, so that a value of it is sent as it is. */
  hasType(nodes: readonly Schema[] | undefined): boolean {
    if (!nodes || nodes.length === 0 || nodes.some((node) => node['x-binding'] !== undefined)) return false;
    return this.#schemas.shape(nodes).types?.filter((type) => type !== 'null').length === 1;
  }

  /** Whether a body is printed as optional, partial or merging, so that it needs no member. */
  isPartial(operation: AnyOperationId): boolean {
    return this.#wire.requestBody(operation)?.['x-partial'] === true;
  }

  /** Whether a member is printed as one that may be left out. */
  isOptional(operation: AnyOperationId, path: string): boolean {
    const listed = OPTIONAL_MEMBERS[operation as OperationId] ?? [];
    if (listed.includes(path) || (this.isPartial(operation) && !path.includes('.'))) return true;
    const [name = ''] = path.split('.');
    return (this.members(this.body(operation)).get(name) ?? []).some((node) => node['default'] !== undefined);
  }

  /** The members of the printed shapes of a body other than the one that was sent, such as the other form of an address. */
  otherShapes(operation: AnyOperationId, body: unknown): ReadonlySet<string> {
    const { choices } = this.#schemas.shape(this.body(operation));
    if (!isMembers(body)) return new Set();
    const membersOf = (branch: Schema) => [...this.#schemas.shape([branch]).properties.keys()];
    return new Set(
      choices.flatMap((choice) => {
        const isSent = choice.some((branch) => membersOf(branch).some((name) => Object.hasOwn(body, name)));
        return isSent ? choice.flatMap(membersOf).filter((name) => !Object.hasOwn(body, name)) : [];
      }),
    );
  }
}
