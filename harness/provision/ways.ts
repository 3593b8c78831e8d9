import type { Actor } from '../client/actor.ts';
import { walkLarge } from '../client/paging.ts';
import { isNameOfCheck } from '../client/unique.ts';
import type { Members } from '../../generators/members.ts';
import { isRefusal } from '../http/answer.ts';
import { elementsIn } from '../client/declared-list.ts';
import type { ThingKind } from './kinds.ts';
import { idOf, textIn } from './shown-things.ts';
import type { Source, Sourcing, Wanted } from './source.ts';

export const REPORT: ThingKind = {
  name: 'report',
  words: ['report'],
  alike: ['exploration', 'saved exploration', 'saved report', 'saved query', 'question', 'insight', 'analysis', 'look'],
  place: 'deployment',
};
export const FOLDER: ThingKind = {
  name: 'folder',
  words: ['folder', 'report folder'],
  alike: ['collection', 'directory', 'report collection', 'workspace folder', 'shared folder'],
  place: 'deployment',
};
export const WORKBOOK: ThingKind = {
  name: 'workbook',
  words: ['workbook', 'notebook'],
  alike: ['book', 'dashboard', 'board', 'canvas', 'data app', 'analytic workbook'],
  place: 'deployment',
  hasWidgets: true,
};
export const ENVIRONMENT: ThingKind = {
  name: 'environment',
  words: ['environment'],
  alike: ['env', 'deployment environment', 'runtime environment'],
  place: 'deployment',
};
export const DATA_SOURCE: ThingKind = {
  name: 'data source',
  words: ['data source', 'datasource', 'data connection'],
  alike: ['connection', 'database connection', 'database', 'connector', 'warehouse', 'data warehouse', 'source'],
  place: 'deployment',
  isNamed: true,
};
export const BRANCH: ThingKind = {
  name: 'branch',
  words: ['branch'],
  alike: ['dev branch', 'development branch', 'git branch', 'model branch'],
  place: 'deployment',
  isNamed: true,
  beginsAt:
    /^((created?|start|fork|branch|begin)(s|ed|ing)?_?)?(from|base|source|parent|origin|(start_?)?point|at|off)$/i,
  removal: '/build/api/v1/deployments/{deploymentId}/branches?branchName={id}',
};
export const EMBED_TENANT: ThingKind = {
  name: 'embed tenant',
  words: ['embed tenant'],
  alike: ['tenant', 'embedded tenant', 'embedding tenant', 'customer', 'organization', 'client'],
  about: /embed/i,
  place: 'account',
  isNamed: true,
  removal: '/api/v1/embed-tenants/{id}/',
};
export const OIDC_CONFIG: ThingKind = {
  name: 'OIDC token config',
  words: ['oidc token config'],
  alike: ['oidc config', 'oidc token configuration', 'oidc configuration', 'oidc token', 'token config'],
  about: /oidc/i,
  place: 'account',
};

/** A member of a body that says in which folder something is. */
export const IN_FOLDER = /^(parent_?)?folder(_?id)?$/i;

export type Place = 'DEPLOYMENT_ID' | 'OTHER_DEPLOYMENT_ID';

/** Creates a thing in a deployment or in the account. */
export function making(kind: ThingKind, place?: Place, also?: (sourcing: Sourcing, shown: unknown) => void): Source {
  return {
    kind: 'made',
    how: `a new ${kind.name}${place === undefined ? '' : ` of ${place}`}`,
    ...(place !== undefined && { needs: [place] }),
    isPossible: ({ things }) => things.canMake(kind),
    async obtain(sourcing) {
      const deploymentId = place === undefined ? undefined : sourcing.settings[place];
      const made = await sourcing.things.make(sourcing.admin, kind, deploymentId);
      also?.(sourcing, made.shown);
      return kind.isNamed === true ? made.name : made.id;
    },
  };
}

/** Creates several things, because each check uses one up; their ids are separated by commas. */
export function makingSeveral(count: number, kind: ThingKind, place?: Place): Source {
  const one = making(kind, place);
  return {
    ...one,
    how: `${count} times ${one.how}`,
    async obtain(sourcing, wanted) {
      const made = await Promise.all(Array.from({ length: count }, () => one.obtain(sourcing, wanted)));
      return made.filter((id) => id !== undefined).join(',') || undefined;
    },
  };
}

/** One of the things in the list that the tenant's document declares; another than those of other settings. */
export function listing(kind: ThingKind, place?: Place, ...others: readonly Wanted[]): Source {
  return {
    kind: 'found',
    how: `the list of each ${kind.name}${place === undefined ? '' : ` of ${place}`}`,
    needs: [...(place === undefined ? [] : [place]), ...others],
    isPossible: ({ things }) => things.canList(kind),
    async obtain({ things, admin, settings }) {
      const elements = await things.list(admin, kind, place === undefined ? undefined : settings[place]);
      const taken = others.map((setting) => settings[setting]);
      const values = elements?.flatMap((element) => idOf(element, kind) ?? []);
      return values?.find((value) => !taken.includes(value));
    },
  };
}

const listedDeployments = new WeakMap<Sourcing['things'], Promise<readonly Members[]>>();

/** The deployments of the account as their list shows them, asked for once, without those of checks, which go as they came. */
export function shownDeployments({ admin, things }: Sourcing): Promise<readonly Members[]> {
  const list = async () => {
    const all = await walkLarge<Members>((page) => admin.preparing.listDeployments(page));
    return all.filter((one) => !Object.values(one).some(isNameOfCheck));
  };
  const found = listedDeployments.get(things) ?? list();
  listedDeployments.set(things, found);
  return found;
}

const listedReports = new WeakMap<Sourcing['things'], Map<string, Promise<Members[] | undefined>>>();

/** The reports that a deployment had before the run made any; undefined where they are refused. */
export function reportsOf({ admin, things }: Sourcing, deploymentId = ''): Promise<Members[] | undefined> {
  const known = listedReports.get(things) ?? new Map<string, Promise<Members[] | undefined>>();
  listedReports.set(things, known);
  const before = known.get(deploymentId);
  if (before) return before;
  const there = admin.in(deploymentId).preparing;
  const found = there
    .ask('listReports', { first: 100 })
    .then((answer) => (isRefusal(answer) ? undefined : elementsIn(answer.body)));
  known.set(deploymentId, found);
  return found;
}

/** A member that reports show of what they belong to, such as their folder. */
export function ofReports(member: RegExp, what: string, place: Place = 'DEPLOYMENT_ID'): Source {
  return {
    kind: 'found',
    how: `${what} of a listed report of ${place}`,
    needs: [place],
    async obtain(sourcing) {
      const reports = await reportsOf(sourcing, sourcing.settings[place]);
      return reports?.map((report) => textIn(report, member)).find((value) => value !== undefined);
    },
  };
}

const LIST_ATTEMPTS = [0, 200, 1_000, 2_000];

/** The id of the task with a prompt; a list may show a new one late. */
async function taskListed(there: Actor, prompt: string): Promise<string | undefined> {
  for (const delay of LIST_ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const tasks = await walkLarge((page) => there.listScheduledTasks(page));
    const id = textIn(
      tasks.find((task) => (task as Members)['prompt'] === prompt),
      /^(task_?)?id$/i,
    );
    if (id !== undefined) return id;
  }
  return undefined;
}

const THREAD_ATTEMPTS = [0, 100, 300, 600, 1_000, 1_000, 2_000];

/** A chat thread that a run of a new scheduled task writes; the task is removed at the end. */
export function threadOf(place: Place): Source {
  return {
    kind: 'made',
    how: 'the chat thread of a run of a new scheduled task',
    needs: [place],
    async obtain({ admin, wire, settings, fresh }) {
      const there = admin.in(settings[place] ?? '').preparing;
      const onDemand = wire.value('scheduled-tasks.on-demand') as object | undefined;
      const prompt = fresh('prompt');
      const { wire: created } = await there.raw('createScheduledTask', { body: { ...onDemand, prompt } });
      const called = String(wire.value('scheduled-tasks.id'));
      const id = textIn(created, new RegExp(`^${called}$`)) ?? (await taskListed(there, prompt));
      if (id === undefined) return undefined;
      await there.runScheduledTask(id);
      for (const delay of THREAD_ATTEMPTS) {
        await new Promise((resolve) => setTimeout(resolve, delay));
        const { items = [] } = await there.listScheduledTaskRuns(id);
        const thread = items.map((run) => textIn(run, /^thread_?id$/i)).find((one) => one !== undefined);
        if (thread !== undefined) return thread;
      }
      return undefined;
    },
  };
}
