import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { resourceNameIn, thingOfOne } from '../../contracts/bindings/resource-names.ts';
import { wordsOf } from '../../contracts/bindings/words.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { referenceIn, type Reference } from '../../generators/references.ts';
import type { Schema } from '../../contracts/document.ts';
import { setupFailed } from '../failures/failure.ts';
import { granted, inOneLine, isSuccess, type Answer } from '../http/answer.ts';
import { revealed } from '../http/secrets.ts';
import { elementsIn } from '../client/declared-list.ts';
import { placesIn, schemasOf, typesOf, type Place } from './request-places.ts';
import { ownUser } from './own-user.ts';
import type { Source, Sourcing } from './source.ts';
import { textIn, USER_ID } from './shown-things.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

/** A user of the account, by what a request may name one. */
interface Internal {
  readonly id: string;
  readonly email?: string;
}

const GENERATION = '/api/v1/embed/generate-session';
/** The words of a member that names a user of the account, and not one of the embedding application. */
const INTERNAL =
  /^(internal|platform|console|workspace|account(?= (user|member)))( (user|member))?( (id|uuid|name|user name|e ?mail( address)?))?$|^(act as|on behalf of|impersonated?|run as)( (user|member))?( (id|e ?mail( address)?))?$/;
const ADDRESS = /\be ?mail\b/;
/** A run may take as long as this, with all that it waits for. */
const LONGEST_RUN = 30 * 60_000;

interface Named {
  /** The names that lead to the member: it may stand in an object that says who looks. */
  readonly path: readonly string[];
  /** What the member may hold for a user, the likeliest first. */
  readonly valuesFor: (user: Internal) => readonly (string | number)[];
}

/** How the tenant's document lets a request for a session name a user of the account; only this is no guess. */
function internalMember(document: TenantDocument | undefined): Named | undefined {
  const declared = document?.find('post', GENERATION);
  const places = document && declared ? placesIn(document, document.schemaOf(declared, 'request')) : [];
  for (const { path, schema } of document && declared ? [...places, ...referredUsers(document, places)] : []) {
    const member = path.at(-1) ?? '';
    const isReferred =
      !places.some((one) => one.path === path) || resourceNameIn(document?.schema(schema) ?? {}) !== undefined;
    if (!document || !(isReferred ? path.length <= 2 : isInternal(path))) continue;
    const types = typesOf(document, schema);
    if (types.some((type) => type === 'object' || type === 'array' || type === 'boolean')) continue;
    const said = schemasOf(document, schema).map(
      ({ description, format }) => `${String(description)} ${String(format)}`,
    );
    const isAddress = [wordsOf(member).join(' '), ...said].some((text) =>
      ADDRESS.test(text.toLowerCase().replace('-', ' ')),
    );
    const isNumber = types.length > 0 && !types.includes('string');
    return {
      path,
      valuesFor({ id, email }) {
        if (isNumber) return /^\d+$/.test(id) ? [numberOf(id)] : [];
        return (isAddress ? [email, id] : [id, email]).filter((one) => one !== undefined);
      },
    };
  }
  return undefined;
}

/** Whether names lead to a user of the account: by the last of them, or, as in `subject: { internal: { email } }`, by the last two. */
function isInternal(path: readonly string[]): boolean {
  const named = path.length > 2 ? path.slice(-2) : path.slice(-1);
  return INTERNAL.test(named.flatMap((name) => wordsOf(name)).join(' '));
}

/** The ids of users of the account to whom a choice of what names the user of a session refers: `{ id, type: 'user_reference' }`. */
function referredUsers(document: TenantDocument, places: readonly Place[]): Place[] {
  const schemas = new DeclaredSchemas(document);
  return places.flatMap(({ path, schema }) => {
    // Of `user: 'users/1'` the path says that the user is one of the account.
    if (path.length === 1 && /^(user|member)$/i.test(thingOfOne(resourceNameIn(document.schema(schema))?.at(-1) ?? '')))
      return [{ path, schema }];
    const branches = schemasOf(document, schema).slice(1);
    return branches.flatMap((branch): Place[] => {
      const reference = referenceIn(schemas, [branch]) ?? ofKind(document, branch);
      if (path.length > 1 || !/^((account|internal|platform|console|workspace)_?)?user$/i.test(reference?.kind ?? ''))
        return [];
      const member = reference?.member ?? '';
      return [{ path: [...path, member], schema: document.propertiesOf(branch)[member] ?? {} }];
    });
  });
}

/** The id of a user in a branch that says by a kind of its own that it is one of the account: `{ kind: 'account', userId }`. */
function ofKind(document: TenantDocument, branch: Schema): Reference | undefined {
  const properties = Object.entries(document.propertiesOf(branch));
  const kinds = properties.flatMap(([name, node]) => (/^(type|kind)$/i.test(name) ? kindsOf(document, node) : []));
  const [member] = properties.find(([name]) => USER_ID.test(name)) ?? [];
  const [kind, ...others] = kinds.map((one) => wordsOf(one).join(' '));
  if (member === undefined || kind === undefined || others.length > 0) return undefined;
  return /^(account|internal|platform|console|workspace)( (user|member))?$/.test(kind)
    ? { member, kind: 'account_user' }
    : undefined;
}

function kindsOf(document: TenantDocument, node: Schema): string[] {
  const { enum: listed = [], const: constant } = document.schema(node);
  return [...listed, constant].filter((one) => typeof one === 'string');
}

/** Whether a session can be opened for a user of the account. */
export const canEmbed = ({ document }: Sourcing): boolean => internalMember(document) !== undefined;

/** Until when a token counts, in milliseconds, as the response or the token itself says; undefined if neither does. */
function endOf(answer: Answer, token: string, now: number): number | undefined {
  const shown = isMembers(answer.wire) ? Object.entries(answer.wire) : [];
  const told = [...shown, ...Object.entries(claimsIn(token)).filter(([name]) => name === 'exp')];
  const ends = told.flatMap(([name, value]) => {
    const words = wordsOf(name).join(' ');
    if (!/\b(exp|expires?|expiry|expiration|valid until|ttl|lifetime|life time)\b/.test(words)) return [];
    if (typeof value === 'string') return Number.isNaN(Date.parse(value)) ? [] : [Date.parse(value)];
    if (typeof value !== 'number') return [];
    // A moment in milliseconds or in seconds, or a length of time.
    return [value > 1e11 ? value : value > 1e8 ? value * 1_000 : now + value * 1_000];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
}

function claimsIn(token: string): Members {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return isMembers(claims) ? claims : {};
  } catch {
    return {};
  }
}

/** A session for a user of the account; undefined if the tenant takes none of the values that may name one. */
async function sessionFor(sourcing: Sourcing, user: Internal): Promise<unknown> {
  const { admin, wire, settings, document } = sourcing;
  const { path = [], valuesFor } = internalMember(document) ?? {};
  const example = wire.value('embed.session-request') as { readonly deploymentId?: unknown } | undefined;
  const { DEPLOYMENT_ID = '' } = settings;
  const deploymentId = typeof example?.deploymentId === 'number' ? Number(DEPLOYMENT_ID) : DEPLOYMENT_ID;
  let refused = '';
  for (const value of valuesFor?.(user) ?? []) {
    const named = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
    const body = { ...example, deploymentId, ...named };
    // In place of the user of the embedding application.
    const answer = await admin.preparing.raw('generateEmbedSession', { body, omits: ['externalId'] });
    if (isSuccess(answer)) return (answer.body as { readonly sessionId?: unknown }).sessionId;
    refused = inOneLine(answer);
  }
  throw setupFailed(`a session for a user of the account was refused: ${refused}`);
}

/** The token of an embed session of a user of the account, which the tenant shows to be that user's. */
export async function embedTokenOf(sourcing: Sourcing, user: Internal): Promise<string> {
  const sessionId = await sessionFor(sourcing, user);
  const asked = { body: { sessionId } };
  const answer = granted(await sourcing.admin.preparing.raw('exchangeEmbedSession', asked), 'its exchange');
  const { token: shown } = answer.body as { readonly token?: unknown };
  if (shown === undefined || shown === null) throw setupFailed('the exchange of an embed session shows no token');
  const token = revealed(shown);
  const now = sourcing.now();
  if ((endOf(answer, token, now) ?? Number.POSITIVE_INFINITY) < now + LONGEST_RUN)
    throw setupFailed('embed tokens of the tenant end before a long run does');
  const me = await sourcing.as(token).preparing.raw('getMe');
  const id = isSuccess(me) && isMembers(me.body) ? textIn(me.body, USER_ID) : undefined;
  if (id !== user.id) throw setupFailed('the tenant does not show that an embed token is that of its user');
  return token;
}

/** What a tenant shows of a user, by which a session may name it. */
export function internalIn(shown: Members | undefined): Internal | undefined {
  const id = textIn(shown, USER_ID);
  const email = Object.values(shown ?? {}).find(
    (value) => typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value),
  );
  return id === undefined ? undefined : { id, ...(typeof email === 'string' && { email }) };
}

export const administratorsSession: Source = {
  kind: 'derived',
  how: 'an embed session of the administrator',
  isEmbedded: true,
  needs: ['DEPLOYMENT_ID'],
  isPossible: canEmbed,
  async obtain(sourcing) {
    const { body } = granted(await ownUser(sourcing), 'the own user');
    const user = internalIn(body as Members);
    return user && embedTokenOf(sourcing, user);
  },
};

const MOST_LOOKED_AT = 20;

/** A listed user without the admin role, as the tenant shows it. */
export async function plainUserIn({ admin }: Sourcing): Promise<Members | undefined> {
  const { body } = await admin.preparing.ask('listUsers', { first: MOST_LOOKED_AT });
  for (const listed of elementsIn(body)) {
    const id = textIn(listed, USER_ID);
    if (id === undefined) continue;
    const { isAdmin } = await admin.preparing.listUserRoles(id);
    if (isAdmin === false) return listed;
  }
  return undefined;
}

/** A user who is there stands only where nothing has to be granted: for a user without the admin role. */
export const plainUsersSession: Source = {
  kind: 'found',
  onlyReads: false,
  how: 'an embed session of a listed user without the admin role',
  isEmbedded: true,
  needs: ['DEPLOYMENT_ID'],
  isPossible: canEmbed,
  look: async (sourcing) => (await plainUserIn(sourcing)) !== undefined,
  async obtain(sourcing) {
    const user = internalIn(await plainUserIn(sourcing));
    return user && embedTokenOf(sourcing, user);
  },
};
