import type { Operation, Response, Schema } from '../contracts/document.ts';
import type { Answer, Refusal } from './answer.ts';
import type { Shape } from './dialects/dialect.ts';
import { successStatus } from './document.ts';
import type { Tenant } from './tenant.ts';
import type { Outgoing } from './wire.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Every answer leaves here: one place gives it status, names, dates and form. */
export function sendOut(
  tenant: Tenant,
  operationId: string,
  operation: Operation,
  answer: Answer,
  toTenant: (schema: Schema | undefined, value: unknown) => unknown,
): Outgoing {
  const { responses } = tenant.rules;
  const final = responses.answer(answer, operationId);
  return responses.outgoing(formed(tenant, operation, final, toTenant), operationId);
}

function formed(
  tenant: Tenant,
  operation: Operation,
  answer: Answer,
  toTenant: (schema: Schema | undefined, value: unknown) => unknown,
): Outgoing {
  if (answer.kind === 'stream') return { status: 200, headers: { 'content-type': answer.type }, body: answer.chunks };
  const printed = 'status' in answer ? answer.status : undefined;
  const status = printed ?? successStatus(operation, tenant.dialect, answer.kind);
  if (answer.kind === 'bytes') {
    return { status: status === 204 ? 200 : status, headers: { 'content-type': answer.type }, body: answer.bytes };
  }
  if (status === 204) return { status, headers: {}, body: undefined };
  const body = answer.kind === 'done' ? {} : toTenant(answerSchema(operation, status), answer.body);
  return { status, headers: { 'content-type': JSON_TYPE }, body: tenant.dialect.write(body) };
}

/** The schema of what is answered; a fault that answers it under the status of a refusal has it in the names of a success. */
function answerSchema(operation: Operation, status: number): Schema | undefined {
  const { responses } = operation;
  const [success] = Object.entries(responses).flatMap(([key, one]) => (key.startsWith('2') ? [one] : []));
  const response = (status < 300 ? (responses[String(status)] ?? responses['2XX']) : success) as Response | undefined;
  return response?.content?.['application/json']?.schema;
}

export function sendRefusal(tenant: Tenant, operationId: string, refusal: Refusal): Outgoing {
  const { why, problems } = tenant.rules.responses.refusal(refusal, operationId);
  const { dialect } = tenant;
  const shape =
    why === 'no-route'
      ? dialect.noRoute(problems)
      : dialect.problem(typeof why === 'number' ? why : dialect.refusal(why), problems);
  return tenant.rules.responses.outgoing(outgoing(shape), operationId);
}

function outgoing({ status, type, body }: Shape): Outgoing {
  return { status, headers: type === undefined ? {} : { 'content-type': type }, body };
}
