import type { IncomingMessage, RequestListener } from 'node:http';
import { DIALECT_CHOICES, isDialect } from '../contracts/dialects.ts';
import { Refusal, refuse } from './answer.ts';
import type { Host, LeaseOptions } from './host.ts';
import { listenOnLoopback, type Control } from './loopback.ts';
import { ALL_FEATURES, type Features, type Measure } from './state.ts';
import type { Patch, Tenant } from './tenant.ts';

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const MOST_BYTES = 100_000;
const MOST_SPARES = 50;

export interface Faulty {
  readonly patches: readonly Patch[];
  /** Whether a check is expected to fail on it. */
  readonly isSoughtAfter: boolean;
}

const SOUND: Faulty = { patches: [], isSoughtAfter: false };

export interface ControlOptions {
  readonly port?: number;
  /** The faults that a lease may ask for by name. */
  readonly patches?: ReadonlyMap<string, Patch>;
  /** The faults of a tenant, chosen by the purpose of its lease and the trial index. The lessee does not learn them. */
  readonly faultsFor?: (purpose: string, trial: number) => Faulty | undefined;
  /** Used for what a lease does not specify. */
  readonly defaults?: Pick<LeaseOptions, 'seed' | 'dialect'>;
}

/**
 * The control interface of the reference tenant: leases, clocks, features, state. It is not part of the API and accepts none
 * of the API's credentials.
 */
export function controlOf(host: Host, options: ControlOptions = {}): RequestListener {
  return (request, response) => {
    void answer(host, options, request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body, readable));
    });
  };
}

/** Serves the control interface at an address of its own, on the loopback and over plain HTTP. */
export async function startControl(host: Host, options: ControlOptions = {}): Promise<Control> {
  return listenOnLoopback(controlOf(host, options), options.port);
}

interface Answered {
  readonly status: number;
  readonly body?: unknown;
}

async function answer(host: Host, options: ControlOptions, request: IncomingMessage): Promise<Answered> {
  try {
    // A request with an Origin header comes from a web page, which must not control the tenant.
    if (request.headers.origin !== undefined) refuse(403, 'no page may use this');
    return await route(host, options, request);
  } catch (error) {
    if (!(error instanceof Refusal)) return { status: 500, body: { error: String(error) } };
    return { status: typeof error.why === 'number' ? error.why : 400, body: { errors: error.problems } };
  }
}

async function route(host: Host, options: ControlOptions, request: IncomingMessage): Promise<Answered> {
  const [, root, id, part, ...rest] = (request.url ?? '').split('/');
  if (root !== 'tenants' || rest.length > (part === 'deployments' ? 1 : 0))
    refuse(404, 'expected /tenants, /tenants/{id}, /clock, /features, /measures or /deployments/{id} below it');
  if (id === undefined) {
    if (request.method !== 'POST') refuse(404, 'expected POST /tenants');
    return { status: 201, body: await leased(host, options, await read(request)) };
  }
  const tenant = host.tenant(id) ?? refuse(404, `no tenant is called ${id}`);
  switch (`${request.method ?? ''} ${part ?? ''}`) {
    case 'GET ':
      return { status: 200, body: tenant.state() };
    case 'DELETE ':
      host.release(id);
      return { status: 204 };
    case 'POST clock':
      return { status: 200, body: moved(tenant, await read(request)) };
    case 'DELETE deployments':
      tenant.deployments.deployments.remove(Number(rest[0]));
      return { status: 204 };
    case 'PATCH features':
      Object.assign(tenant.features, featuresIn(await read(request)));
      return { status: 200, body: tenant.features };
    case 'PATCH measures':
      for (const [name, measure] of measuresIn(await read(request))) tenant.move(name, measure);
      return { status: 200, body: tenant.measures };
    default:
      return refuse(
        404,
        'expected GET or DELETE /tenants/{id}, POST /tenants/{id}/clock, PATCH /tenants/{id}/features',
      );
  }
}

/** One request may return tenants and take several in advance, so that a run needs few of them. */
async function leased(host: Host, options: ControlOptions, body: Record<string, unknown>) {
  const { faultsFor } = options;
  const { for: purpose, trial = 0, returned = [], spares = 0, ...rest } = body;
  const faulty = (typeof purpose === 'string' && faultsFor?.(purpose, Number(trial))) || SOUND;
  const lease = { ...leaseOptions(rest, options, faulty), hasOwnAddresses: faulty.patches.length > 0 };
  if (!Number.isInteger(spares) || Number(spares) < 0 || Number(spares) > MOST_SPARES) {
    refuse(400, `spares: expected 0 to ${MOST_SPARES}`);
  }
  for (const id of [returned].flat()) host.release(String(id));
  const { id, settings, tenant } = await host.lease(lease);
  // If the purpose of a lease selects faults, none is leased in advance.
  const others = await Promise.all(Array.from({ length: faultsFor ? 0 : Number(spares) }, () => host.lease(lease)));
  return {
    id,
    settings,
    dialect: tenant.dialect.name,
    isFaulty: faulty.isSoughtAfter,
    areAlike: faultsFor === undefined,
    ca: host.certificates.ca,
    spares: others.map((other) => ({ id: other.id, settings: other.settings })),
  };
}

function leaseOptions(
  body: Record<string, unknown>,
  { patches = new Map(), defaults = {} }: ControlOptions,
  faulty: Faulty,
): LeaseOptions {
  const { seed, dialect, features, patch, ...unknown } = body;
  const problems = Object.keys(unknown).map(
    (key) => `${key} is unknown, expected seed, dialect, features, patch, for, trial, returned, spares`,
  );
  if (seed !== undefined && !Number.isSafeInteger(seed)) problems.push('seed is no whole number');
  if (dialect !== undefined && !(typeof dialect === 'string' && isDialect(dialect))) {
    problems.push(`dialect is none of ${DIALECT_CHOICES.join(', ')}`);
  }
  const names = patch === undefined ? [] : [patch].flat().map(String);
  problems.push(...names.filter((name) => !patches.has(name)).map((name) => `no patch is called ${name}`));
  if (problems.length > 0) refuse(400, ...problems);
  return {
    ...defaults,
    ...(seed !== undefined && { seed: seed as number }),
    ...(typeof dialect === 'string' && isDialect(dialect) && { dialect }),
    ...(features !== undefined && { features: featuresIn(features as Record<string, unknown>) }),
    patches: [...names.map((name) => patches.get(name) as Patch), ...faulty.patches],
  };
}

function featuresIn(body: Record<string, unknown>): Partial<Features> {
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(ALL_FEATURES, name) || typeof value !== 'boolean') {
      refuse(400, `${name}: expected one of ${Object.keys(ALL_FEATURES).join(', ')} with true or false`);
    }
  }
  return body;
}

/** `{ "orders.count": { "value": 1200, "isAnomaly": false } }` moves a measure that conditions look at. */
function measuresIn(body: Record<string, unknown>): [string, Measure][] {
  return Object.entries(body).map(([name, given]) => {
    const { value, isAnomaly } = (given ?? {}) as Record<string, unknown>;
    if (typeof value !== 'number' || typeof isAnomaly !== 'boolean') {
      refuse(400, `${name}: expected {"value": 1200, "isAnomaly": false}`);
    }
    return [name, { value, isAnomaly }];
  });
}

/** `{ "advance": "5m" }` lets five minutes pass in no time. */
function moved(tenant: Tenant, { advance }: Record<string, unknown>): { readonly aheadBy: number } {
  const [, amount, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(typeof advance === 'string' ? advance : '') ?? [];
  if (amount === undefined || unit === undefined) refuse(400, 'expected {"advance": "5m"}, with ms, s, m, h or d');
  tenant.clock.advance(Number(amount) * UNITS[unit as keyof typeof UNITS]);
  return { aheadBy: tenant.clock.ahead };
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) refuse(400, 'the body is too large');
    chunks.push(chunk);
  }
  try {
    const body: unknown = size === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Told below, like anything else that is no object.
  }
  return refuse(400, 'expected a JSON object');
}

/** Maps, sets and collections as JSON can show them. */
function readable(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  if (typeof value === 'object' && value !== null && 'all' in value && typeof value.all === 'function') {
    return (value as { all: () => unknown }).all();
  }
  return value;
}
