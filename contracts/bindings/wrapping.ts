import type { ContractDocument, Operation, Response, Schema } from '../document.ts';
import type { AnyOperationId } from '../operations.ts';
import { resolvePointer } from '../pointer.ts';
import type { TenantDocument } from './tenant-document.ts';

/** How a tenant wraps what it answers with where the specification prints no envelope: `{ data: { ... } }`. */
export interface Wrapping {
  readonly member: string;
  /** Whether the thing has most of its members in `attributes`, beside its type and id, as JSON:API has it. */
  readonly hasAttributes: boolean;
}

/**
 * Operations whose answer the specification prints as a whole, or says to be a role, a report or a page of reports. One that is wrapped
 * there is not what was printed.
 */
const PRINTED_WHOLE: readonly AnyOperationId[] = [
  'createRole',
  'getRole',
  'updateRole',
  'enterDevMode',
  'listReports',
  'connectReportToWorkbook',
  'getOidcTokenConfig',
];

export function isPrintedWhole(operation: AnyOperationId): boolean {
  return PRINTED_WHOLE.includes(operation);
}

/** Whether the specification leaves no room for a member of this name around the answer of an operation. */
export function leavesNoRoomFor(contract: ContractDocument, operation: Operation, member: string): boolean {
  if (isPrintedWhole(operation.operationId as AnyOperationId)) return true;
  const has = (schema: Schema | undefined): boolean => {
    if (!schema) return false;
    if (schema.$ref !== undefined) return has(resolvePointer(contract, schema.$ref) as Schema);
    return member in (schema.properties ?? {}) || (schema.allOf ?? []).some(has);
  };
  return Object.values(operation.responses).some((one) => has((one as Response).content?.['application/json']?.schema));
}

/** The names of members in which tenants wrap whatever they answer with. */
export const WRAPS: readonly string[] = ['data', 'result'];
/** What stands beside a wrapped thing and is not a part of it. */
export const BESIDE = /^(meta|_?links|included|jsonapi|success|status|request_?id|warnings)$/i;
/** What stands beside the attributes of a thing. */
const BESIDE_ATTRIBUTES = /^(id|type|links|meta|relationships|attributes)$/;

/** How a document wraps an answer; undefined where the answer is the thing itself, or a list of things. */
export function wrappingOf(document: TenantDocument, answer: Schema | undefined): Wrapping | undefined {
  const properties = document.propertiesOf(answer);
  const names = Object.keys(properties);
  // Links of a resource are members of an object. A list of links is what was asked for.
  const isListOfLinks = (name: string) => /^links$/i.test(name) && document.elementsOf(properties[name]) !== undefined;
  const things = names.filter((name) => !BESIDE.test(name) || isListOfLinks(name));
  // A name that tells what is inside, such as `task`, wraps it where it is alone.
  const member = WRAPS.find((name) => name in properties) ?? (things.length === 1 ? things[0] : undefined);
  if (member === undefined || things.some((name) => name !== member)) return undefined;
  if (document.elementsOf(properties[member])) return undefined;
  const inner = document.propertiesOf(properties[member]);
  if (Object.keys(inner).length === 0) return undefined;
  const hasAttributes =
    Object.keys(document.propertiesOf(inner['attributes'])).length > 0 &&
    Object.keys(inner).every((name) => BESIDE_ATTRIBUTES.test(name));
  return { member, hasAttributes };
}

/** The schema of the thing within a wrapped answer. */
export function unwrappedSchema(
  document: TenantDocument,
  answer: Schema | undefined,
  { member, hasAttributes }: Wrapping,
): Schema {
  const inner = document.schema(document.propertiesOf(answer)[member]);
  if (!hasAttributes) return inner;
  const { attributes, ...beside } = document.propertiesOf(inner);
  const shape = document.schema(attributes);
  return {
    type: 'object',
    properties: { ...beside, ...document.propertiesOf(shape) },
    required: [...(inner.required ?? []).filter((name) => name !== 'attributes'), ...(shape.required ?? [])],
  };
}

/** What a document declares for an answer, without a wrapping that has no counterpart among the printed members. */
export function thingIn(
  document: TenantDocument,
  answer: Schema | undefined,
  printed: Readonly<Record<string, unknown>>,
): Schema | undefined {
  const wrapping = wrappingOf(document, answer);
  return wrapping && !(wrapping.member in printed) ? unwrappedSchema(document, answer, wrapping) : answer;
}

/**
 * What stands in the wrapping of an answer, be it a thing or not: a list or a text there is judged in the place of the thing. An
 * answer without the wrapping stays as it is.
 */
export function unwrapped({ member, hasAttributes }: Wrapping, answer: unknown): unknown {
  if (!isRecord(answer) || !Object.hasOwn(answer, member)) return answer;
  const thing = answer[member];
  if (!hasAttributes || !isRecord(thing) || !isRecord(thing['attributes'])) return thing;
  const { attributes, ...beside } = thing;
  return { ...beside, ...attributes };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
