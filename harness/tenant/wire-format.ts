import type { Envelope, Route } from '../../contracts/bindings/binding.ts';
import { BINDINGS, type BindingId } from '../../contracts/bindings/index.ts';
import { bind, bindRoutes } from '../../contracts/bindings/bind.ts';
import { goesOnById } from '../../contracts/bindings/discovery/lists.ts';
import { AFTER, FIRST, POSITION } from '../../contracts/bindings/paging.ts';
import { resolveBindings, type StatedBindings } from '../../contracts/bindings/resolve.ts';
import {
  holdsPaths,
  namesWithDotsIn,
  stepsAmong,
  TABLE,
  valueOf,
  type Resolved,
} from '../../contracts/bindings/resolved.ts';
import { idInName } from '../../contracts/bindings/resource-names.ts';
import { asResource } from '../../contracts/bindings/resource-objects.ts';
import {
  leavesNoRoomFor,
  unwrapped,
  unwrappedSchema,
  wrappingOf,
  type Wrapping,
} from '../../contracts/bindings/wrapping.ts';
import { readTenantDocument, type TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { Translator } from '../../contracts/bindings/translate.ts';
import { plainParameter } from '../../contracts/bindings/words.ts';
import {
  operationsOf,
  type Access,
  type ContractDocument,
  type Credential,
  type Operation,
  type Parameter,
  type PlacedOperation,
  type Response,
  type Schema,
} from '../../contracts/document.ts';
import type { BlamedFinding } from '../../evidence/evidence.ts';
import { BOUND_OPERATIONS, type AnyOperationId, type BoundOperationId } from '../../contracts/operations.ts';
import { resolvePointer } from '../../contracts/pointer.ts';
import { isMembers } from '../../generators/members.ts';
import type { Answer } from '../http/answer.ts';
import { idWithin } from '../http/created-id.ts';
import { isPosition, withNextCursor, withNextPosition } from '../http/next-page.ts';
import { Contradictions } from './contradictions.ts';
import { isListLeftOut } from './left-out-list.ts';

const VALUE_BINDINGS = (Object.keys(BINDINGS) as BindingId[]).filter((id) =>
  ['body', 'names'].includes(BINDINGS[id].kind),
);

/** Operations whose body is printed as `application/json`, so that they take it whatever else a document says. */
const PRINTED_AS_JSON: readonly AnyOperationId[] = ['updateRole', 'enterDevMode'];

const PAGING: Readonly<Record<string, readonly string[]>> = { first: FIRST, after: [...AFTER, ...POSITION] };

/**
 * The wire format of one tenant: where it serves the operations of the contract, how it names their members, and how a
 * response on the wire differs from the contract.
 */
export class WireFormat {
  readonly resolved: Resolved;
  /** The tenant's own document; undefined if it serves none that can be read. */
  readonly document: TenantDocument | undefined;
  /** The contract in the tenant's names. */
  readonly bound: ContractDocument;
  readonly #contract: ContractDocument;
  readonly #bound: ReadonlyMap<string, PlacedOperation>;
  readonly #canonical: ReadonlyMap<string, PlacedOperation>;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #translator: Translator;
  readonly #contradictions: Contradictions;
  readonly #wrappings = new Map<AnyOperationId, Wrapping | undefined>();

  constructor(contract: ContractDocument, stated: StatedBindings, documentText: string | undefined) {
    const document = documentText === undefined ? undefined : readTenantDocument(documentText);
    const usable = document !== undefined && !('refused' in document) ? document : undefined;
    this.#contract = contract;
    this.resolved = resolveBindings(contract, stated, usable);
    this.document = usable;
    const bound = bind(contract, this.resolved);
    this.bound = bound;
    const byId = (one: ContractDocument) =>
      new Map(operationsOf(one).map((placed) => [placed.operation.operationId, placed]));
    this.#canonical = byId(contract);
    this.#bound = byId(bound);
    const named = Object.entries(BOUND_OPERATIONS).flatMap(([id, { binding }]) => {
      const route = valueOf(this.resolved, binding) as Route | undefined;
      return route ? [[id, route] as const] : [];
    });
    this.#routes = new Map<string, Route>([...bindRoutes(contract, this.resolved), ...named]);
    this.#translator = new Translator(contract, this.resolved);
    this.#contradictions = new Contradictions(bound);
  }

  /** Where an operation is served; undefined if that is unknown. */
  route(operation: AnyOperationId): Route | undefined {
    return this.#routes.get(operation);
  }

  /** The value of a binding; undefined if it is unresolved. */
  value(id: string): unknown {
    return valueOf(this.resolved, id);
  }

  /** The bindings that say where an operation is served. */
  addressBindings(operation: AnyOperationId): readonly string[] {
    const placed = this.#canonical.get(operation);
    const bound = BOUND_OPERATIONS as Readonly<Record<string, { readonly binding: string } | undefined>>;
    const ids = [
      placed?.operation['x-binding'],
      placed && this.#contract.paths[placed.path]?.['x-binding'],
      bound[operation]?.binding,
    ];
    return ids.filter((id) => id !== undefined);
  }

  /** The bindings in the address of an operation that are neither stated nor in the tenant's document. */
  guessedAddress(operation: AnyOperationId): readonly string[] {
    return this.addressBindings(operation).filter((id) => {
      const resolution = this.resolved.get(id);
      return resolution !== undefined && ('unresolved' in resolution || resolution.source === 'default');
    });
  }

  /** The bindings of an operation's family that hold bodies or values. */
  valueBindings(operation: AnyOperationId): readonly BindingId[] {
    const placed = this.#canonical.get(operation);
    const family = placed?.family ?? BOUND_OPERATIONS[operation as BoundOperationId].family;
    return VALUE_BINDINGS.filter((id) => id.startsWith(`${family}.`));
  }

  /** The body of an operation's request as the contract has it, in the tenant's names. */
  requestBody(operation: AnyOperationId): Operation['requestBody'] {
    return this.#bound.get(operation)?.operation.requestBody;
  }

  /** The query and header parameters of an operation, in the tenant's names. */
  parameters(operation: AnyOperationId): readonly Parameter[] {
    return this.#parameters(this.#bound.get(operation)?.operation);
  }

  /** Whether the specification has an operation behind a preview gate. */
  isGated(operation: AnyOperationId): boolean {
    return this.#canonical.get(operation)?.family === 'lakehouse';
  }

  access(operation: AnyOperationId): Access {
    const documented = this.#canonical.get(operation);
    return documented?.operation['x-access'] ?? BOUND_OPERATIONS[operation as BoundOperationId].access;
  }

  credential(operation: AnyOperationId): Credential {
    return this.access(operation).credential;
  }

  hasBody(operation: AnyOperationId): boolean {
    return this.#canonical.get(operation)?.operation.requestBody !== undefined;
  }

  /** The tenant's name of a query parameter of the contract; undefined if its document shows that it has none. */
  queryName(operation: AnyOperationId, name: string): string | undefined {
    const parameters = this.#parameters(this.#canonical.get(operation)?.operation);
    const parameter = parameters.find((one) => one.name === name);
    const binding = parameter?.['x-binding'];
    if (!parameter) return this.#pagingName(operation, name) ?? name;
    return binding === undefined ? name : (this.value(binding) as string | undefined);
  }

  /** What the document of the tenant calls the position in a list of which the specification prints no pages. */
  #pagingName(operation: AnyOperationId, name: string): string | undefined {
    const route = this.route(operation);
    const declared = this.document && route && this.document.find(route.method, route.path);
    const like = PAGING[name];
    if (!this.document || !declared || !like) return undefined;
    const names = this.document.parametersOf(declared).flatMap((one) => (one.in === 'query' ? [one.name] : []));
    const fits = (pattern: string) => names.find((one) => new RegExp(pattern, 'i').test(plainParameter(one)));
    return like.map(fits).find((found) => found !== undefined);
  }

  /** The id of a new thing in a response whose form is open, under the tenant's name. */
  readonly idIn = (binding: BindingId, wire: unknown): string | number | undefined => {
    const id = idWithin(wire, String(this.value(binding)));
    return holdsPaths(this.resolved, binding) ? idInName(id) : id;
  };

  /** The members that lead to a place such as `owner.id`; a name of the document may have a dot of its own. */
  stepsTo(place: string): readonly string[] {
    return stepsAmong(place, namesWithDotsIn(this.document?.root));
  }

  toTenant(operation: AnyOperationId, body: unknown): unknown {
    const content = this.#canonical.get(operation)?.operation.requestBody?.content['application/json'];
    return this.#translator.toTenant(content?.schema, body);
  }

  /** A body as the tenant takes it: as a resource object, where its document declares one. */
  onWire({ method, path }: Pick<Route, 'method' | 'path'>, body: unknown): unknown {
    const declared = this.document?.find(method, path);
    if (!this.document || !declared) return body;
    return asResource(this.document, this.document.writtenSchemaOf(declared, 'request'), body);
  }

  /** The media type of a body in JSON: the printed one, or else one that the tenant's document declares. */
  jsonTypeAt({ method, path }: Pick<Route, 'method' | 'path'>, operation?: AnyOperationId): string {
    const isPrinted = operation !== undefined && PRINTED_AS_JSON.includes(operation);
    const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
    const find = (one: string) => this.document?.find(method, one);
    const declared = isPrinted ? undefined : (find(path) ?? find(slashed));
    return (declared && this.document?.jsonTypeOf(declared)) ?? 'application/json';
  }

  fromTenant(
    operation: AnyOperationId,
    { status, headers, wire, url }: Pick<Answer, 'status' | 'headers' | 'wire'> & { readonly url?: string },
  ): unknown {
    if (status >= 300) return wire;
    const read = this.#translator.fromTenant(this.#answerSchema(operation, status), this.unwrapped(operation, wire));
    const body = this.leavesListOut(operation, status, wire) && isMembers(read) ? { ...read, items: [] } : read;
    const isPrintedList = isMembers(body) && Array.isArray(body['items']);
    if (!isPrintedList && this.envelopeOf(operation, status) === undefined) return body;
    const after = this.queryName(operation, 'after') ?? 'after';
    const whole = withNextCursor(body, { headers, wire }, after, () => this.#goesOnById(operation));
    return isPosition(after) && url !== undefined ? withNextPosition(whole, { wire, url }, after) : whole;
  }

  #goesOnById(operation: AnyOperationId): boolean {
    const route = this.route(operation);
    const declared = this.document && route && this.document.find(route.method, route.path);
    return this.document !== undefined && declared !== undefined && goesOnById(this.document, declared);
  }

  /** Whether an answer lacks its list because that is empty. Where the specification prints the member, it has to be there. */
  leavesListOut(operation: AnyOperationId, status: number, wire: unknown): boolean {
    const id = operation === 'listDeployments' ? undefined : this.envelopeOf(operation, status);
    const envelope = id === undefined ? undefined : (this.value(id) as Envelope | undefined);
    const schema = this.document && envelope && this.declaredAnswer(this.document, operation);
    if (!this.document || !envelope || !schema) return false;
    return isListLeftOut(this.document, schema, envelope, this.unwrapped(operation, wire));
  }

  /** The thing within an answer that the tenant's document wraps and the specification does not. */
  unwrapped(operation: AnyOperationId, wire: unknown): unknown {
    if (!this.#wrappings.has(operation)) this.#wrappings.set(operation, this.#wrapping(operation));
    const wrapping = this.#wrappings.get(operation);
    return wrapping ? unwrapped(wrapping, wire) : wire;
  }

  /** The schema that a document declares for what an operation answers with, without what the tenant wraps it in. */
  declaredAnswer(document: TenantDocument, operation: AnyOperationId): Schema | undefined {
    const route = this.route(operation);
    const declared = route && document.find(route.method, route.path);
    const schema = declared && document.schemaOf(declared, 'answer');
    const wrapping = wrappingOf(document, schema);
    if (!wrapping || this.#leavesNoRoomFor(operation, wrapping.member)) return schema;
    return unwrappedSchema(document, schema, wrapping);
  }

  #wrapping(operation: AnyOperationId): Wrapping | undefined {
    const route = this.route(operation);
    const declared = this.document && route && this.document.find(route.method, route.path);
    if (!this.document || !declared) return undefined;
    const wrapping = wrappingOf(this.document, this.document.schemaOf(declared, 'answer'));
    return wrapping && !this.#leavesNoRoomFor(operation, wrapping.member) ? wrapping : undefined;
  }

  #leavesNoRoomFor(operation: AnyOperationId, member: string): boolean {
    const placed = this.#canonical.get(operation);
    return placed !== undefined && leavesNoRoomFor(this.#contract, placed.operation, member);
  }

  /** The binding that says where a response keeps its list, if it keeps one. */
  envelopeOf(operation: AnyOperationId, status: number): string | undefined {
    const schema = this.#answerSchema(operation, status);
    const target = schema?.$ref === undefined ? schema : (resolvePointer(this.#contract, schema.$ref) as Schema);
    const id = target?.['x-binding'];
    return id !== undefined && TABLE[id]?.kind === 'envelope' ? id : undefined;
  }

  /** Where a response contradicts the contract, each with the requirement that owns that part. */
  findings(
    operation: AnyOperationId,
    answer: Pick<Answer, 'status' | 'headers' | 'text' | 'bytes' | 'wire'>,
  ): BlamedFinding[] {
    const placed = this.#bound.get(operation);
    return placed ? this.#contradictions.of(placed, answer, () => this.unwrapped(operation, answer.wire)) : [];
  }

  #answerSchema(operation: AnyOperationId, status: number): Schema | undefined {
    const documented = this.#canonical.get(operation)?.operation;
    if (!documented) {
      const { answer } = BOUND_OPERATIONS[operation as BoundOperationId] as { answer?: string };
      return answer === undefined ? undefined : (resolvePointer(this.#contract, answer) as Schema);
    }
    const { responses } = documented;
    const response = (responses[String(status)] ?? responses['2XX']) as Response | undefined;
    return response?.content?.['application/json']?.schema;
  }

  #parameters(operation: Operation | undefined): Parameter[] {
    return (operation?.parameters ?? []).map((one) =>
      '$ref' in one ? (this.#contract.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
    );
  }
}
