import { parseJson } from '../../contracts/lossless-json.ts';
import { Agent, request } from 'node:https';
import { expect, test } from '../test.ts';
import { bind, bindRoutes } from '../../contracts/bindings/bind.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { valueOf, type Resolved } from '../../contracts/bindings/resolved.ts';
import { Translator } from '../../contracts/bindings/translate.ts';
import type { Route } from '../../contracts/bindings/binding.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf, type Operation, type Parameter, type Response } from '../../contracts/document.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../../contracts/operations.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { FIXED_DIALECTS, type DialectName } from '../../contracts/dialects.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import { Host, type Lease, type LeaseOptions } from '../../mock/host.ts';
import { sampleOf } from '../../mock/sample.ts';
import { tenantContract } from '../../mock/tenant-contract.ts';
import { wrapOf } from '../../mock/wrapped.ts';

/** A response, in the contract's names and as it was sent on the wire. */
export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body in the contract's names; undefined if it is not JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read responses of many shapes
  readonly body: any;
}

export interface Asked {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Sent unchanged in place of `body`. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const contract = await loadContract();
const operationsById = (document: typeof contract) =>
  new Map(operationsOf(document).map(({ operation, path }) => [operation.operationId, { operation, path }]));
const canonical = operationsById(contract);

/** The wire format of a dialect, created once for each. */
class Wire {
  readonly contract: ReturnType<typeof tenantContract>;
  readonly operations: ReturnType<typeof operationsById>;
  readonly resolved: Resolved;
  readonly translator: Translator;
  readonly checks: SchemaChecks;
  readonly bound: ReturnType<typeof bind>;
  readonly routes: ReadonlyMap<string, Route>;

  constructor(dialect: DialectName) {
    const spoken = dialectNamed(dialect);
    this.contract = tenantContract(contract, spoken);
    this.resolved = resolveBindings(contract, spoken.names, undefined);
    this.translator = new Translator(this.contract, this.resolved);
    this.operations = operationsById(this.contract);
    this.bound = bind(contract, this.resolved);
    this.checks = new SchemaChecks(this.bound);
    const routes = new Map<string, Route>(bindRoutes(contract, this.resolved));
    for (const [id, { binding }] of Object.entries(BOUND_OPERATIONS)) {
      routes.set(id, valueOf(this.resolved, binding) as Route);
    }
    this.routes = routes;
  }
}
const WIRES: Partial<Record<DialectName, Wire>> = {};

/** One leased tenant with its callers. */
export class Leased {
  readonly settings: Lease['settings'];
  readonly tenant: Lease['tenant'];
  readonly #host: Host;
  readonly #agent: Agent;
  readonly #wire: Wire;

  constructor(host: Host, agent: Agent, lease: Lease) {
    this.settings = lease.settings;
    this.tenant = lease.tenant;
    this.#host = host;
    this.#agent = agent;
    this.#wire = WIRES[lease.tenant.dialect.name] ??= new Wire(lease.tenant.dialect.name);
  }

  /** A setting of this tenant, such as `DEPLOYMENT_ID`. */
  id(name: SettingName): string {
    const value = this.settings[name];
    if (value === undefined) throw new Error(`the tenant lends no ${name}`);
    return value;
  }

  /** Sends a request with the credential of a setting. */
  as(name: SettingName): Caller {
    return this.with(this.id(name));
  }

  /** Sends a request with a token, with the prefix of the operation's API. */
  with(token: string | undefined): Caller {
    return (operationId, asked = {}) => {
      const credential = canonical.get(operationId)?.operation['x-access'].credential;
      const prefix = credential === 'ai' ? 'Api-Key ' : credential === 'core-data' ? '' : 'Bearer ';
      return this.ask(operationId, token === undefined ? undefined : prefix + token, asked);
    };
  }

  /** Moves the clock. */
  advance(milliseconds: number): void {
    this.tenant.clock.advance(milliseconds);
  }

  /** Sends a request with an `Authorization` header. Each response is compared with the contract. */
  async ask(operationId: AnyOperationId, authorization: string | undefined, asked: Asked): Promise<Got> {
    const route = this.#wire.routes.get(operationId);
    if (!route) throw new Error(`no route for ${operationId}`);
    const values = this.#host.apiOf(this.tenant).wire;
    const path = route.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
      const value = asked.path?.[name] ?? (name === 'deploymentId' ? this.id('DEPLOYMENT_ID') : undefined);
      if (value === undefined) throw new Error(`${operationId} needs ${name} in its path`);
      return encodeURIComponent(values.parameter(operationId, name, String(value)));
    });
    const query = new URLSearchParams(
      Object.entries(asked.query ?? {}).map(
        ([name, value]) => [this.#queryName(operationId, name), String(value)] as [string, string],
      ),
    );
    const operation = canonical.get(operationId)?.operation;
    const taken = this.#wire.operations.get(operationId)?.operation;
    const schema = taken?.requestBody?.content['application/json']?.schema;
    const written = this.#wire.translator.toTenant(schema, values.toWire(schema, asked.body));
    const text =
      asked.text ??
      (asked.body === undefined ? undefined : JSON.stringify(this.#withFurther(operationId, written, asked.path)));
    const base =
      operation?.['x-access'].credential === 'core-data'
        ? this.id('DATA_API_URL')
        : operation?.['x-access'].credential === 'ai'
          ? this.id('AI_URL')
          : this.#host.baseUrl;
    const got = await this.raw(`${base}${path}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method: route.method.toUpperCase(),
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...asked.headers,
      },
      text,
    });
    const wire = unwrapped(json(got), taken && wrapOf(this.#wire.contract, this.tenant.dialect, taken));
    if (operation) this.#holdAgainstContract(operationId, got, wire);
    const answer = (taken?.responses[String(got.status)] ?? taken?.responses['2XX']) as Response | undefined;
    const answerSchema = got.status < 300 ? answer?.content?.['application/json']?.schema : undefined;
    return { ...got, body: values.fromWire(answerSchema, this.#wire.translator.fromTenant(answerSchema, wire)) };
  }

  /** A body with what the dialect needs beyond it. */
  #withFurther(operationId: string, body: unknown, path: Asked['path']): unknown {
    const further = this.tenant.dialect.further[operationId];
    if (!further || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
    const given = body as Readonly<Record<string, unknown>>;
    const whole: Record<string, unknown> = { ...given };
    for (const [name, schema] of Object.entries(further.schema.properties ?? {})) {
      const isInner = !(further.schema.required ?? []).includes(name);
      if (isInner && (typeof given[name] !== 'object' || given[name] === null)) continue;
      const repeated = further.repeats[name];
      const sample = sampleOf(this.#wire.contract, schema);
      if (repeated !== undefined) whole[name] = Number(path?.[repeated] ?? this.id('DEPLOYMENT_ID'));
      else whole[name] = isInner ? { ...(sample as object), ...(given[name] as object) } : (given[name] ?? sample);
    }
    return whole;
  }

  raw(
    url: string,
    { method, headers, text }: { method: string; headers: Record<string, string>; text?: string | undefined },
  ): Promise<Got> {
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { agent: this.#agent, method, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, body: undefined });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }

  #queryName(operationId: string, name: string): string {
    const of = (operation: Operation | undefined) =>
      (operation?.parameters ?? []).map((one) =>
        '$ref' in one ? (contract.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      );
    const bound = operationsOf(this.#wire.bound).find(({ operation }) => operation.operationId === operationId);
    const index = of(canonical.get(operationId)?.operation).findIndex((one) => one.name === name);
    return of(bound?.operation)[index]?.name ?? name;
  }

  #holdAgainstContract(operationId: string, got: Got, wire: unknown): void {
    expect(got.status, `${operationId} failed: ${got.text.slice(0, 300)}`).toBeLessThan(500);
    if (got.status >= 300) return;
    const bound = operationsOf(this.#wire.bound).find(({ operation }) => operation.operationId === operationId);
    if (!bound) return;
    const { responses } = bound.operation;
    const key = responses[String(got.status)] ? String(got.status) : '2XX';
    expect(Object.keys(responses), `${operationId} answered ${got.status}`).toContain(key);
    const content = (responses[key] as Response).content;
    if (!content?.['application/json']?.schema) return;
    const pointer = `#/paths/${bound.path.replaceAll('~', '~0').replaceAll('/', '~1')}/${bound.method}/responses/${key}/content/application~1json/schema`;
    expect(this.#wire.checks.at(pointer)(wire), `${operationId}: ${got.text.slice(0, 500)}`).toEqual([]);
  }
}

export type Caller = (operationId: AnyOperationId, asked?: Asked) => Promise<Got>;

/** What stands in the member in which a dialect wraps an answer; a refusal is not wrapped. */
export function unwrapped(body: unknown, member: string | undefined): unknown {
  const wrapped = body as Readonly<Record<string, unknown>> | undefined;
  return member === undefined || member === '' ? body : (wrapped?.[member] ?? body);
}

function json(got: Got): unknown {
  try {
    return parseJson(got.text);
  } catch {
    return undefined;
  }
}

let running: Promise<{ host: Host; agent: Agent }> | undefined;

/** One reference process for all tests of a worker. */
async function host(): Promise<{ host: Host; agent: Agent }> {
  running ??= Host.start().then(({ host: started }) => ({
    host: started,
    agent: new Agent({ ca: started.certificates.ca, keepAlive: true, maxSockets: 32 }),
  }));
  return running;
}

export type LeaseIt = (options?: Omit<LeaseOptions, 'dialect'>) => Promise<Leased>;

function inDialect(title: string, dialect: DialectName, define: (lease: LeaseIt, dialect: DialectName) => void): void {
  test.describe(`${title}, ${dialect}`, () => {
    define(async (options = {}) => {
      const { host: running, agent } = await host();
      return new Leased(running, agent, await running.lease({ ...options, dialect }));
    }, dialect);
  });
}

/** Declares the same tests for a tenant of each dialect; `TENANT_SEED` adds the seeded tenant of that seed. */
export function inBothDialects(title: string, define: (lease: LeaseIt, dialect: DialectName) => void): void {
  const seed = process.env['TENANT_SEED'];
  for (const dialect of FIXED_DIALECTS) inDialect(title, dialect, define);
  if (seed !== undefined) inDialect(title, `any:${Number(seed)}`, define);
}

/** Declares tests for the tenant of a seed. */
export function inSeeded(title: string, seed: number, define: (lease: LeaseIt) => void): void {
  inDialect(title, `any:${seed}`, define);
}

/** A refusal with a specified status. */
export function refusedWith(got: Got, status: number): void {
  expect(got.status, got.text).toBe(status);
}

/** A refusal with any 4xx. */
export function refused(got: Got): void {
  expect(got.status, got.text).toBeGreaterThanOrEqual(400);
  expect(got.status, got.text).toBeLessThan(500);
}

/** A success with any 2xx. */
export function succeeded(got: Got): Got {
  expect(got.status, got.text).toBeGreaterThanOrEqual(200);
  expect(got.status, got.text).toBeLessThan(300);
  return got;
}
