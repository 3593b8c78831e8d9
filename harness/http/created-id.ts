/** Members that hold the thing itself where a response is not the thing. No other member may be taken for it: it has ids too. */
const HOLDERS = ['data', 'result', 'item', 'resource', 'record', 'payload', 'response'];

type Members = Readonly<Record<string, unknown>>;

/** What a creation answers with, where its form is open: the id under a name, in the thing or in the member that holds it. */
export function idWithin(body: unknown, name: string): string | number | undefined {
  const own = idIn(body, name);
  if (own !== undefined) return own;
  return HOLDERS.map((holder) => idIn((body as Members | null | undefined)?.[holder], name)).find(
    (id) => id !== undefined,
  );
}

function idIn(thing: unknown, name: string): string | number | undefined {
  if (typeof thing !== 'object' || thing === null) return undefined;
  const id = (thing as Members)[name];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
