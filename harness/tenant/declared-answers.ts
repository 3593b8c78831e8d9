import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Answer } from '../http/answer.ts';
import { setupFailed } from '../failures/failure.ts';

type Got = Pick<Answer, 'status' | 'headers' | 'bytes' | 'wire'>;
type Part = 'status' | 'media type' | 'body';

const DOCUMENT = 'document';

/** Holds answers against what a tenant's own document declares for them, whatever the specification says. */
export class DeclaredAnswers {
  readonly #document: TenantDocument;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: TenantDocument) {
    this.#document = document;
    // Formats annotate and need not hold, in this version of JSON Schema; unknown keywords are a document's own business.
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });
    this.#ajv.addSchema(forAnswers(document.root) as object, DOCUMENT);
  }

  /** In what an answer departs from its declaration, in words, or undefined where it does not. */
  departure(declared: DeclaredOperation, got: Got, part: Part): string | undefined {
    const responses = membersOf(declared.operation.responses);
    const key = [String(got.status), `${Math.floor(got.status / 100)}XX`, 'default'].find((one) => one in responses);
    const listed = Object.keys(responses).join(', ');
    if (part === 'status') return key === undefined ? `answers ${got.status}, declared are ${listed}` : undefined;
    if (key === undefined || got.bytes.length === 0) return undefined;

    const response = membersOf(this.#document.follow(responses[key]));
    const content = membersOf(response['content']);
    const type = mediaTypeOf(got);
    const fitting = Object.keys(content).find((one) => covers(one, type));
    if (part === 'media type') {
      // A response that lists no content says nothing of it.
      if (fitting !== undefined || Object.keys(content).length === 0) return undefined;
      return `answers ${type === '' ? 'no media type' : type}, declared are ${Object.keys(content).join(', ') || 'none'}`;
    }
    if (fitting === undefined || !/json/i.test(type) || !('schema' in membersOf(content[fitting]))) return undefined;
    const validate = this.#validatorOf([...this.#placeOf(declared, responses[key], key), 'content', fitting, 'schema']);
    if (validate(got.wire)) return undefined;
    const [error] = validate.errors ?? [];
    return `the body ${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`.replace(/\s+/g, ' ');
  }

  /** Where in the document a response stands, its reference followed. */
  #placeOf({ operation }: DeclaredOperation, response: unknown, key: string): string[] {
    const reference = membersOf(response)['$ref'];
    if (typeof reference === 'string') return reference.replace(/^#\//, '').split('/').map(unescaped);
    const { paths, components } = this.#document.root;
    const items = [
      ['paths', paths],
      ['components', membersOf(components)['pathItems'], 'pathItems'],
    ] as const;
    for (const [root, listed, ...under] of items) {
      for (const [name, item] of Object.entries(membersOf(listed))) {
        const method = Object.entries(membersOf(item)).find(([, one]) => one === operation)?.[0];
        if (method !== undefined) return [root, ...under, name, method, 'responses', key];
      }
    }
    throw setupFailed('an operation of the document is not in the document');
  }

  #validatorOf(place: readonly string[]): ValidateFunction {
    const pointer = `${DOCUMENT}#/${place.map(escaped).join('/')}`;
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      try {
        validate = this.#ajv.compile({ $ref: pointer });
      } catch (error) {
        throw setupFailed(`the document's schema at ${pointer} cannot be read: ${(error as Error).message}`);
      }
      this.#compiled.set(pointer, validate);
    }
    return validate;
  }
}

function mediaTypeOf({ headers }: Got): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether a media type, or a range of them, takes in another. */
function covers(declared: string, type: string): boolean {
  const range = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** The document without the demand for members that are only ever sent, which no answer has to carry. */
function forAnswers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forAnswers);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forAnswers(value)]));
  const { required, properties } = copy as { required?: unknown; properties?: Record<string, unknown> };
  if (!Array.isArray(required) || !properties) return copy;
  const kept = required.filter((name) => membersOf(properties[String(name)])['writeOnly'] !== true);
  return { ...copy, required: kept };
}

function membersOf(node: unknown): Record<string, unknown> {
  return typeof node === 'object' && node !== null ? (node as Record<string, unknown>) : {};
}

function escaped(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
}
