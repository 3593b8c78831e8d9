import { setTimeout as sleep } from 'node:timers/promises';
import { again, attempt, type Attempted } from '../failures/failure.ts';
import type { Thing } from './declared-things.ts';
import type { SharedWith } from './grants.ts';
import type { Source, Sourcing } from './source.ts';
import { tenantWithWorkbooks, workbooksOf } from './embedding.ts';
import { idWhenPublished, isUnpublished, publicIdIn, shownIdOf } from './dashboards.ts';
import { canHold, hold } from './held-lists.ts';
import type { ThingKind } from './kinds.ts';
import { EMBED_TENANT, FOLDER, IN_FOLDER, WORKBOOK } from './ways.ts';

/** The ways in which an embed tenant comes by a workbook. */
type Way = 'tenant' | 'allEmbedUsers' | 'folder';

const WITH_TENANTS: SharedWith = {
  like: /^((embed|customer)_?)?tenant(_?name)?s$/i,
  kind: /^((embed|embedded|customer) )?tenants?$/,
};
const WITH_ALL: SharedWith = {
  isOneValue: true,
  kind: /^((all|every|any)( embed(ded)?)?( (users?|viewers?))?|every(body|one))$/,
  like: /^(with_?)?((all|every|any)(_?embed(ded)?)?(_?(users?|viewers?))?|every(body|one))$/i,
};

/** Whether a thing can be shared with embed tenants: the thing lists those with access, or an embed tenant lists its things. */
const canShareWithTenants = (sourcing: Sourcing, kind: ThingKind): boolean =>
  sourcing.things.canMakeShared(kind, WITH_TENANTS) || isHeldByTenants(sourcing, kind);

const isHeldByTenants = (sourcing: Sourcing, kind: ThingKind): boolean =>
  sourcing.things.canMake(kind) &&
  !sourcing.things.canMakeShared(kind, WITH_TENANTS) &&
  canHold(sourcing, EMBED_TENANT, kind.words);

/** A new thing that EMBED_TENANT lists among its own. */
async function heldByTenant(sourcing: Sourcing, kind: ThingKind): Promise<Thing> {
  const { DEPLOYMENT_ID: deploymentId = '', EMBED_TENANT: tenant = '' } = sourcing.settings;
  const made = await sourcing.things.make(sourcing.admin, kind, deploymentId);
  await hold(sourcing, EMBED_TENANT, tenant, kind.words, made.id);
  return made;
}

const IS_POSSIBLE: Readonly<Record<Way, (sourcing: Sourcing) => boolean>> = {
  folder: (sourcing) => canShareWithTenants(sourcing, FOLDER) && sourcing.things.canBeIn(WORKBOOK, IN_FOLDER),
  tenant: (sourcing) => canShareWithTenants(sourcing, WORKBOOK),
  allEmbedUsers: ({ things }) => things.canMakeShared(WORKBOOK, WITH_ALL),
};

/** A new workbook that is shared with EMBED_TENANT, or with all embed users; what is shared is removed with it. */
async function shared(sourcing: Sourcing, way: Exclude<Way, 'folder'>): Promise<Thing> {
  const { things, admin, settings } = sourcing;
  const { DEPLOYMENT_ID: deploymentId = '', EMBED_TENANT: tenant = '' } = settings;
  if (way === 'tenant' && isHeldByTenants(sourcing, WORKBOOK)) return heldByTenant(sourcing, WORKBOOK);
  const [whom, value] = way === 'tenant' ? [WITH_TENANTS, [tenant]] : [WITH_ALL, true];
  const publicIdOf = async ({ id, shown }: Thing) =>
    publicIdIn(shown) ?? (await shownIdOf(sourcing, id, deploymentId)) ?? idWhenPublished(sourcing, id, deploymentId);
  return things.makeShared(admin, WORKBOOK, deploymentId, whom, value, publicIdOf);
}

async function sharedFolder(sourcing: Sourcing): Promise<string> {
  const { things, admin, settings } = sourcing;
  if (isHeldByTenants(sourcing, FOLDER)) return (await heldByTenant(sourcing, FOLDER)).id;
  const { DEPLOYMENT_ID: deploymentId = '', EMBED_TENANT: tenant = '' } = settings;
  const { id } = await things.makeShared(admin, FOLDER, deploymentId, WITH_TENANTS, [tenant]);
  return id;
}

interface Made {
  /** One workbook for each possible way. */
  readonly by: Readonly<Partial<Record<Way, Attempted<Thing>>>>;
  /** Another one that is shared with EMBED_TENANT. */
  readonly second: Attempted<Thing> | undefined;
}

const ORDER: readonly Way[] = ['folder', 'tenant', 'allEmbedUsers'];
const known = new WeakMap<Sourcing['things'], Promise<Made>>();

/** The workbooks of all ways, made once. */
function workbooks(sourcing: Sourcing): Promise<Made> {
  const made = known.get(sourcing.things) ?? makeEach(sourcing);
  known.set(sourcing.things, made);
  return made;
}

/**
 * In turn, and two of them in the folder and with EMBED_TENANT itself: in a list in either order, those of other ways stand behind
 * the first one of its way. So pages after the first one are seen to keep to theirs. The one in the folder that is named is the
 * second, before which and behind which one of another way is named.
 */
async function makeEach(sourcing: Sourcing): Promise<Made> {
  const { things, admin, settings } = sourcing;
  const by: Partial<Record<Way, Attempted<Thing>>> = {};
  let folder: Promise<string> | undefined;
  const makeBy = async (way: Way): Promise<Thing> => {
    if (way !== 'folder') return shared(sourcing, way);
    folder ??= sharedFolder(sourcing);
    return things.make(admin, WORKBOOK, settings.DEPLOYMENT_ID, [{ like: IN_FOLDER, value: await folder }]);
  };
  // A tenant may list for embed users only what they can open.
  const make = async (way: Way): Promise<Thing> => {
    const made = await makeBy(way);
    const there = admin.in(settings.DEPLOYMENT_ID ?? '').preparing;
    if (isUnpublished(made.shown)) await there.raw('publishWorkbook', { path: { workbookId: made.id } });
    return made;
  };
  for (const way of ORDER) if (IS_POSSIBLE[way](sourcing)) by[way] = await attempt(() => make(way));
  // What the tenant refused once, it is not asked for again.
  const another = async (way: Way) => (by[way]?.value ? await attempt(() => make(way)) : by[way]);
  const inFolder = await another('folder');
  if (inFolder?.value) by.folder = inFolder;
  return { by, second: await another('tenant') };
}

function thingOf(made: Attempted<Thing> | undefined): Thing | undefined {
  if (made?.failure) throw again(made.failure);
  return made?.value;
}

const HOW: Readonly<Record<Way, string>> = {
  folder: 'the second of two new workbooks in a new folder that is shared with EMBED_TENANT',
  tenant: 'the first of two new workbooks that are shared with EMBED_TENANT',
  allEmbedUsers: 'a new workbook that is shared with all embed users',
};

/** A new workbook that EMBED_TENANT can access in one way only. */
export function newWorkbookBy(way: Way): Source {
  return {
    kind: 'made',
    how: HOW[way],
    needs: ['DEPLOYMENT_ID', 'EMBED_TENANT'],
    isPossible: IS_POSSIBLE[way],
    obtain: async (sourcing) => thingOf((await workbooks(sourcing)).by[way])?.id,
  };
}

/** The dashboard of a new workbook that is shared with EMBED_TENANT. */
export const sharedDashboard: Source = {
  kind: 'made',
  how: 'the second of two new workbooks that are shared with EMBED_TENANT',
  needs: ['DEPLOYMENT_ID', 'EMBED_TENANT'],
  isPossible: IS_POSSIBLE.tenant,
  async obtain(sourcing) {
    return (await isOpenToTenant(sourcing)) ? sharedId(sourcing) : undefined;
  },
};

async function sharedId(sourcing: Sourcing): Promise<string | undefined> {
  const { id = '', shown } = thingOf((await workbooks(sourcing)).second) ?? {};
  const deploymentId = sourcing.settings.DEPLOYMENT_ID ?? '';
  const before = publicIdIn(shown);
  if (before !== undefined && isUnpublished(shown)) return before;
  // Embed users see what is published, also where a draft shows its public id already.
  return (await idWhenPublished(sourcing, id, deploymentId, before)) ?? before ?? shownIdOf(sourcing, id, deploymentId);
}

/** By then a tenant shows to an embed tenant what is shared with it, as a rule. */
const SHOWN_AFTER = [0, 500, 1_500];

/** Whether EMBED_TENANT reaches the workbook that was shared with it: what else sharing takes, a document may leave unsaid. */
async function isOpenToTenant(sourcing: Sourcing): Promise<boolean> {
  const { id } = thingOf((await workbooks(sourcing)).second) ?? {};
  for (const delay of SHOWN_AFTER) {
    await sleep(delay);
    const open = await workbooksOf(sourcing, sourcing.settings.EMBED_TENANT ?? '', 'tenant');
    // A list without ids does not tell.
    if (open.some((one) => one.id === undefined || one.id === null || String(one.id) === id)) return true;
  }
  return false;
}

/** An embed tenant that has what cannot be shared with a new one. */
export const embedTenantInUse: Source = tenantWithWorkbooks((sourcing) =>
  ORDER.filter((way) => !IS_POSSIBLE[way](sourcing)),
);
