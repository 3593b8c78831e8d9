import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Got, Leased } from './leased.ts';

type Node = Readonly<Record<string, unknown>>;

/** What the tenant's own document says of an operation, wherever it stands in there. */
function declaredIn(document: Node): Map<string, Node> {
  const found = new Map<string, Node>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { operationId } = node as Node;
    if (typeof operationId === 'string') found.set(operationId, node as Node);
    else for (const inner of Object.values(node)) visit(inner);
  };
  visit(document['paths']);
  visit((document['components'] as Node)['pathItems']);
  return found;
}

/** Holds answers to the tenant's own document: the status is declared, and the body fits its schema. */
export class Truth {
  readonly #document: Node;
  readonly #operations: Map<string, Node>;
  readonly #ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false });

  constructor({ tenant }: Leased) {
    this.#document = tenant.document();
    this.#operations = declaredIn(this.#document);
    formats.default(this.#ajv);
  }

  problemsOf(operationId: string, got: Got): string[] {
    const responses = this.#operations.get(operationId)?.['responses'] as Record<string, Node> | undefined;
    if (!responses) return [`${operationId} is not declared`];
    const status = String(got.status);
    const response = responses[status] ?? responses[`${status.charAt(0)}XX`];
    if (!response) return [`${operationId} answered ${status}, declared are ${Object.keys(responses).join(', ')}`];
    const content = response['content'] as Record<string, { schema?: Node }> | undefined;
    const schema = content?.['application/json']?.schema;
    if (got.status >= 300 || !schema) return [];
    const validate = this.#ajv.compile({ ...schema, components: this.#document['components'] });
    return validate(JSON.parse(got.text))
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message = '' }) => `${operationId}: ${instancePath} ${message} in ${got.text.slice(0, 200)}`,
        );
  }
}
