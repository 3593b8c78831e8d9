import { readTenantDocument, type TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { ACCOUNT_WORDS } from '../../contracts/bindings/words.ts';
import { isId, parseJson } from '../../contracts/lossless-json.ts';
import { isMembers, type Members } from '../../generators/members.ts';

/** The beginning of a path, as a document writes it, with what a tenant may call the account that a token belongs to. */
const OF_ACCOUNT = new RegExp(
  String.raw`(?<![\w/{}.-])((?:/(?!embed)[a-z\d]+)*/(${ACCOUNT_WORDS}))/\{([\w-]+)\}(?=/)`,
  'gi',
);

interface Place {
  /** The path of the list of accounts, as the document writes it. */
  readonly list: string;
  /** What one account is called. */
  readonly word: string;
  readonly parameter: string;
}

type Read = (path: string) => Promise<string | undefined>;

const MOST_LEVELS = 3;

/** The lists of objects that an answer holds. */
function listsIn(value: unknown, levels = MOST_LEVELS): readonly (readonly Members[])[] {
  if (Array.isArray(value)) return [value.filter(isMembers)];
  return isMembers(value) && levels > 0 ? Object.values(value).flatMap((one) => listsIn(one, levels - 1)) : [];
}

const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase();

/** What an account has for a parameter of a path: what is called like it, or else its id. */
function valueFor(parameter: string, account: Members): unknown {
  const named = Object.entries(account).find(([name]) => plain(parameter).endsWith(plain(name)))?.[1];
  return [named, account['id'], account['slug'], account['name']].find(isId);
}

/** The account of a user in what the tenant shows of that user. */
function shownWith(user: unknown, { word, parameter }: Place): unknown {
  if (!isMembers(user)) return undefined;
  const named = (like: string) => Object.entries(user).find(([name]) => plain(name) === plain(like))?.[1];
  const whole = named(word);
  return [named(parameter), named(`${word}Id`), isMembers(whole) ? valueFor(parameter, whole) : whole].find(isId);
}

async function accountAt(document: TenantDocument, place: Place, read: Read): Promise<unknown> {
  const shownAt = async (path: string | undefined): Promise<unknown> => {
    const text = path === undefined ? undefined : await read(path);
    return text === undefined ? undefined : parseJson(text);
  };
  const listing = document.operations.find(({ method, path }) => method === 'get' && path.endsWith(place.list));
  const [elements = [], ...others] = listsIn(await shownAt(listing?.path));
  const [account, ...more] = others.length === 0 ? elements : [];
  if (account) return more.length === 0 ? valueFor(place.parameter, account) : undefined;
  return shownWith(await shownAt('/api/v1/users/me'), place);
}

/**
 * A document with the account of the token in the paths of what belongs to it, where the tenant lists that account alone or shows
 * it of the user: such paths are not printed, and no setting names an account.
 */
export async function inOwnAccount(text: string, read: Read): Promise<string> {
  const places = new Map(
    [...text.matchAll(OF_ACCOUNT)].map(([beginning, list = '', word = '', parameter = '']) => [
      beginning,
      { list, word: word.replace(/ies$/, 'y').replace(/s$/, ''), parameter },
    ]),
  );
  const document = places.size === 0 ? undefined : readTenantDocument(text);
  if (document === undefined || 'refused' in document) return text;
  const own = new Map<string, string>();
  for (const [beginning, place] of places) {
    const account = await accountAt(document, place, read).catch(() => undefined);
    if (isId(account)) own.set(beginning, `${place.list}/${encodeURIComponent(String(account))}`);
  }
  return text.replace(OF_ACCOUNT, (beginning: string) => own.get(beginning) ?? beginning);
}
