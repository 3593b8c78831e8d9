import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Answer } from '../http/answer.ts';
import { setupFailed } from '../failures/failure.ts';

type Got = Pick<Answer, 'status' | 'headers' | 'bytes' | 'wire' | 'original'>;
type Part = 'status' | 'media type' | 'body';

const DOCUMENT = 'document';

/** Compares responses with what the tenant's own document declares, independently of the specification. */
export class DeclaredAnswers {
  readonly #document: TenantDocument;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: TenantDocument) {
    this.#document = document;
    // Formats are annotations in this version of JSON Schema, and documents may use keywords of their own.
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });
    this.#ajv.addSchema(forResponses(document.root) as object, DOCUMENT);
  }

  /** How a response differs from its declaration, in words; undefined if it does not. */
  departure(declared: DeclaredOperation, got: Got, part: Part): string | undefined {
    const responses = membersOf(declared.operation.responses);
    const key = [String(got.status), `${Math.floor(got.status / 100)}XX`, 'default'].find((one) => one in responses);
    const listed = Object.keys(responses).join(', ');
    if (part === 'status') return key === undefined ? `responds with ${got.status}, declared are ${listed}` : undefined;
    if (key === undefined || got.bytes.length === 0) return undefined;

    const response = membersOf(this.#document.follow(responses[key]));
    const content = membersOf(response['content']);
    const type = mediaTypeOf(got);
    const fitting = Object.keys(content).find((one) => covers(one, type));
    if (part === 'media type') {
      // A response without declared content makes no statement about its media type.
      if (fitting !== undefined || Object.keys(content).length === 0) return undefined;
      return `responds with ${type === '' ? 'no media type' : type}, declared are ${Object.keys(content).join(', ') || 'none'}`;
    }
    if (fitting === undefined || !/json/i.test(type) || !('schema' in membersOf(content[fitting]))) return undefined;
    const validate = this.#validatorOf([...this.#placeOf(declared, responses[key], key), 'content', fitting, 'schema']);
    if (validate(asSent(got))) return undefined;
    const [error] = validate.errors ?? [];
    return `the body ${error?.instancePath ?? ''} ${error?.message ?? 'does not fit'}`.replace(/\s+/g, ' ');
  }

  /** The place of a response in the document; a reference is followed. */
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
    throw setupFailed('an operation of the tenant document was not found in its paths');
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

/** The body as the tenant sent it: in `wire` an object stands for each secret, where a schema says that it is a text. */
function asSent({ wire, original }: Got): unknown {
  return wire === undefined ? undefined : (JSON.parse(original.reveal()) as unknown);
}

function mediaTypeOf({ headers }: Got): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Whether a declared media type or range includes a media type. */
function covers(declared: string, type: string): boolean {
  const range = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  if (range === '*/*' || range === type) return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** The document with write-only members no longer required, because responses do not contain them. */
function forResponses(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forResponses);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, forResponses(value)]));
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
