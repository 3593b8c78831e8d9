import { isMembers } from '../../generators/members.ts';
import { attempt, setupFailed } from '../failures/failure.ts';
import { isPage, isSuccess, type Answer } from '../http/answer.ts';
import type { Secret } from '../http/secrets.ts';
import {
  addressesAmong,
  addressesOf,
  declaredLike,
  examplesOfBody,
  OF_DEPLOYMENT,
  permitted,
  shownOfDeployment,
} from './other-apis.ts';
import { queriesOn, statementsOn } from './queries.ts';
import type { Source, Sourcing } from './source.ts';

const METHODS = { load: 'post', cubesql: 'post', meta: 'get' } as const;
/** What stands behind the address of the API in that of an operation. */
const OPERATION = /\/v1(\/(load|cubesql|meta))?\/?$/;

function rating(words: string): number {
  if (/\b(ai|agent|chat|assistant|embed|app|dashboard)\b/.test(words)) return 0;
  if (/\bcore data\b/.test(words)) return 4;
  if (/\bdata (api|query|endpoint|service|base|url)\b|\b(query|cube|rest|semantic|load)\b/.test(words)) return 3;
  return /\bapi\b/.test(words) ? 2 : /\bdata\b/.test(words) ? 1 : 0;
}

/** The addresses that the document declares. */
function declaredAddresses(sourcing: Sourcing): readonly string[] {
  const { DEPLOYMENT_ID } = sourcing.settings;
  return Object.entries(METHODS).flatMap(([name, method]) =>
    declaredLike(sourcing, method, new RegExp(`/v1/${name}/?$`)).flatMap((one) =>
      addressesOf(one, (words) => (OF_DEPLOYMENT.test(words) ? DEPLOYMENT_ID : undefined)),
    ),
  );
}

const isRefused = (answer: Answer | undefined) => answer !== undefined && [401, 403].includes(answer.status);

/**
 * Those of some addresses that refuse a request without a credential, as the API does; no other one is sent any. Where the document
 * says that the API is, a gateway may refuse with a page. Elsewhere a page is that of a site.
 */
async function guardedOf(
  sourcing: Sourcing,
  addresses: readonly string[],
  isDeclared: boolean,
): Promise<readonly string[]> {
  const all = permitted(
    sourcing,
    'DATA_API_URL',
    addresses.map((address) => address.replace(OPERATION, '')),
  );
  const looks = await Promise.all(
    all.map((address) => attempt(() => sourcing.at('DATA_API_URL', address)().raw('coreDataMeta'))),
  );
  return all.filter((_, index) => {
    const answer = looks[index]?.value;
    return isRefused(answer) && (isDeclared || (answer !== undefined && !isPage(answer)));
  });
}

/** The addresses that the document declares; else those that the deployment shows under a name which speaks of its data. */
async function* guarded(sourcing: Sourcing): AsyncGenerator<string> {
  yield* await guardedOf(sourcing, declaredAddresses(sourcing), true);
  yield* await guardedOf(sourcing, addressesAmong(await shownOfDeployment(sourcing), rating), false);
}

const tokens = new WeakMap<Sourcing['things'], Promise<string | undefined>>();

/** A token of DEPLOYMENT_ID, issued once. */
function tokenOf({ admin, settings, things }: Sourcing): Promise<string | undefined> {
  const before = tokens.get(things);
  if (before) return before;
  const token = admin.preparing.ask('createDeploymentToken', settings.DEPLOYMENT_ID ?? '', {}).then(({ body }) => {
    const issued = isMembers(body) ? (body['token'] as Partial<Secret> | undefined) : undefined;
    return issued?.reveal?.();
  });
  tokens.set(things, token);
  return token;
}

const metadata = new WeakMap<Sourcing['things'], Answer>();

/** The address of the Core Data API, proven by a token of the deployment. */
const address: Source = {
  kind: 'found',
  how: "where the tenant's document or DEPLOYMENT_ID shows it, if it refuses requests without a token and accepts one of DEPLOYMENT_ID",
  onlyReads: false,
  needs: ['DEPLOYMENT_ID'],
  look: async (sourcing) => (await guarded(sourcing).next()).done !== true,
  async obtain(sourcing) {
    for await (const one of guarded(sourcing)) {
      const token = await tokenOf(sourcing);
      if (token === undefined) return undefined;
      const { value: answer } = await attempt(() => sourcing.at('DATA_API_URL', one)(token).raw('coreDataMeta'));
      if (!answer || !isSuccess(answer) || !isMembers(answer.wire)) continue;
      metadata.set(sourcing.things, answer);
      return one;
    }
    return undefined;
  },
};

const token: Source = {
  kind: 'derived',
  how: 'a token of DEPLOYMENT_ID',
  needs: ['DEPLOYMENT_ID', 'DATA_API_URL'],
  obtain: tokenOf,
};

const MOST_TRIED = 8;

/** A query that the API answered once: of the document's examples, or of what its metadata lists. */
function query(operation: 'coreDataLoad' | 'coreDataSql', name: 'load' | 'cubesql'): Source {
  return {
    kind: 'derived',
    how: "a query of the document's example or on the metadata, if the Core Data API answers it",
    needs: ['DATA_API_URL', 'DATA_API_TOKEN'],
    async obtain(sourcing) {
      const { settings } = sourcing;
      const reader = sourcing.as(settings.DATA_API_TOKEN ?? '');
      const examples = declaredLike(sourcing, 'post', new RegExp(`/v1/${name}/?$`)).flatMap((one) =>
        examplesOfBody(sourcing, one),
      );
      const { wire } = metadata.get(sourcing.things) ?? (await reader.raw('coreDataMeta'));
      const built = name === 'load' ? queriesOn(wire) : statementsOn(wire);
      for (const body of [...examples, ...built].slice(0, MOST_TRIED)) {
        const text = JSON.stringify(body);
        if (isSuccess(await reader.raw(operation, { text }))) return text;
      }
      throw setupFailed('the Core Data API answers none of the queries that were tried');
    },
  };
}

export const CORE_DATA = {
  DATA_API_URL: [address],
  DATA_API_TOKEN: [token],
  DATA_QUERY: [query('coreDataLoad', 'load')],
  DATA_SQL_QUERY: [query('coreDataSql', 'cubesql')],
} as const;
