import type { Schema } from '../../contracts/document.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { granted, isSuccess } from '../http/answer.ts';
import type { Wish } from './declared-bodies.ts';
import type { Source, Sourcing } from './source.ts';
import { BRANCH, type Place } from './ways.ts';
import { idOf } from './shown-things.ts';

const RUNS = /^(is_?)?(running|active|started|awake|up|live)$/i;
const ENVIRONMENT = /environment$|^(staging|runtime)(_?(state|status))?$/i;
const HAS_ENVIRONMENT = /^(has_?)?(staging|runtime)(_?environment)?(_?(enabled|active|running))?$/i;
const IS_UP = /^(running|active|started|ready|up|live)$/i;
const IS_DOWN = /^(stopped|inactive|paused|sleeping|suspended|down|off|idle)$/i;
const STATE = /^((staging|environment|runtime|run)_?)?(status|state|phase)$/i;

/**
 * Whether a tenant shows a branch as running, itself or by its environment; undefined where it does not say so. A branch whose
 * environment is off may run in another way.
 */
export function isRunning(shown: Members): boolean | undefined {
  const own = statedIn(shown);
  const inner = Object.entries(shown).flatMap(([name, value]) =>
    (typeof value === 'boolean' ? HAS_ENVIRONMENT : ENVIRONMENT).test(name) ? [value] : [],
  );
  const runs = (one: unknown) =>
    isMembers(one)
      ? (statedIn(one) ?? one['enabled']) === true
      : one === true || (typeof one === 'string' && (IS_UP.test(one) || /^enabled$/i.test(one)));
  return own ?? (inner.some(runs) ? true : undefined);
}

function statedIn(shown: Members): boolean | undefined {
  for (const [name, value] of Object.entries(shown)) {
    if (RUNS.test(name) && typeof value === 'boolean') return value;
    if (STATE.test(name) && typeof value === 'string') {
      if (IS_UP.test(value)) return true;
      if (IS_DOWN.test(value)) return false;
    }
  }
  return undefined;
}

const MAIN = /^(main|master|trunk|prod(uction)?|default|live)$/i;
const IS_MAIN = /^(is_?)?(main|default|primary|protected|prod(uction)?|staging(_?environment)?|has_?staging.*)$/i;

/** Whether syncs may commit to a branch, as far as a list shows: it is not the main one, and nothing is staged from it. */
function isSpare(shown: Members): boolean {
  const isMain = Object.entries(shown).some(([name, value]) => IS_MAIN.test(name) && value === true);
  return !isMain && !MAIN.test(idOf(shown, BRANCH) ?? 'main');
}

async function listed({ things, admin, settings }: Sourcing, place: Place): Promise<Members[]> {
  return (await things.list(admin, BRANCH, settings[place])) ?? [];
}

/** A listed branch other than the main one. */
export function listedBranch(place: Place): Source {
  return {
    kind: 'found',
    how: `the list of each branch of ${place}, without the main one`,
    needs: [place],
    isPossible: ({ things }) => things.canList(BRANCH),
    obtain: async (sourcing) => {
      const spare = (await listed(sourcing, place)).filter(isSpare);
      return spare.map((one) => idOf(one, BRANCH)).find((name) => name !== undefined);
    },
  };
}

type State = 'runs' | 'is stopped';

/** A new branch that is told to run, or not to. */
export function branchThat(state: State): Source {
  const wishIn = (things: Sourcing['things']) => wishes(things.creationSchema(BRANCH), state)[0];
  return {
    kind: 'made',
    how: `a new branch of DEPLOYMENT_ID that ${state}`,
    needs: ['DEPLOYMENT_ID'],
    isPossible: ({ things }) => things.canMake(BRANCH) && wishIn(things) !== undefined,
    async obtain({ things, admin, settings }) {
      const wish = wishIn(things);
      return (await things.make(admin, BRANCH, settings.DEPLOYMENT_ID, wish ? [wish] : [])).name;
    },
  };
}

/** What a new branch may say of its state: by a flag, or by one of listed values. */
function wishes(properties: Readonly<Record<string, Schema>>, state: State): Wish[] {
  const is = state === 'runs' ? IS_UP : IS_DOWN;
  return Object.entries(properties).flatMap(([name, { enum: listed }]): Wish[] => {
    const like = new RegExp(`^${name}$`);
    const value = listed?.find((one) => typeof one === 'string' && is.test(one));
    if (value !== undefined && STATE.test(name)) return [{ like, value }];
    return RUNS.test(name) && listed === undefined ? [{ like, value: state === 'runs' }] : [];
  });
}

/** A new branch whose staging environment is enabled, which the tenant then shows as running. */
export const branchWithEnvironment: Source = {
  kind: 'made',
  how: 'a new branch of DEPLOYMENT_ID with a staging environment, which runs by it',
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ things }) => things.canMake(BRANCH) && things.canList(BRANCH),
  async obtain(sourcing) {
    const { things, admin, settings } = sourcing;
    const { name } = await things.make(admin, BRANCH, settings.DEPLOYMENT_ID);
    const there = admin.in(settings.DEPLOYMENT_ID ?? '').preparing;
    granted(
      await there.raw('setStagingEnvironment', { body: { branchName: name, enabled: true } }),
      'its staging environment',
    );
    for (const delay of STARTS) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const shown = (await listed(sourcing, 'DEPLOYMENT_ID')).find((one) => idOf(one, BRANCH) === name);
      if (shown && isRunning(shown) === true) return name;
    }
    return undefined;
  },
};

const STARTS = [0, 500, 1_000, 2_000, 4_000];
const MOST_VALIDATED = 10;

/** Whether the data model of a branch compiles; undefined where the tenant does not say so. */
async function compiles({ admin, settings }: Sourcing, branchName: string): Promise<boolean | undefined> {
  const there = admin.in(settings.DEPLOYMENT_ID ?? '').preparing;
  const answer = await there.raw('validateDataModel', { query: { branchName } });
  const { valid } = (answer.body ?? {}) as { readonly valid?: unknown };
  return isSuccess(answer) && typeof valid === 'boolean' ? valid : undefined;
}

/** A listed branch in a state, whose data model compiles if it runs. */
export function listedBranchThat(state: State): Source {
  return {
    kind: 'found',
    how: `a listed branch of DEPLOYMENT_ID that ${state}`,
    needs: ['DEPLOYMENT_ID'],
    isPossible: ({ things }) => things.canList(BRANCH),
    async obtain(sourcing) {
      const branches = await listed(sourcing, 'DEPLOYMENT_ID');
      const inState = branches.filter((one) => isRunning(one) === (state === 'runs'));
      for (const name of inState.slice(0, MOST_VALIDATED).flatMap((one) => idOf(one, BRANCH) ?? [])) {
        if (state === 'is stopped' || (await compiles(sourcing, name)) === true) return name;
      }
      return undefined;
    },
  };
}

/** Names that teams give to branches whose data model does not compile. */
const LIKELY_BROKEN = /broken|breaks|fail|error|invalid/i;

/** A listed branch whose data model does not compile, as the tenant says itself. */
export const brokenBranch: Source = {
  kind: 'found',
  how: 'a listed branch of DEPLOYMENT_ID whose data model does not compile',
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ things }) => things.canList(BRANCH),
  async obtain(sourcing) {
    const names = (await listed(sourcing, 'DEPLOYMENT_ID')).flatMap((one) => idOf(one, BRANCH) ?? []);
    const likelyFirst = [...names].sort(
      (one, other) => Number(LIKELY_BROKEN.test(other)) - Number(LIKELY_BROKEN.test(one)),
    );
    for (const name of likelyFirst.slice(0, MOST_VALIDATED))
      if ((await compiles(sourcing, name)) === false) return name;
    return undefined;
  },
};
