/** A page of a list in the contract's envelope. */
export interface Page<Thing> {
  readonly items: readonly Thing[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor?: string | null;
    readonly endCursor?: string | null;
  };
}

/** Rules of paging, as data. */
export const pagesRules = () => ({
  first: { least: 1 },
});
