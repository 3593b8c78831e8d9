/** The dialects of the reference tenant that have a name of their own. */
export const FIXED_DIALECTS = ['plain', 'contrary'] as const;
export type FixedDialect = (typeof FIXED_DIALECTS)[number];

/** A dialect by its name: a fixed one, or `any:` with the seed from which every freedom is drawn. */
export type DialectName = FixedDialect | `any:${number}`;

/** The names as messages and help texts list them. */
export const DIALECT_CHOICES = [...FIXED_DIALECTS, 'any:<seed>'] as const;

export function seedOf(name: string): number | undefined {
  const [, seed] = /^any:(\d{1,9})$/.exec(name) ?? [];
  return seed === undefined ? undefined : Number(seed);
}

export function isDialect(name: string): name is DialectName {
  return (FIXED_DIALECTS as readonly string[]).includes(name) || seedOf(name) !== undefined;
}
