import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { SettingName } from '../contracts/settings.ts';
import { Clock } from './clock.ts';
import type { Dialect } from './dialects/dialect.ts';
import type { TokenRecord } from './principal.ts';
import { Random } from './random.ts';
import { seedAccount, type Account } from './world/account.ts';
import type { Content } from './world/content.ts';
import { seedDeployments, type Deployments } from './world/deployments.ts';
import { seedContent } from './world/seed-content.ts';

/** What an account may have switched off. */
export interface Features {
  scheduledTasks: boolean;
  embedding: boolean;
  rbac: boolean;
  previews: boolean;
  /** Agents that fail at whatever they are asked. */
  failingAgents: boolean;
}

export const ALL_FEATURES: Features = {
  scheduledTasks: true,
  embedding: true,
  rbac: true,
  previews: true,
  failingAgents: false,
};

/** What a measure of the data shows: conditions of scheduled tasks look at it. */
export interface Measure {
  readonly value: number;
  readonly isAnomaly: boolean;
}

/** Ids and credentials under the names of the settings that carry them to a run. */
export type ProvidedSettings = Partial<Record<SettingName, string>>;

export interface StateOptions {
  readonly id: string;
  readonly seed: number;
  readonly dialect: Dialect;
  readonly features?: Partial<Features>;
}

/** One for all tenants of a process, which their issuers tell apart: to take up a key costs more than to sign with it. */
const SIGNING_KEY = createSecretKey(randomBytes(32));

/** What a tenant holds: an account with everything in it, its clock and its credentials. */
export class TenantState {
  readonly id: string;
  readonly seed: number;
  readonly dialect: Dialect;
  readonly clock = new Clock();
  readonly random: Random;
  readonly features: Features;
  readonly account: Account;
  readonly deployments: Deployments;
  readonly content: Content;
  readonly tokens = new Map<string, TokenRecord>();
  /** What measures show that somebody moved; all others stand where they always stood. */
  readonly measures = new Map<string, Measure>();
  readonly #moves = new Map<string, { readonly at: number; readonly to: Measure }[]>();
  /** Signs the tenant's JWTs. */
  readonly signingKey = SIGNING_KEY;
  /** The JWTs that it signed. They are known by their signature: only a broken tenant looks here. */
  readonly signed = new Set<string>();
  /** The tenant's own OpenAPI document; set by the host. */
  document: () => Record<string, unknown> = () => ({});
  /** Where its other APIs are; set by the host. */
  addresses = { coreData: '', ai: '' };
  readonly #slices = new Map<symbol, unknown>();

  constructor({ id, seed, dialect, features }: StateOptions) {
    this.id = id;
    this.seed = seed;
    this.dialect = dialect;
    this.random = new Random(seed);
    this.features = { ...ALL_FEATURES, ...features };
    this.deployments = seedDeployments(this.random);
    this.account = seedAccount(this.random, this.deployments.home);
    if (dialect.grown.length > 0) {
      const { roles } = this.account;
      roles.add({ id: roles.nextId(), name: 'Grown', description: null, policies: dialect.grown });
    }
    this.content = seedContent(this.random, this.clock.now(), this.deployments, this.account);
  }

  /** A new token: it names its tenant, so that the tenant is found by the credential, and nobody can guess the rest. */
  issue(prefix: string, record: Omit<TokenRecord, 'revoked'>): string {
    const token = `${prefix}_${this.id}_${randomUUID().replaceAll('-', '')}`;
    this.tokens.set(token, { ...record, revoked: false });
    return token;
  }

  /** Moves a measure from now on. */
  move(measure: string, to: Measure): void {
    const moves = this.#moves.get(measure) ?? [];
    moves.push({ at: this.clock.now(), to });
    this.#moves.set(measure, moves);
    this.measures.set(measure, to);
  }

  /** What a measure showed at a time. */
  reading(measure: string, at: number): Measure {
    const move = this.#moves.get(measure)?.findLast((one) => one.at <= at);
    return move?.to ?? { value: 500, isAnomaly: false };
  }

  /** A family's own part of the state. */
  slice<State>(key: symbol, create: () => State): State {
    if (!this.#slices.has(key)) this.#slices.set(key, create());
    return this.#slices.get(key) as State;
  }

  /** Everything that the tenant holds, for the control interface. */
  state(): Record<string, unknown> {
    const slices = [...this.#slices].map(([key, value]) => [key.description ?? '', value]);
    return {
      account: this.account,
      deployments: this.deployments,
      content: this.content,
      features: this.features,
      measures: this.measures,
      aheadBy: this.clock.ahead,
      ...(Object.fromEntries(slices) as Record<string, unknown>),
    };
  }
}

/** Declares a family's own part of the state, made when it is first asked for. */
export function slice<State>(name: string, create: (tenant: TenantState) => State): (tenant: TenantState) => State {
  const key = Symbol(name);
  return (tenant) => tenant.slice(key, () => create(tenant));
}
