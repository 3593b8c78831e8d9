import type { Method, Operation } from '../contracts/document.ts';
import { refuse } from './answer.ts';
import type { Dialect } from './dialects/dialect.ts';

const USUAL = 'application/json';

/** The media type in which a dialect takes the bodies of an operation. What SCIM patches is no merge patch. */
export function bodyTypeOf(operation: Operation, method: Method, dialect: Dialect): string {
  return method === 'patch' && operation['x-access'].credential !== 'scim' ? dialect.patchType : USUAL;
}

/** An operation that declares its body in the media type in which the dialect takes it. */
export function withBodyType(operation: Operation, method: Method, dialect: Dialect): Operation {
  const { requestBody } = operation;
  const type = bodyTypeOf(operation, method, dialect);
  const { [USUAL]: json, ...others } = requestBody?.content ?? {};
  if (!requestBody || !json || type === USUAL) return operation;
  return { ...operation, requestBody: { ...requestBody, content: { ...others, [type]: json } } };
}

/** Refuses a body in another media type; any JSON passes for the usual one. */
export function refuseOtherType(type: string | undefined, expected: string): void {
  if (type === undefined) return;
  const [name = ''] = type.split(';');
  const isTaken = expected === USUAL ? /^application\/([\w.-]+\+)?json$/i.test(name.trim()) : name.trim() === expected;
  if (!isTaken) refuse('unsupported', `the content type is ${type}, expected ${expected}`);
}
