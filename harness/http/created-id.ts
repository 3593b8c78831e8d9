import { BESIDE } from '../../contracts/bindings/wrapping.ts';

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

function idIn(thing: unknown, name: string): string | number | undefined {
  const id = name.split('.').reduce<unknown>((node, step) => (isMembers(node) ? node[step] : undefined), thing);
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
