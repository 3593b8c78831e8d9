import { NAME_WORDS } from '../../contracts/bindings/words.ts';
import type { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import type { Actor } from '../client/actor.ts';
import { declaredPages, elementsIn } from '../client/declared-list.ts';
import { walk, type Page, type PageQuery } from '../client/paging.ts';
import { stampOf } from '../client/unique.ts';
import { attempt } from '../failures/failure.ts';
import { granted, inOneLine, isSuccess } from '../http/answer.ts';
import type { Settings } from '../tenant/configuration.ts';
import { deploymentRemoval } from '../../contracts/bindings/removals.ts';
import { sendRemoval } from '../undo/rules/removal.ts';
import { inDeployment, listOf } from './declared-places.ts';
import { GROUP } from './groups.ts';
import { creationOf, isNameOf, operationOn, type ThingKind } from './kinds.ts';
import { USER } from './people.ts';
import { removalOf } from './removals.ts';
import { isCreationDeclared, SCIM_USERS } from './scim-users.ts';
import { BRANCH, DATA_SOURCE, EMBED_TENANT, ENVIRONMENT, FOLDER, OIDC_CONFIG, REPORT, WORKBOOK } from './ways.ts';
import { textIn } from './shown-things.ts';

/** Something on a tenant that a run of this suite named. */
export interface NamedThing {
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  /** When it was named, in milliseconds. */
  readonly since: number;
  /** The process that named it, as its names show. */
  readonly process: string;
  /** Why it cannot be removed; undefined once it is. Absent where no operation removes it. */
  readonly remove?: () => Promise<string | undefined>;
}

/** What was found, and the lists that could not be read. */
export interface NamedThings {
  readonly things: readonly NamedThing[];
  readonly unread: readonly string[];
}

/** One list, with how its elements are removed. */
interface Listing {
  readonly kind: string;
  readonly list: () => Promise<readonly Members[]>;
  /** The name that the suite gave an element. */
  readonly nameIn: (element: Members) => string | undefined;
  readonly idIn: (element: Members) => string | undefined;
  readonly remove?: (id: string) => Promise<Removed>;
}

type Removed = Pick<Parameters<typeof inOneLine>[0], 'status' | 'headers' | 'text'>;
type Operation = 'listScheduledTasks' | 'listReportDeliveries' | 'listApiKeys' | 'listRoles';

/** Members in which the suite writes its names, besides the name of a thing. */
const NAMING = new RegExp(`^((display_?|user_?)?(${NAME_WORDS})|prompt|description|(e_?)?mail(_?address)?)$`, 'i');

const named = (value: unknown) => (typeof value === 'string' && stampOf(value) ? value : undefined);

function nameIn(element: Members, isNaming: (member: string) => boolean): string | undefined {
  const found = Object.entries(element).find(([member, value]) => isNaming(member) && named(value) !== undefined);
  return named(found?.[1]);
}

const idIn = (element: Members) => textIn(element, /^id$/i);

/** A list that the specification prints, with the operation that removes one of its elements. */
function printed(
  admin: Actor,
  kind: string,
  operation: Operation,
  removal: 'deleteScheduledTask' | 'deleteReportDelivery' | 'deleteApiKey' | 'deleteRole',
): Listing {
  return {
    kind,
    list: () =>
      walk(
        async (query: PageQuery) =>
          granted(await admin.raw(operation, { query: { ...query } }), kind).body as Page<Members>,
      ),
    nameIn: (element) => nameIn(element, (member) => NAMING.test(member)),
    idIn,
    remove: (id) => admin.ask(removal, id),
  };
}

/** A list that the tenant's document declares; undefined if it declares none. */
function declared(
  admin: Actor,
  document: TenantDocument | undefined,
  kind: ThingKind,
  deploymentId?: string,
): Listing | undefined {
  const creation = creationOf(document, kind);
  const listing = operationOn(document, 'get', kind);
  const place = listOf(document, kind, creation, deploymentId);
  if (!place) return undefined;
  const origin = creation ?? listing;
  const removal = origin && removalOf(document, kind, origin);
  const isName = (member: string) => isNameOf(member, kind);
  const own = new RegExp(`^(id|uuid|${kind.name.replace(/\s/g, '_?')}_?id)$`, 'i');
  return {
    kind: kind.name,
    async list() {
      const { pages } = await declaredPages(admin, place);
      if (pages.length === 0) throw new Error('it could not be read');
      return pages.flatMap(elementsIn);
    },
    nameIn: (element) =>
      nameIn(element, kind.isNamed === true ? isName : (member) => isName(member) || NAMING.test(member)),
    // Of an element without an id of its own none is guessed: it might be that of another thing.
    idIn: (element) => (kind.isNamed === true ? nameIn(element, isName) : textIn(element, own)),
    ...(removal !== undefined && {
      remove: (id: string) => sendRemoval(admin, inDeployment(removal, deploymentId), id),
    }),
  };
}

/** Deployments are created and listed by printed operations; only a tenant's document may declare how one is removed. */
function deployments(admin: Actor, document: TenantDocument | undefined): Listing {
  const removal = deploymentRemoval(document);
  return {
    kind: 'deployment',
    list: () => walk(async (page) => (await admin.listDeployments(page)) as Page<Members>),
    nameIn: (element) => nameIn(element, (member) => NAMING.test(member)),
    idIn,
    ...(removal !== undefined && {
      remove: (id: string) => sendRemoval(admin, removal, id),
    }),
  };
}

/** The users as SCIM lists them, where its document says that some may have been made so; their ids are its own. */
function usersOfScim(admin: Actor, document: TenantDocument | undefined): Listing | undefined {
  if (!isCreationDeclared(document)) return undefined;
  return {
    kind: USER.name,
    async list() {
      const answer = await admin.read(SCIM_USERS);
      // Where the administrator's token is none of SCIM, no run made users with it.
      return isSuccess(answer) ? elementsIn(answer.wire) : [];
    },
    nameIn: (element) => nameIn(element, (member) => NAMING.test(member)),
    idIn,
    remove: (id) => admin.request('DELETE', `${SCIM_USERS}/${encodeURIComponent(id)}`),
  };
}

/** What is in or of another thing is removed before it. */
const IN_DEPLOYMENTS = [ENVIRONMENT, BRANCH, REPORT, WORKBOOK, FOLDER, DATA_SOURCE];
const IN_ACCOUNT = [EMBED_TENANT, OIDC_CONFIG, GROUP];

const REPORT_OF = /^report_?id$/i;

/** The deliveries of a report have no name; they are those of a report that the suite named. */
function deliveriesOf(admin: Actor, reports: readonly NamedThing[]): Listing {
  const listing = printed(admin, 'report delivery', 'listReportDeliveries', 'deleteReportDelivery');
  return {
    ...listing,
    nameIn: (element) =>
      listing.nameIn(element) ?? reports.find(({ id }) => id !== undefined && id === textIn(element, REPORT_OF))?.name,
  };
}

async function thingsOf({ kind, list, nameIn: nameOf, idIn: idOf, remove }: Listing): Promise<NamedThing[]> {
  const known = new Set<string>();
  return (await list()).filter(isMembers).flatMap((element) => {
    const [name, id] = [nameOf(element), idOf(element)];
    const stamp = name === undefined ? undefined : stampOf(name);
    if (name === undefined || !stamp) return [];
    // Pages of a list that changes meanwhile may overlap.
    const key = JSON.stringify([id, name]);
    if (known.has(key)) return [];
    known.add(key);
    const removing = async () => {
      const answer = await remove?.(id ?? '');
      return !answer || answer.status < 300 || answer.status === 404 || answer.status === 410
        ? undefined
        : inOneLine(answer);
    };
    return [
      {
        kind,
        name,
        ...(id !== undefined && { id }),
        since: stamp.at,
        process: stamp.process,
        ...(remove && id !== undefined && { remove: removing }),
      },
    ];
  });
}

/** Everything on a tenant that has a name of this suite, in the order in which it can be removed. Sends only reads. */
export async function namedThings(
  admin: Actor,
  document: TenantDocument | undefined,
  deploymentIds: readonly string[],
): Promise<NamedThings> {
  const unread: string[] = [];
  const read = async (listing: Listing | undefined, place = ''): Promise<readonly NamedThing[]> => {
    if (!listing) return [];
    try {
      return await thingsOf(listing);
    } catch (error) {
      unread.push(`the list of each ${listing.kind}${place}: ${(error as Error).message.split('\n')[0] ?? ''}`);
      return [];
    }
  };
  const things: NamedThing[] = [];
  // One after the other: an account may have many.
  for (const id of deploymentIds) {
    const [there, place] = [admin.in(id).preparing, ` of deployment ${id}`];
    const [tasks, ...kinds] = await Promise.all([
      read(printed(there, 'scheduled task', 'listScheduledTasks', 'deleteScheduledTask'), place),
      ...IN_DEPLOYMENTS.map((kind) => read(declared(admin, document, kind, id), place)),
    ]);
    const deliveries = await read(deliveriesOf(there, kinds.flat()), place);
    things.push(...tasks, ...deliveries, ...kinds.flat());
  }
  const users = declared(admin, document, USER);
  const inAccount = [
    ...IN_ACCOUNT.map((kind) => declared(admin, document, kind)),
    printed(admin.preparing, 'API key', 'listApiKeys', 'deleteApiKey'),
    printed(admin.preparing, 'role', 'listRoles', 'deleteRole'),
    deployments(admin.preparing, document),
    users?.remove ? users : (usersOfScim(admin, document) ?? users),
  ];
  things.push(...(await Promise.all(inAccount.map((listing) => read(listing)))).flat());
  return { things, unread };
}

/** The deployments of an account, with those that settings name. */
export async function deploymentIdsOf(admin: Actor, settings: Settings): Promise<readonly string[]> {
  const { DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID } = settings;
  const { value: listed = [] } = await attempt(() => walk((page) => admin.preparing.listDeployments(page)));
  const ids = [...listed.flatMap((one) => textIn(one, /^id$/i) ?? []), DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** The workbooks of a deployment that have names which a process gave: its own, and copies of them. */
export async function workbooksNamedBy(
  admin: Actor,
  document: TenantDocument | undefined,
  deploymentId: string,
  processName: string,
): Promise<readonly NamedThing[]> {
  const listing = declared(admin, document, WORKBOOK, deploymentId);
  return listing ? (await thingsOf(listing)).filter(({ process }) => process === processName) : [];
}

const ROUNDS = 3;

/** Removes things, those that are refused once more when others are gone. Returns each that is left, and why. */
export async function removeNamed(
  things: readonly NamedThing[],
): Promise<readonly (readonly [thing: NamedThing, why: string])[]> {
  let left: (readonly [NamedThing, string])[] = things.map((thing) => [thing, '']);
  for (let round = 1; round <= ROUNDS && left.length > 0; round += 1) {
    const before = left;
    left = [];
    for (const [thing] of before) {
      const why = await thing.remove?.().catch((error: unknown) => (error as Error).message);
      if (why !== undefined) left.push([thing, why]);
    }
    if (left.length === before.length) break;
  }
  return left;
}
