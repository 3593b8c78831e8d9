import { Agent, createServer, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LiveTenant } from './live.ts';

type Members = Record<string, unknown>;

/** What a tenant wants in a body beyond the specification, or as the whole of a body that the specification has not. */
export interface Demand {
  readonly method: string;
  /** The path as the tenant's document has it. */
  readonly path: string;
  readonly properties: Readonly<Record<string, object>>;
  /** The member that holds the properties, where it is not the body itself. */
  readonly under?: string;
  /** Whether the document says nothing of it. */
  readonly isHidden?: boolean;
}

export interface Demanding {
  readonly env: Readonly<Record<string, string>>;
  /** Bodies that were refused for want of what the document requires. */
  readonly refused: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * Stands before a live tenant and wants more in some bodies than it does, as its document says. What is more is taken out
 * before a request is passed on.
 */
export async function startDemanding(
  live: LiveTenant,
  demands: readonly Demand[],
  { hasDocument = true } = {},
): Promise<Demanding> {
  const { key, cert, ca } = live.host.certificates;
  const agent = new Agent({ ca, keepAlive: true });
  const ajv = new Ajv2020({ strict: false });
  const rules = demands.map((demand) => ({
    ...demand,
    pattern: new RegExp(`^${demand.path.replace(/\{[^}]*\}/g, '[^/]+')}/?$`),
    validate: ajv.compile(wantedBy(demand)),
  }));
  const refused: string[] = [];
  const server = createServer({ key, cert }, (incoming, response) => {
    void (async () => {
      const sent = await textOf(incoming);
      const target = new URL(incoming.url ?? '/', live.env['BASE_URL']);
      const rule = rules.find(
        ({ method, pattern }) => method === incoming.method?.toLowerCase() && pattern.test(target.pathname),
      );
      const problem = rule && problemIn(rule, sent);
      if (problem !== undefined && problem !== '') {
        refused.push(`${incoming.method ?? ''} ${target.pathname}: ${problem} in ${sent.toString()}`);
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: problem }));
        return;
      }
      if (target.pathname === '/api/v1/spec' && !hasDocument) {
        response.writeHead(404).end();
        return;
      }
      const body = rule ? without(rule, sent) : sent;
      const { host: _, 'content-length': __, ...headers } = incoming.headers;
      const length = Buffer.byteLength(body);
      const outgoing = request(
        target,
        { agent, method: incoming.method, headers: { ...headers, ...(length > 0 && { 'content-length': length }) } },
        (answer) => {
          void textOf(answer).then((text) => {
            const isDocument = target.pathname === '/api/v1/spec';
            const shown = Buffer.from(isDocument ? withDemands(text.toString(), demands) : text);
            response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': shown.length });
            response.end(shown);
          });
        },
      );
      outgoing.on('error', () => response.destroy());
      outgoing.end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { ...live.env, BASE_URL: `https://localhost:${port}` },
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          agent.destroy();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function textOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function wantedBy({ properties }: Demand): object {
  return { type: 'object', required: Object.keys(properties), properties };
}

function problemIn({ under, validate }: Demand & { validate: ValidateFunction }, sent: Buffer): string {
  let body: Members;
  try {
    body = sent.length === 0 ? {} : (JSON.parse(sent.toString()) as Members);
  } catch {
    return '';
  }
  const wanted = under === undefined ? body : body[under];
  // A tenant may want more in a member only where there is one.
  if (under !== undefined && (typeof wanted !== 'object' || wanted === null)) return '';
  return validate(wanted) ? '' : JSON.stringify(validate.errors?.[0]?.message ?? '');
}

function without({ under, properties }: Demand, sent: Buffer): Buffer {
  if (sent.length === 0) return sent;
  try {
    const body = JSON.parse(sent.toString()) as Members;
    const holder = (under === undefined ? body : body[under]) as Members | undefined;
    for (const name of Object.keys(properties)) if (holder) Reflect.deleteProperty(holder, name);
    return Buffer.from(JSON.stringify(body));
  } catch {
    return sent;
  }
}

function withDemands(text: string, demands: readonly Demand[]): string {
  const document = JSON.parse(text) as { paths: Record<string, Record<string, Members>> };
  for (const demand of demands.filter(({ isHidden }) => isHidden !== true)) {
    const operation = document.paths[demand.path]?.[demand.method];
    if (!operation) throw new Error(`the document has no ${demand.method} ${demand.path}`);
    const { requestBody = {} } = operation as { requestBody?: { content?: Record<string, { schema?: object }> } };
    const { schema = {} } = requestBody.content?.['application/json'] ?? {};
    const wanted = wantedBy(demand);
    const more = demand.under === undefined ? wanted : { type: 'object', properties: { [demand.under]: wanted } };
    operation['requestBody'] = {
      required: true,
      content: { 'application/json': { schema: { allOf: [schema, more] } } },
    };
  }
  return JSON.stringify(document);
}
