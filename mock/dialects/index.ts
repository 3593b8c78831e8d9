import { seedOf, type DialectName, type FixedDialect } from '../../contracts/dialects.ts';
import { contrary } from './contrary.ts';
import type { Dialect } from './dialect.ts';
import { plain } from './plain.ts';
import { seeded } from './seeded.ts';

const FIXED: Readonly<Record<FixedDialect, Dialect>> = {
  plain,
  contrary,
  late: { ...plain, name: 'late', late: { jobs: 300, lists: 300 } },
  later: { ...plain, name: 'later', late: { jobs: 2_000, lists: 2_000 } },
  undocumented: { ...plain, name: 'undocumented', document: { ...plain.document, syntax: 'none' } },
  // With other names than the usual ones, which nothing tells.
  hollow: { ...contrary, name: 'hollow', document: { ...contrary.document, extent: 'hollow' } },
  incomplete: { ...plain, name: 'incomplete', document: { ...plain.document, extent: 'half' } },
};
const SEEDED = new Map<number, Dialect>();

/** The dialect of a name. It is the same object each time, since tenants of a dialect share what is made for it. */
export function dialectNamed(name: DialectName): Dialect {
  const seed = seedOf(name);
  if (seed === undefined) return FIXED[name as FixedDialect];
  const known = SEEDED.get(seed);
  if (known) return known;
  const dialect = seeded(seed);
  SEEDED.set(seed, dialect);
  return dialect;
}
