import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import type { TenantState } from '../../mock/state.ts';
import { byOAuth } from './access.ts';
import { bodyIn, once } from './other-operations.ts';
import { all, remembering, replace, replaceSync } from './patches.ts';

/** What faults know of API keys. */

/** The tokens of keys by their ids, those of deleted keys included, and which of them were used for anything. */
export class Keys {
  readonly tokens = new Map<number, string>();
  readonly records = new Map<string, TokenRecord>();
  readonly used = new Set<string>();
  /** Ids of keys that an OAuth access token made or deleted. */
  readonly byOAuth = new Set<number>();

  readonly learning: Patch = all(
    replace('createApiKey', async (call, original) => {
      const answer = await original(call);
      const { id, token } = (answer as { readonly body: { readonly id: number; readonly token: string } }).body;
      const record = call.tenant.tokens.get(token);
      this.tokens.set(id, token);
      if (record) this.records.set(token, record);
      if (byOAuth(call)) this.byOAuth.add(id);
      return answer;
    }),
    replace('deleteApiKey', async (call, original) => {
      const answer = await original(call);
      if (byOAuth(call)) this.byOAuth.add(idIn(call, 'id') ?? 0);
      return answer;
    }),
    ({ access }) => {
      const { recordOf } = access;
      access.recordOf = (tenant, token, id) => {
        const record = recordOf(tenant, token, id);
        this.used.add(token);
        return record;
      };
    },
  );

  isUsed(id: number): boolean {
    return this.used.has(this.tokens.get(id) ?? '');
  }
}

export function knowingKeys(patch: (keys: Keys) => Patch): Patch {
  return (rules) => {
    const keys = new Keys();
    all(patch(keys), keys.learning)(rules);
  };
}

/** The tokens of each tenant's keys by their ids, those of deleted keys included. */
export class KnownTokens {
  readonly #tokens = new WeakMap<TenantState, Map<string, { readonly token: string; readonly record: TokenRecord }>>();
  readonly #used = new Set<string>();

  /** Learns the token of each key that is made. */
  readonly learning: Patch = replaceSync('createApiKey', (call, original) => {
    const answer = original(call);
    const { id, token } = (answer as { readonly body: Body }).body;
    const record = call.tenant.tokens.get(String(token));
    if (record) this.#of(call.tenant).set(String(id), { token: String(token), record });
    return answer;
  });

  token(tenant: TenantState, id: unknown): string | undefined {
    return this.#of(tenant).get(String(id))?.token;
  }

  /** Learns which keys have been used. */
  readonly watching: Patch = ({ access }) => {
    const { recordOf } = access;
    access.recordOf = (tenant, token, id) => {
      this.#used.add(token);
      return recordOf(tenant, token, id);
    };
  };

  isUsed(token: string | undefined): boolean {
    return token !== undefined && this.#used.has(token);
  }

  record(tenant: TenantState, token: string): TokenRecord | undefined {
    return [...this.#of(tenant).values()].find((one) => one.token === token)?.record;
  }

  #of(tenant: TenantState) {
    const known = this.#tokens.get(tenant) ?? new Map<string, { token: string; record: TokenRecord }>();
    this.#tokens.set(tenant, known);
    return known;
  }
}

/** A key shows its token in an answer other than that to its creation. */
export function revealingToken(reveal: (known: KnownTokens) => Patch): Patch {
  const known = new KnownTokens();
  return all(known.learning, reveal(known));
}

/** The ids of keys that were made with an OAuth token. */
export const madeByOAuth = (patch: (ids: Set<string | number>) => Patch): Patch =>
  once('createApiKey', (call, answer) => (byOAuth(call) ? Number(bodyIn(answer)['id']) : undefined), patch);

/** The names of keys that were made and not deleted. */
export function namedKeys(patch: (names: Map<number, string>) => Patch): Patch {
  return remembering(
    () => new Map<number, string>(),
    (names) =>
      all(
        replaceSync('createApiKey', (call, original) => {
          const answer = original(call);
          const { id, name } = (answer as { body: Body }).body;
          names.set(Number(id), String(name));
          return answer;
        }),
        patch(names),
      ),
  );
}

export function keyRecord({ tenant }: Call, id: unknown): readonly [string, TokenRecord] | undefined {
  return [...tenant.tokens].find(([, { keyId }]) => keyId === Number(id));
}
