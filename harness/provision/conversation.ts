import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import type { DeclaredOperation } from '../../contracts/bindings/tenant-document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { attempt } from '../failures/failure.ts';
import { isPage, isSuccess } from '../http/answer.ts';
import { isLendable, isThing, thingOf } from '../requests/things.ts';
import { canServe, newKey } from './keys.ts';
import {
  addressesAmong,
  addressesOf,
  declaredLike,
  examplesOfBody,
  permitted,
  shownOfAccount,
  shownOfDeployment,
  textsIn,
  type Shown,
} from './other-apis.ts';
import type { ThingKind } from './kinds.ts';

import type { Source, Sourcing } from './source.ts';
import { listing } from './ways.ts';

const AGENT: ThingKind = { name: 'agent', words: ['agent', 'ai agent'], alike: ['assistant'], place: 'deployment' };

/** A message that an agent answered, with all that it takes to send it. */
interface Conversation {
  readonly url: string;
  readonly accountName: string;
  readonly key: string;
  readonly text: string;
}

interface Place extends Pick<Conversation, 'url' | 'accountName'> {
  /** Whether the tenant's document says that the API is there. */
  readonly isDeclared: boolean;
}

const OPERATION = /\/public\/\{?[^/]*\}?\/agents\/\{?[^/]*\}?\/chat\/stream-chat-state\/?$/;
const ADDRESS = /^(.*?)(?:\/api\/v1\/public(?:\/([^/]+).*)?)?\/?$/;
const ACCOUNT =
  /^(account|tenant|organization|organisation|org|company|workspace)( (name|slug|key|subdomain|handle))?$/;
/** An account name stands in a path as it is. */
const NAME = /^[\w.~-]{1,100}$/;

const ratingOf = (words: string) =>
  /\b(ai|agent|assistant|copilot|llm)\b/.test(words)
    ? 2
    : /\b(chat|bot|conversation|conversational)\b/.test(words)
      ? 1
      : 0;

/** The account names that texts show: those first whose name says so in more words. */
function accountsAmong(texts: readonly Shown[]): readonly string[] {
  const rated = texts.flatMap(({ words, value }) => {
    if (!ACCOUNT.test(words) || !NAME.test(value)) return [];
    return [{ value, rating: (words.startsWith('account') ? 2 : 0) + (/ (name|slug)$/.test(words) ? 1 : 0) }];
  });
  return rated.sort((one, other) => other.rating - one.rating).map(({ value }) => value);
}

/** What the document says may stand in the place of the account. */
function declaredAccounts({ document }: Sourcing, declared: DeclaredOperation): readonly string[] {
  const named = (document?.parametersOf(declared) ?? []).filter(
    (one) => one.in === 'path' && ACCOUNT.test(wordsOf(one.name).join(' ')),
  );
  return named.flatMap(({ schema }) => {
    const { const: fixed, default: otherwise, enum: listed = [], example, examples } = schema;
    const some = [fixed, otherwise, listed, example, examples].flat();
    return some.filter((one) => typeof one === 'string').filter((one) => NAME.test(one));
  });
}

const MOST_PLACES = 4;

/** Where the document, an answer of the platform or both show the AI API, with each name that the account may have there. */
export async function places(sourcing: Sourcing): Promise<readonly Place[]> {
  let shown: readonly Shown[] = [];
  let found = placesBy(sourcing, shown);
  for (const look of [shownOfAccount, shownOfDeployment, shownOfAgents]) {
    if (found.length > 0) break;
    shown = [...shown, ...(await look(sourcing))];
    found = placesBy(sourcing, shown);
  }
  return found;
}

/** What the tenant shows of its agents, each of which may have an address of its own. */
async function shownOfAgents({ admin, settings, things }: Sourcing): Promise<readonly Shown[]> {
  const { value } = await attempt(() => things.list(admin, AGENT, settings.DEPLOYMENT_ID));
  return textsOfAgents(value ?? []);
}

/** The address of one agent, whatever it is called. */
const OF_AGENT = /\/api\/v\d+\/public\/[^/]+\/agents\/[^/]/;

/** The texts that agents show. An address of the API needs no name that says so, such as `streamUrl`. */
export function textsOfAgents(agents: readonly unknown[]): readonly Shown[] {
  return agents
    .flatMap((one) => textsIn(one))
    .map((shown) => (OF_AGENT.test(shown.value) ? { ...shown, words: 'agent url' } : shown));
}

function placesBy(sourcing: Sourcing, shown: readonly Shown[]): readonly Place[] {
  const { settings } = sourcing;
  const declared = declaredLike(sourcing, 'post', OPERATION);
  const named = declared.flatMap((one) => {
    const own = addressesOf(one, () => undefined);
    // Where nothing else is said, the platform serves it itself, below what its path begins with.
    const [prefix = ''] = one.path.split(/(?:\/api\/v\d+)?\/public\//);
    return own.length > 0 ? own : [`${settings.BASE_URL ?? ''}${prefix}`];
  });
  const split = [...named, ...addressesAmong(shown, ratingOf)].map((address) => ADDRESS.exec(address) ?? []);
  const inAddress = split.flatMap(([, , account = '']) => (NAME.test(account) ? [account] : []));
  const known = [...inAddress, ...declared.flatMap((one) => declaredAccounts(sourcing, one)), ...accountsAmong(shown)];
  const accounts = settings.ACCOUNT_NAME === undefined ? known : [settings.ACCOUNT_NAME];
  const bases = split.map(([, base = '']) => base);
  const urls = settings.AI_URL === undefined ? permitted(sourcing, 'AI_URL', bases) : [settings.AI_URL];
  const basesNamed = bases.slice(0, named.length).map((base) => base.replace(/\/+$/, ''));
  const all = urls.flatMap((url) =>
    [...new Set(accounts)].map((accountName) => ({ url, accountName, isDeclared: basesNamed.includes(url) })),
  );
  return all.slice(0, MOST_PLACES);
}

const QUESTION = 'How many rows are there?';
const SAYS = /^(input|message|prompt|question|text|query|content|utterance)$/;

/** The bodies that may be a message: those of the document, or else in the forms that such APIs have. */
function messages(sourcing: Sourcing): readonly string[] {
  const { document, settings, fresh } = sourcing;
  if (settings.AI_CHAT_REQUEST !== undefined) return [settings.AI_CHAT_REQUEST];
  const [declared] = declaredLike(sourcing, 'post', OPERATION);
  const schema = document && declared && document.schemaOf(declared, 'request');
  const asking: Members = Object.fromEntries(
    Object.entries(schema ? document.propertiesOf(schema) : {}).flatMap(([name, member]) =>
      SAYS.test(wordsOf(name).join(' ')) && [document?.schema(member).type].flat().includes('string')
        ? [[name, QUESTION] as const]
        : [],
    ),
  );
  const sampled =
    document && schema
      ? new BodySampler(new DeclaredSchemas(document), {
          fresh,
          isThing,
          isLendable,
          thing: (name) => thingOf(name, {}, settings),
          omits: () => false,
          seed: 1,
        }).complete(schema, asking)
      : undefined;
  const completed = sampled?.unknown.length === 0 && isMembers(sampled.value) ? [sampled.value] : [];
  const usual = [
    { input: QUESTION },
    { message: QUESTION },
    { messages: [{ role: 'user', content: QUESTION }] },
    { prompt: QUESTION },
  ];
  const all: readonly unknown[] = [...examplesOfBody(sourcing, declared), ...completed, ...usual];
  return [...new Set(all.filter((one) => Object.keys(one as object).length > 0).map((one) => JSON.stringify(one)))];
}

const MOST_MESSAGES = 10;

/** The keys that the API may accept, each made when those before it were refused. */
async function* keys(sourcing: Sourcing): AsyncGenerator<string> {
  const { settings } = sourcing;
  if (settings.AI_API_KEY !== undefined) yield settings.AI_API_KEY;
  else {
    yield settings.ADMIN_TOKEN ?? '';
    yield await newKey(sourcing, 'key for agents', canServe(sourcing, 'agents') ? { isFor: 'agents' } : {});
  }
}

/**
 * Whether an address refuses a message without a credential, as the API does; no other one is sent any. Where the document says that
 * the API is, a gateway may refuse with a page.
 */
async function isGuarded(sourcing: Sourcing, { url, accountName, isDeclared }: Place): Promise<boolean> {
  if (sourcing.settings.AI_URL !== undefined) return true;
  const path = { accountName, agentId: sourcing.settings.AGENT_ID ?? '' };
  const { value } = await attempt(() => sourcing.at('AI_URL', url)().raw('streamChat', { path, text: '{}' }));
  return value !== undefined && [401, 403].includes(value.status) && (isDeclared || !isPage(value));
}

async function converse(sourcing: Sourcing): Promise<Conversation | undefined> {
  let sent = 0;
  for (const place of await places(sourcing)) {
    if (!(await isGuarded(sourcing, place))) continue;
    const path = { accountName: place.accountName, agentId: sourcing.settings.AGENT_ID ?? '' };
    for await (const key of keys(sourcing)) {
      let status = 0;
      for (const text of messages(sourcing)) {
        sent += 1;
        const answer = await sourcing.at('AI_URL', place.url)(key).raw('streamChat', { path, text });
        if (isSuccess(answer)) return { url: place.url, accountName: place.accountName, key, text };
        ({ status } = answer);
        if (sent >= MOST_MESSAGES || status >= 500) return undefined;
        // Only the body may be what is wrong.
        if (![400, 415, 422].includes(status)) break;
      }
      // A key of another kind may be refused as one without the right.
      if (status !== 401 && !(status === 403 && canServe(sourcing, 'agents'))) break;
    }
  }
  return undefined;
}

const held = new WeakMap<Sourcing['things'], Promise<Conversation | undefined>>();

/** One conversation for all settings that it proves: each message costs something. */
function conversation(sourcing: Sourcing): Promise<Conversation | undefined> {
  const before = held.get(sourcing.things) ?? converse(sourcing);
  held.set(sourcing.things, before);
  return before;
}

/** A part of a message that was answered. A message costs something, so that none is sent without consent. */
function partOf(kind: 'found' | 'derived', part: keyof Conversation, how: string): Source {
  return {
    kind,
    how: `${how}, if AGENT_ID answers a message there`,
    onlyReads: false,
    needs: ['DEPLOYMENT_ID', 'AGENT_ID'],
    isOfAccount: true,
    look: async (sourcing) => (await places(sourcing)).length > 0,
    obtain: async (sourcing) => (await conversation(sourcing))?.[part],
  };
}

const defaultAgent = (place: 'DEPLOYMENT_ID' | 'OTHER_DEPLOYMENT_ID'): Source => ({
  kind: 'found',
  how: `the default agent of ${place}`,
  needs: [place],
  async obtain({ admin, settings }) {
    const shown: Members = await admin.in(settings[place] ?? '').preparing.getAgentDefaults();
    const { defaultAgentId } = shown;
    return isTextOrNumber(defaultAgentId) ? String(defaultAgentId) : undefined;
  },
});

export const CONVERSATION = {
  AI_URL: [partOf('found', 'url', "where the tenant's document, its configuration or DEPLOYMENT_ID shows it")],
  ACCOUNT_NAME: [partOf('found', 'accountName', "as the tenant's document, its configuration or a profile shows it")],
  AGENT_ID: [defaultAgent('DEPLOYMENT_ID'), listing(AGENT, 'DEPLOYMENT_ID')],
  OTHER_AGENT_ID: [defaultAgent('OTHER_DEPLOYMENT_ID'), listing(AGENT, 'OTHER_DEPLOYMENT_ID')],
  AI_API_KEY: [partOf('derived', 'key', 'ADMIN_TOKEN or another API key of the administrator')],
  AI_CHAT_REQUEST: [partOf('derived', 'text', "a message by the document's example or schema, or a plain question")],
} as const;
