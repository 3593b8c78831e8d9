import { operationsOf, type ContractDocument, type PlacedOperation, type Schema } from '../contracts/document.ts';
import type { Dialect } from './dialects/dialect.ts';
import { withoutMarks, withStatuses } from './document.ts';

/** Where the other APIs of a tenant are. */
export interface OtherAddresses {
  /** With its base path. */
  readonly coreData: string;
  readonly dataApiBase: string;
  readonly ai: string;
  readonly account: string;
}

/** The bodies that this build takes. */
const BODIES: Readonly<Record<string, Schema>> = {
  coreDataLoad: {
    type: 'object',
    required: ['query'],
    properties: {
      query: {
        type: 'object',
        properties: {
          measures: { type: 'array', items: { type: 'string' } },
          dimensions: { type: 'array', items: { type: 'string' } },
          limit: { type: 'integer', minimum: 0 },
        },
      },
    },
  },
  coreDataSql: { type: 'object', required: ['query'], properties: { query: { type: 'string', minLength: 1 } } },
  streamChat: {
    type: 'object',
    required: ['input'],
    properties: { input: { type: 'string', minLength: 1, maxLength: 20_000 }, chatId: { type: 'string' } },
  },
};

/** The operations of other APIs than that of the platform, each with servers of its own. */
export function declaredApis(
  served: ContractDocument,
  dialect: Dialect,
  addresses: OtherAddresses,
): Record<string, unknown> {
  const others = operationsOf(served).filter(({ operation }) =>
    ['core-data', 'ai'].includes(operation['x-access'].credential),
  );
  return Object.fromEntries(
    others.map((placed) => {
      const isAi = placed.operation['x-access'].credential === 'ai';
      const item = {
        servers: [isAi ? { url: addresses.ai } : coreDataServer(addresses)],
        ...(isAi && { parameters: parametersOf(placed, addresses.account) }),
        [placed.method]: declared(placed, dialect, isAi),
      };
      return [placed.path, withoutMarks(item)];
    }),
  );
}

/** The base path is configurable, which a server says by a variable. */
function coreDataServer({ coreData, dataApiBase }: OtherAddresses): object {
  if (dataApiBase === '') return { url: coreData };
  return {
    url: `${coreData.slice(0, -dataApiBase.length)}{basePath}`,
    variables: { basePath: { default: dataApiBase } },
  };
}

function parametersOf({ path }: PlacedOperation, account: string): object[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'accountName' ? { type: 'string', enum: [account] } : { type: 'string' },
  }));
}

function declared({ operation }: PlacedOperation, dialect: Dialect, isStream: boolean): object {
  const schema = BODIES[operation.operationId];
  const whole = withStatuses(operation, dialect);
  // A stream has one status in every dialect.
  const streamed = { '200': { description: 'The conversation.', content: { 'text/event-stream': {} } } };
  const refusals = Object.entries(whole.responses).filter(([status]) => !status.startsWith('2'));
  return {
    ...whole,
    ...(schema && { requestBody: { required: true, content: { 'application/json': { schema } } } }),
    ...(isStream && { responses: { ...streamed, ...Object.fromEntries(refusals) } }),
  };
}
