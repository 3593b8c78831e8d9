import { instructionOf } from '../evidence/causes.ts';
import { handedOver, type ProvidedThing } from '../evidence/provided.ts';
import { loadContract } from '../contracts/bundle.ts';
import { FAMILIES, type Family } from '../contracts/families.ts';
import { UsageProblem } from '../contracts/problem.ts';
import { loadRegistry, type Requirement } from '../contracts/requirements/index.ts';
import { SETTING_GROUPS } from '../contracts/settings.ts';
import { Provision } from '../harness/provision/provision.ts';
import { asVerified, verifyStated } from '../harness/provision/verify.ts';
import type { Configuration, Settings } from '../harness/tenant/configuration.ts';
import { ADMIN_LIMIT, meaningOf } from '../harness/tenant/admin-limit.ts';
import { unmetNeeds } from '../harness/tenant/needs.ts';
import { admissionOf } from '../harness/undo/administrator.ts';
import { checkedIds } from './listed.ts';

/** Whether a run would test a requirement. */
interface Expected {
  readonly requirement: Requirement;
  /** What is missing, each as an instruction; nothing where it would be tested. */
  readonly missing: readonly string[];
}

/** What a run would do on a live tenant, found out without a change to it. */
export interface Outlook {
  readonly expected: readonly Expected[];
  /** Each thing and credential, with how many requirements hang on it. */
  readonly things: readonly (ProvidedThing & { readonly needs: number })[];
  readonly unresolvedNames: readonly string[];
  /** Values that were found in lists, which a file of settings may keep. */
  readonly found: Settings;
}

/** The tenant cannot be reached; nothing is wrong with the settings. */
export class Unreachable extends Error {}

/** Looks at the tenant. Throws a `UsageProblem` where a setting is wrong, and `Unreachable` where nothing answers. */
export async function outlookOf(configuration: Configuration): Promise<Outlook> {
  const { obstacle, limit } = await admissionOf(configuration);
  if (obstacle?.kind === 'configuration') throw new UsageProblem([obstacle.message]);
  if (obstacle) throw new Unreachable(obstacle.message);
  if (limit) {
    console.error(meaningOf(limit));
    process.env[ADMIN_LIMIT] = limit;
  }
  const provision = await Provision.begin(configuration, true);
  try {
    // Before the checks are listed, which takes longer: a wrong setting is told at once.
    const verified = await verifyStated(configuration, provision.tenant);
    const [obtained, checked, contract] = await Promise.all([provision.obtain(), checkedIds(), loadContract()]);
    const things = asVerified(obtained, verified);
    const testable = [...loadRegistry(contract).values()].filter(({ id }) => checked.has(id));
    const settings = { ...configuration.settings, ...provision.values };
    const tenant = { ...provision.tenant, settings, ...handedOver(things) };
    const needing = (setting: string) =>
      testable.filter(({ needs }) => [...(needs.actors ?? []), ...(needs.lent ?? [])].some((one) => one === setting));
    return {
      expected: testable.map((requirement) => ({
        requirement,
        missing: unmetNeeds(requirement, tenant, configuration).map(instructionOf),
      })),
      things: things.map((thing) => ({ ...thing, needs: needing(thing.setting).length })),
      unresolvedNames: [...tenant.wire.resolved].flatMap(([id, one]) => ('unresolved' in one ? [id] : [])),
      found: Object.fromEntries(
        things.flatMap(({ setting, source, value }) =>
          source === 'found' && value && !value.startsWith('<') ? [[setting, value]] : [],
        ),
      ),
    };
  } finally {
    await provision.end();
  }
}

export const isTold = ({ missing }: Expected): boolean => missing.length === 0;

/** The families with how many of their requirements a run would test. */
export function byFamily({ expected }: Outlook): string[] {
  return (Object.keys(FAMILIES) as Family[]).flatMap((family) => {
    const own = expected.filter(({ requirement }) => requirement.family === family);
    if (own.length === 0) return [];
    return [`  ${FAMILIES[family].padEnd(28)}${String(own.filter(isTold).length).padStart(5)} of ${own.length}`];
  });
}

/** What the user would have to do, that which most requirements wait for first. */
export function whatIsMissing({ expected }: Outlook): string[] {
  const reasons = new Map<string, number>();
  for (const { missing } of expected) for (const reason of missing) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`);
}

const HOW_LONG = 88;

/** A table of the things and credentials: those that most requirements hang on first. */
export function tableOf({ things }: Outlook): string[] {
  const shown = things.filter(({ needs }) => needs > 0).sort((a, b) => b.needs - a.needs);
  const widest = Math.max(...shown.map(({ setting }) => setting.length));
  const states = { stated: 'stated', found: 'found', made: 'would be made', derived: 'would be derived' };
  return shown.map(({ setting, source, how, value, needs }) => {
    const what = value === undefined || value.startsWith('<') ? how : `${value}, ${how}`;
    const line = what.length > HOW_LONG ? `${what.slice(0, HOW_LONG - 1)}…` : what;
    return `  ${setting.padEnd(widest)}  ${String(needs).padStart(4)}  ${(source ? states[source] : 'missing').padEnd(16)}  ${line}`;
  });
}

const WHAT_IT_IS = new Map(
  SETTING_GROUPS.flatMap(({ settings }) => Object.entries(settings).map(([name, { what }]) => [name, what] as const)),
);
const MOST_ASKED = 12;

/** What to ask an administrator of the tenant for, because no source gives it. */
export function toAskFor({ things }: Outlook): string[] {
  const missing = things.filter(({ source, needs }) => source === undefined && needs > 0);
  return missing
    .sort((a, b) => b.needs - a.needs)
    .slice(0, MOST_ASKED)
    .map(
      ({ setting, needs }) =>
        `  ${WHAT_IT_IS.get(setting) ?? ''} (${setting}, ${needs} requirement${needs === 1 ? '' : 's'})`,
    );
}
