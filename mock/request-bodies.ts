import { stringifyJson, withNumbers } from '../contracts/lossless-json.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ContractDocument, Operation, Schema } from '../contracts/document.ts';
import { resolvePointer } from '../contracts/pointer.ts';
import { refuse } from './answer.ts';
import type { Dialect } from './dialects/dialect.ts';
import { ownMembersOf } from './tenant-contract.ts';
import type { Rules } from './tenant.ts';

/** Holds request bodies to what this dialect needs beyond the printed members. Rules of printed members are behaviour. */
export class RequestBodies {
  readonly #document: ContractDocument;
  readonly #dialect: Dialect;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #known = new Map<string, ReadonlySet<string> | undefined>();
  #ajv: Ajv2020 | undefined;

  constructor(served: ContractDocument, dialect: Dialect) {
    this.#document = served;
    this.#dialect = dialect;
  }

  /** Refuses a body, in the names of the tenant, that lacks something or has what nobody declared. */
  hold(
    operation: Operation,
    body: Readonly<Record<string, unknown>>,
    path: Readonly<Record<string, string>>,
    { takes }: Rules['requests'],
  ): void {
    const { operationId } = operation;
    const problems = [...this.#missing(operationId, body, path), ...this.#unknown(operation, body, takes)];
    if (problems.length > 0) refuse('invalid', ...problems);
  }

  #missing(operationId: string, body: Readonly<Record<string, unknown>>, path: Readonly<Record<string, string>>) {
    const further = this.#dialect.further[operationId];
    if (!further) return [];
    const validate = this.#validatorOf(operationId, further.schema);
    const invalid = validate(withNumbers(body)) ? [] : (validate.errors ?? []).map(problemOf);
    const others = Object.entries(further.repeats).flatMap(([name, parameter]) =>
      body[name] === undefined || stringifyJson(body[name]) === path[parameter]
        ? []
        : [`${name} is not that of the path`],
    );
    return [...new Set([...invalid, ...others])];
  }

  #validatorOf(operationId: string, schema: Schema): ValidateFunction {
    const known = this.#validators.get(operationId);
    if (known) return known;
    this.#ajv ??= ajv();
    const { schemas } = this.#document.components;
    const validate = this.#ajv.compile({ ...schema, components: { schemas } });
    this.#validators.set(operationId, validate);
    return validate;
  }

  #unknown(operation: Operation, body: Readonly<Record<string, unknown>>, takes: Rules['requests']['takes']): string[] {
    if (this.#dialect.unknownMembers === 'ignored') return [];
    const { operationId } = operation;
    if (!this.#known.has(operationId)) this.#known.set(operationId, this.#membersOf(operation));
    const known = this.#known.get(operationId);
    const unknown = known ? Object.keys(body).filter((name) => !known.has(name) && !takes(name, operationId)) : [];
    return unknown.map((name) => `${name} is unknown`);
  }

  /** The members that a body may have; undefined where any is as good as another. */
  #membersOf(operation: Operation): ReadonlySet<string> | undefined {
    const names = new Set(Object.keys(ownMembersOf(operation.operationId).properties));
    const collect = (schema: Schema): void => {
      if (schema.$ref !== undefined) collect(resolvePointer(this.#document, schema.$ref) as Schema);
      for (const name of Object.keys(schema.properties ?? {})) names.add(name);
      for (const one of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) collect(one);
    };
    collect(operation.requestBody?.content['application/json']?.schema ?? {});
    return names.size === 0 ? undefined : names;
  }
}

function problemOf({ instancePath, message = 'is invalid', params }: ErrorObject): string {
  const missing = params['missingProperty'] as unknown;
  if (typeof missing === 'string')
    return `${[...instancePath.slice(1).split('/').filter(Boolean), missing].join('.')} is missing`;
  return `${instancePath.slice(1).replaceAll('/', '.') || 'the body'} ${message}`;
}

function ajv(): Ajv2020 {
  const made = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });
  formats.default(made);
  return made;
}
