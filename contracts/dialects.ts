/** The dialects of the reference tenant that conform and have a name of their own. */
export const FIXED_DIALECTS = ['plain', 'contrary'] as const;
/** Tenants whose served document is a fault of theirs: there is none, half of one, or one that describes nothing. */
export const BADLY_DOCUMENTED = ['undocumented', 'incomplete', 'hollow'] as const;

/** Plain tenants that show new things in lists, and jobs by their ids, a moment or two seconds after they were made. */
export const DELAYED = ['late', 'later'] as const;

const NAMED = [...FIXED_DIALECTS, ...DELAYED, ...BADLY_DOCUMENTED] as const;
export type FixedDialect = (typeof NAMED)[number];

/** A dialect by its name: a fixed one, or `any:` with the seed from which every freedom is drawn. */
export type DialectName = FixedDialect | `any:${number}`;

/** The names as messages and help texts list them. */
export const DIALECT_CHOICES = [...NAMED, 'any:<seed>'] as const;

export function seedOf(name: string): number | undefined {
  const [, seed] = /^any:(\d{1,9})$/.exec(name) ?? [];
  return seed === undefined ? undefined : Number(seed);
}

export function isDialect(name: string): name is DialectName {
  return (NAMED as readonly string[]).includes(name) || seedOf(name) !== undefined;
}
