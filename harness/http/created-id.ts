import { BESIDE } from '../../contracts/bindings/wrapping.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** Members that hold the thing itself where a response is not the thing. No other member may be taken for it: it has ids too. */
const HOLDERS = ['data', 'result', 'item', 'resource', 'record', 'payload', 'response'];

type Members = Readonly<Record<string, unknown>>;

/**
 * What a creation answers with, where its form is open: the id under a name or at a dotted place, in the thing or in the member
 * that holds it. One that holds nothing but the thing may have any name.
 */
export function idWithin(body: unknown, name: string): string | number | undefined {
  const own = idIn(body, name);
  if (own !== undefined) return own;
  const members = isMembers(body) ? body : {};
  const things = Object.keys(members).filter((member) => !BESIDE.test(member));
  const holders = [...HOLDERS, ...(things.length === 1 ? things : [])];
  return holders.map((holder) => idIn(members[holder], name)).find((id) => id !== undefined);
}

/**
 * The id of a new thing in the address that a success points at: `Location: /reports/7` of a creation that answers with nothing
 * else. The collection has to be one of the request's own, because an address of something else says nothing of the new thing.
 */
export function idAt(location: string | undefined, asked: string): string | undefined {
  if (location === undefined || !URL.canParse(location, asked)) return undefined;
  const [named, own] = [segmentsOf(new URL(location, asked)), segmentsOf(new URL(asked))];
  const [collection = '', id] = named.slice(-2);
  const isOfThis = own.includes(collection) && named.some((segment, index) => segment !== own[index]);
  return id !== undefined && isOfThis ? decodeURIComponent(id) : undefined;
}

const segmentsOf = ({ pathname }: URL) =>
  pathname
    .replace(/\/$/, '')
    .split('/')
    .filter((part) => part !== '');

function idIn(thing: unknown, name: string): string | number | undefined {
  const id = name.split('.').reduce<unknown>((node, step) => (isMembers(node) ? node[step] : undefined), thing);
  return isId(id) ? id : undefined;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
