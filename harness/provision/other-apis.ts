import type { Route } from '../../contracts/bindings/binding.ts';
import { filledAddress } from '../../contracts/bindings/declared-addresses.ts';
import type { DeclaredOperation } from '../../contracts/bindings/tenant-document.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { WRAPS } from '../../contracts/bindings/wrapping.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { attempt } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';
import { isOf } from './looking.ts';
import { ownUser } from './own-user.ts';
import type { Sourcing } from './source.ts';
import { shownDeployments } from './ways.ts';

/** A text that the tenant shows, with the words of the names that lead to it. */
export interface Shown {
  readonly words: string;
  readonly value: string;
}

const DEEPEST = 5;

/** The texts in an answer, whatever its members are called. */
export function textsIn(value: unknown, names: readonly string[] = []): readonly Shown[] {
  if (typeof value === 'string') return [{ words: wordsIn(names), value }];
  if (!isMembers(value) || Array.isArray(value) || names.length > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, [...names, name]));
}

/** The words of the names that lead to a text, without those of a member around the whole answer, which say nothing of it. */
function wordsIn([first = '', ...others]: readonly string[]): string {
  const telling = WRAPS.includes(first) ? others : [first, ...others];
  return telling.flatMap((name) => wordsOf(name)).join(' ');
}

const known = new WeakMap<Sourcing['things'], Map<string, Promise<readonly Shown[]>>>();

/** What the tenant shows in one place, asked for once; nothing where it refuses. */
function once({ things }: Sourcing, what: string, look: () => Promise<readonly Shown[]>): Promise<readonly Shown[]> {
  const places = known.get(things) ?? new Map<string, Promise<readonly Shown[]>>();
  known.set(things, places);
  const before = places.get(what);
  if (before) return before;
  const found = attempt(look).then(({ value }) => value ?? []);
  places.set(what, found);
  return found;
}

const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';

/** What reads of DEPLOYMENT_ID show: its entry in the list, its own read where one is declared, and its settings. */
export function shownOfDeployment(sourcing: Sourcing): Promise<readonly Shown[]> {
  const { admin, document, settings } = sourcing;
  const { DEPLOYMENT_ID = '' } = settings;
  const entry = async () => (await shownDeployments(sourcing)).find((one) => isOf(one, DEPLOYMENT_ID));
  const own = async () =>
    document?.find('get', DEPLOYMENT)
      ? (await admin.read(DEPLOYMENT.replace(/\{[^}]*\}/, encodeURIComponent(DEPLOYMENT_ID)))).wire
      : undefined;
  const stored = async () => (await admin.preparing.raw('getDeploymentSettings')).wire;
  const looked = async (...looks: readonly (() => Promise<unknown>)[]) =>
    (await Promise.all(looks.map((look) => attempt(look)))).flatMap(({ value }) => textsIn(value));
  return once(sourcing, 'deployment', async () => {
    const texts = await looked(entry, own);
    const hasAddress = texts.some(({ value }) => /^https:/i.test(value));
    return hasAddress ? texts : [...texts, ...(await looked(stored))];
  });
}

/** Reads of the account that only the tenant's document declares. */
const OF_ACCOUNT = ['named.tenant-settings', 'named.workspace'] as const;

/** What the tenant shows of its account to whoever asks: its configuration and settings, and the profile of the administrator. */
export function shownOfAccount(sourcing: Sourcing): Promise<readonly Shown[]> {
  const { admin, wire } = sourcing;
  const declared = OF_ACCOUNT.flatMap((id) => {
    const read = wire.resolved.get(id);
    return read && 'source' in read && read.source === 'discovered' ? [(read.value as Route).path] : [];
  }).filter((path) => !path.includes('{'));
  return once(sourcing, 'account', async () => {
    const looks = await Promise.all([
      attempt(() => admin.preparing.raw('getAppConfig')),
      attempt(() => ownUser(sourcing)),
      ...declared.map((path) => attempt(() => admin.read(path))),
    ]);
    return looks.flatMap(({ value }) => (value && isSuccess(value) ? textsIn(value.wire) : []));
  });
}

/** The addresses among texts whose names speak of an API, those first that say most. */
export function addressesAmong(texts: readonly Shown[], rate: (words: string) => number): readonly string[] {
  return texts
    .flatMap(({ words, value }) => {
      const rating = /^https:\/\/\S+$/i.test(value) && !NO_API.test(words) ? rate(words) : 0;
      return rating > 0 ? [{ value, rating }] : [];
    })
    .sort((one, other) => other.rating - one.rating)
    .map(({ value }) => value);
}

/** Addresses of pages, pictures and other services. */
const NO_API =
  /\b(docs?|documentation|help|git|repo|repository|logo|icon|image|picture|avatar|thumbnail|console|page|site|website|web ?hook|callback|redirect|login|logout|auth|oauth|oidc|issuer|jwks|scim|saml|graphql|mcp|socket|web ?socket|postgre|postgresql|privacy|term|support)\b/;

/** The operations of the document whose whole address ends like this, wherever they are served. */
export function declaredLike({ document }: Sourcing, method: string, end: RegExp): readonly DeclaredOperation[] {
  return [...(document?.elsewhere ?? []), ...(document?.operations ?? [])].filter(
    (one) => one.method === method && end.test(one.path),
  );
}

/** The whole addresses at which the document says that an operation is served, with the variables whose values are known. */
export function addressesOf(
  { addresses = [] }: DeclaredOperation,
  valueOf: (words: string) => string | undefined,
): readonly string[] {
  return addresses.map((address) => filledAddress(address, (variable) => valueOf(wordsOf(variable).join(' '))));
}

/** A variable or a parameter that stands for the deployment. */
export const OF_DEPLOYMENT = /^deployment( id)?$/;

/** Those of some addresses that the run may contact, each once and no more than a few. */
export function permitted(
  sourcing: Sourcing,
  setting: Parameters<Sourcing['permits']>[0],
  addresses: readonly string[],
): readonly string[] {
  const whole = addresses.map((address) => address.replace(/\/+$/, '')).filter((address) => !/[{}]/.test(address));
  return [...new Set(whole)].filter((address) => sourcing.permits(setting, address)).slice(0, MOST_ADDRESSES);
}

const MOST_ADDRESSES = 3;

/** What the document gives as an example of the body of an operation, as JSON. */
export function examplesOfBody(sourcing: Sourcing, declared: DeclaredOperation | undefined): readonly unknown[] {
  const { document } = sourcing;
  const request = document?.follow(declared?.operation.requestBody) as { readonly content?: object } | undefined;
  return Object.entries(request?.content ?? {}).flatMap(([type, media]: [string, unknown]) => {
    if (!/json/i.test(type) || !isMembers(media)) return [];
    const named = isMembers(media['examples']) ? Object.values(media['examples']) : [];
    const values = named.map((one) => (document?.follow(one) as Members | undefined)?.['value']);
    const { example, examples } = document?.schema(media['schema']) ?? {};
    const ofSchema = [example, examples].flat();
    return [media['example'], ...values, ...ofSchema].filter((one): one is Members => isMembers(one));
  });
}
