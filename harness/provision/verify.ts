import { setTimeout as sleep } from 'node:timers/promises';
import type { ProvidedThing } from '../../evidence/provided.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { UNTIL_SHOWN } from '../client/declared-list.ts';
import type { Configuration } from '../tenant/configuration.ts';
import { SECRET_SETTINGS } from '../tenant/secret-settings.ts';
import { Tenants, type TenantUnderTest } from '../tenant/tenant.ts';
import { Looking } from './looking.ts';
import type { ApiAddress, Wanted } from './source.ts';
import { LOOKS_AT_CREDENTIALS } from './stated-credentials.ts';
import { LOOKS_AT_THINGS } from './stated-things.ts';
import { believed, type Verdict } from './verdict.ts';

/** What became of the settings that the user stated. */
export interface Verified {
  /** Settings that the tenant confirmed. */
  readonly right: readonly Wanted[];
  /** Settings that nothing contradicts, and that could not be looked at; each with the reason. */
  readonly believed: readonly { readonly setting: Wanted; readonly why: string }[];
  readonly requests: number;
}

type Looked = Exclude<Wanted, ApiAddress>;

const LOOKS: Readonly<Record<Looked, (looking: Looking, value: string) => Promise<Verdict>>> = {
  ...LOOKS_AT_CREDENTIALS,
  ...LOOKS_AT_THINGS,
};
const LONGEST_VALUE = 60;

/**
 * Looks at every thing and credential that the user stated, before anything else is done with them. Throws one error with all
 * those that are wrong; what cannot be told is believed. Sends read requests only.
 */
export async function verifyStated(configuration: Configuration, opened?: TenantUnderTest): Promise<Verified> {
  const tenants = new Tenants(configuration);
  const start = Date.now();
  try {
    const tenant = opened ?? (await tenants.open());
    const stated = (Object.keys(LOOKS) as Looked[]).filter((setting) => configuration.settings[setting] !== undefined);
    if (tenant.limit) {
      const why =
        'ADMIN_TOKEN is no unscoped key of an administrator who may change things, so that it was not looked at';
      return { right: [], believed: stated.map((setting) => ({ setting, why })), requests: 0 };
    }
    const first = new Looking({ ...tenant, settings: configuration.settings });
    const verdicts = await lookAt(stated, first);
    const doubtful = stated.filter((setting) => verdicts.get(setting)?.is === 'wrong');
    let { requests } = first;
    if (doubtful.length > 0) {
      await sleep(Math.max(0, start + UNTIL_SHOWN - Date.now()));
      const second = new Looking({ ...tenant, settings: configuration.settings });
      for (const [setting, verdict] of await lookAt(doubtful, second)) verdicts.set(setting, verdict);
      requests += second.requests;
    }
    const problems = [...verdicts].flatMap(([setting, verdict]) =>
      verdict.is === 'wrong' ? [`${named(setting, configuration)}: ${verdict.why}`] : [],
    );
    if (problems.length > 0) throw new UsageProblem(problems);
    return {
      right: stated.filter((setting) => verdicts.get(setting)?.is === 'right'),
      believed: [...verdicts].flatMap(([setting, verdict]) =>
        verdict.is === 'believed' ? [{ setting, why: verdict.why }] : [],
      ),
      requests,
    };
  } finally {
    await tenants.close();
  }
}

/** The things and credentials of a run, each stated one with why it is believed, if it is. */
export function asVerified(things: readonly ProvidedThing[], verified: Verified): readonly ProvidedThing[] {
  const reasons = new Map<string, string>(verified.believed.map(({ setting, why }) => [setting, why]));
  return things.map((thing) => {
    const why = thing.source === 'stated' ? reasons.get(thing.setting) : undefined;
    return why === undefined ? thing : { ...thing, how: `${thing.how}, and believed: ${why}` };
  });
}

async function lookAt(settings: readonly Looked[], looking: Looking): Promise<Map<Looked, Verdict>> {
  const verdicts = await Promise.all(
    settings.map(async (setting) => {
      const verdict = await LOOKS[setting](looking, looking.settings[setting] ?? '').catch((error: unknown) =>
        believed(`it could not be looked at: ${(error as Error).message}`),
      );
      return [setting, verdict] as const;
    }),
  );
  return new Map(verdicts);
}

/** A setting with its value, unless that is a secret. */
function named(setting: Wanted, { settings }: Configuration): string {
  const value = settings[setting] ?? '';
  const isSecret = (SECRET_SETTINGS as readonly string[]).includes(setting);
  if (isSecret) return setting;
  return `${setting}=${value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value}`;
}
