import type { ContractDocument, PlacedOperation, Response, Schema } from '../../contracts/document.ts';
import { resolvePointer } from '../../contracts/pointer.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import type { BlamedFinding } from '../../evidence/evidence.ts';
import { isPage, type Answer } from '../http/answer.ts';

type Judged = Pick<Answer, 'status' | 'headers' | 'text' | 'bytes' | 'wire'>;

/** Finds where responses contradict the contract in the names of one tenant. */
export class Contradictions {
  readonly #bound: ContractDocument;
  readonly #checks: SchemaChecks;

  constructor(bound: ContractDocument) {
    this.#bound = bound;
    this.#checks = new SchemaChecks(bound);
  }

  /** Each contradiction with the requirement that owns that part. What is printed is looked for in what the tenant wraps. */
  of(placed: PlacedOperation, answer: Judged, unwrapped: () => unknown): BlamedFinding[] {
    const row = `${placed.family}.${placed.operation.operationId}.answers-as-documented`;
    const { status } = answer;
    if (status >= 500) {
      return [{ requirement: row, at: '', kind: 'server-error', message: `expected no server error, got ${status}` }];
    }
    if (status < 200 || status >= 300) return [];

    const { responses } = placed.operation;
    const successes = Object.keys(responses).filter((key) => key.startsWith('2'));
    const key = [String(status), '2XX'].find((one) => successes.includes(one));
    const response = responses[key ?? successes[0] ?? ''] as Response | undefined;
    const owner = response?.['x-requirement'] ?? row;
    if (key === undefined) {
      const message = `expected ${successes.join(' or ')}, got ${status}`;
      return [{ requirement: owner, at: '', kind: 'status', message }];
    }
    if (isPage(answer) && !specifiesPage(response)) {
      return [
        { requirement: owner, at: '', kind: 'not-json', message: 'expected a response of the API, got an HTML page' },
      ];
    }
    if (!response?.content?.['application/json']) return [];
    if (answer.wire === undefined) {
      // The tenant's document may be served in several formats, of which JSON is one.
      if (Object.keys(response.content).length > 1) return [];
      if (isElsewhere(answer) && !this.#requires(response)) return [];
      const type = answer.headers['content-type'] ?? 'no content type';
      const message = `expected JSON, got ${answer.bytes.length} bytes of ${type}`;
      return [{ requirement: owner, at: '', kind: 'not-json', message }];
    }
    const place = [placed.path, placed.method, 'responses', key, 'content', 'application/json', 'schema'];
    return this.#checks
      .at(pointer(['paths', ...place]))(unwrapped())
      .map(({ at, message, requirement }) => ({ requirement: requirement ?? owner, at, message, kind: 'schema' }));
  }

  /** Whether the contract says which members a response has. */
  #requires({ content }: Response): boolean {
    const schema = content?.['application/json']?.schema;
    const target = schema?.$ref === undefined ? schema : (resolvePointer(this.#bound, schema.$ref) as Schema);
    return (target?.required ?? []).length > 0;
  }
}

function specifiesPage(response: Response | undefined): boolean {
  return Object.keys(response?.content ?? {}).some((type) => type.includes('html'));
}

function pointer(tokens: readonly string[]): string {
  return `#/${tokens.map((token) => token.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
}

/** Whether a response without a body says where the new thing is. */
function isElsewhere({ status, headers, bytes }: Pick<Answer, 'status' | 'headers' | 'bytes'>): boolean {
  return (status === 201 || status === 202) && bytes.length === 0 && (headers['location'] ?? '') !== '';
}
