import type { DialectName } from '../../contracts/dialects.ts';
import type { Results } from '../../evidence/results.ts';
import { choicesOf } from '../../mock/dialects/seeded.ts';
import type { Tenant } from '../../mock/tenant.ts';
import { liveRun, type LiveOptions } from './live-run.ts';
import { median, type Figure, type Part } from './part.ts';

/** Roles, reports and tasks on the tenant. */
const FEW = 10;
/** Of each kind of seeded tenants so many are asked. */
const SEEDS = 5;
const CONSENTS = { BORROW: '1', ALLOW_ACCOUNT_CHANGES: '1' };

type Extent = 'all kinds' | 'no kind';

interface Row {
  readonly what: string;
  readonly dialects: readonly DialectName[];
  readonly consents?: Readonly<Record<string, string>>;
  /** Credentials that an administrator would hand out beside their own. */
  readonly further?: (tenant: Tenant, all: Settings) => Settings;
  /** The least share of the testable requirements, in percent. */
  readonly least: number;
}

type Settings = Readonly<Record<string, string>>;

/** Seeded tenants by whether their documents declare how the things are made that no printed operation makes. */
function seededWith(extent: Extent): DialectName[] {
  const found: DialectName[] = [];
  for (let seed = 1; found.length < SEEDS; seed += 1)
    if (choicesOf(seed)['vendor.extent'] === extent) found.push(`any:${seed}`);
  return found;
}

const ROWS: Readonly<Record<string, Row>> = {
  plain: { what: 'plain', dialects: ['plain'], least: 85 },
  contrary: { what: 'contrary', dialects: ['contrary'], least: 85 },
  consent: { what: 'plain, with both consents', dialects: ['plain'], consents: CONSENTS, least: 90 },
  players: {
    what: 'plain, with both consents, two players and an OAuth token',
    dialects: ['plain'],
    consents: CONSENTS,
    further: (tenant, { OAUTH_TOKEN = '' }) => ({ ...players(tenant), OAUTH_TOKEN }),
    least: 95,
  },
  declaring: { what: 'seeded, all can be made', dialects: seededWith('all kinds'), least: 80 },
  silent: { what: 'seeded, nothing can be made', dialects: seededWith('no kind'), least: 55 },
};

export const TOLD_ROWS: readonly string[] = Object.keys(ROWS);

/** The keys of two plain users without a role. */
function players(tenant: Tenant): Settings {
  const { users } = tenant.account;
  const key = (firstName: string) => {
    const id = users.nextId();
    const email = `${firstName.toLowerCase()}@example.com`;
    users.add({ id, email, firstName, picture: null, active: true, roleIds: new Set(), settings: {} });
    return tenant.issue('mk', { kind: 'api-key', userId: id, scope: 'all', expiresAt: undefined });
  };
  return { PLAYER_TOKEN: key('Romy'), OTHER_PLAYER_TOKEN: key('Otis') };
}

/** What of the testable requirements was told, in percent. */
function toldOf({ counts: { total, untestable, conforms, violates } }: Results): number {
  return (100 * (conforms + violates)) / (total - untestable);
}

async function figuresOf({ what, dialects, consents, further, least }: Row): Promise<Figure[]> {
  const told: number[] = [];
  let wrong = 0;
  for (const dialect of dialects) {
    const options: LiveOptions = {
      dialect,
      things: FEW,
      given: (tenant, all) => {
        const { BASE_URL = '', ADMIN_TOKEN = '' } = all;
        return { BASE_URL, ADMIN_TOKEN, ...consents, ...further?.(tenant, all) };
      },
    };
    const { results, output } = await liveRun(options);
    if (!results) console.error(output);
    const share = results ? toldOf(results) : 0;
    if (dialects.length > 1) console.error(`${dialect}: ${share.toFixed(1)} % told`);
    told.push(share);
    wrong += results ? results.counts.violates + results.counts.inconclusive : 1;
  }
  return [
    { name: what, value: median(told), unit: '% told', target: { least } },
    { name: `${what}: violates and inconclusive`, value: wrong, unit: '', target: { most: 0 } },
  ];
}

/** What a run tells of a tenant of which it is given no more than its address and an administrator's token. */
export async function measureTold(only?: string): Promise<Part> {
  const figures: Figure[] = [];
  for (const [name, row] of Object.entries(ROWS))
    if (only === undefined || only === name) figures.push(...(await figuresOf(row)));
  return { title: "What is told with an address and an administrator's token", figures };
}
