import { ENVELOPE } from '../contracts/bindings/binding.ts';
import { BINDINGS, type BindingId } from '../contracts/bindings/index.ts';
import { leavesNoRoomFor } from '../contracts/bindings/wrapping.ts';
import type { ContractDocument, Operation, Response, Schema } from '../contracts/document.ts';
import { resolvePointer } from '../contracts/pointer.ts';
import type { Dialect } from './dialects/dialect.ts';

/** The member in which a dialect answers to an operation; nothing where the answer is printed, a list, or told of nowhere. */
export function wrapOf(contract: ContractDocument, { wrap }: Dialect, operation: Operation): string | undefined {
  const { credential } = operation['x-access'];
  if (wrap === '' || credential !== 'platform' || operation.operationId === 'getSpec') return undefined;
  const schemas = Object.entries(operation.responses).flatMap(([status, response]) => {
    const schema = (response as Response).content?.['application/json']?.schema;
    return status.startsWith('2') && schema ? [resolved(contract, schema)] : [];
  });
  const isThing = schemas.length > 0 && schemas.every((schema) => isOfMembers(schema) && !isList(schema));
  return isThing && !leavesNoRoomFor(contract, operation, wrap) ? wrap : undefined;
}

/** What a reference stands for. */
export function resolved(contract: ContractDocument, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (resolvePointer(contract, schema.$ref) as Schema);
}

const isOfMembers = ({ properties = {} }: Schema) => Object.keys(properties).length > 0;

function isList({ 'x-binding': id, properties = {} }: Schema): boolean {
  const isEnvelope = id !== undefined && BINDINGS[id as BindingId].kind === 'envelope';
  // A member of another name in the contract may be called so in a dialect, and then its answer is no list of the contract.
  return isEnvelope || (ENVELOPE.items in properties && properties[ENVELOPE.items]?.['x-binding'] === undefined);
}

/** An operation whose answers are told of as they are wrapped. */
export function withWrap(operation: Operation, member: string | undefined): Operation {
  if (member === undefined) return operation;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { content, ...others } = response as Response;
    const schema = content?.['application/json']?.schema;
    if (!status.startsWith('2') || !schema) return [status, response];
    const whole: Schema = { type: 'object', required: [member], properties: { [member]: schema } };
    return [status, { ...others, content: { ...content, 'application/json': { schema: whole } } }];
  });
  return { ...operation, responses: Object.fromEntries(responses) as Operation['responses'] };
}
