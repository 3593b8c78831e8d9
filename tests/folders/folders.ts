import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { BY_KEY, BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { walkUnprinted, type Page, type PageQuery } from '../../harness/client/paging.ts';
import { isId, numberOf } from '../../contracts/lossless-json.ts';

export type Members = Readonly<Record<string, unknown>>;

/** The body of the list of folders, whatever its shape. */
export async function listBody(actor: Actor, query: PageQuery = {}): Promise<Members> {
  const answer = await actor.raw('listFolders', { query: { ...query } });
  expect(answer).toSucceed();
  return isMembers(answer.body) ? answer.body : {};
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every listed folder. Other requirements cover the shape of the list, so a wrong shape is a setup failure here. */
export async function listAllFolders(admin: Actor): Promise<Members[]> {
  const folders = await walkUnprinted('folders', async (query): Promise<Page<Members>> => {
    const answer = await admin.raw('listFolders', { query: { ...query } });
    const { items } = (granted(answer, 'the list of folders').body ?? {}) as Members;
    if (!Array.isArray(items) || !items.every(isMembers)) throw setupFailed('the items are not a list of folders');
    return { items, pageInfo: continuationOf(answer) };
  });
  return folders;
}

/** A provided folder as the list shows it. */
export async function listedFolder(check: Check, admin: Actor, id: string): Promise<Members> {
  const folders = await listAllFolders(admin);
  const found = folders.find((folder) => idOf(check, folder) === id);
  if (!found && folders.some((folder) => idOf(check, folder) === undefined)) untested(unstated('folders.id'));
  if (!found) throw setupFailed(`the list does not show folder ${id}`);
  return found;
}

const isNameOfId = (name: string) => /^(folder_?)?(uu)?(id|key)$/i.test(name);

/** The id of a folder: under the name that is known or, where that is a guess, in the only member that is called as ids of folders are. */
function idOf(check: Check, folder: Members): string | undefined {
  const known = String(check.tenant.wire.value('folders.id'));
  const [own, ...others] = isGuess(check, 'folders.id') ? Object.keys(folder).filter(isNameOfId) : [];
  const id = folder[known] ?? (own !== undefined && others.length === 0 ? folder[own] : undefined);
  return isId(id) ? String(id) : undefined;
}

/** The class of a user without the admin role, who may be shown fewer folders. */
const PLAIN = 'for a plain user';

/** The list as several ask for it, in one piece and in pages. Whether it has pages is open, and so is who may ask for it. */
export async function listsOf(check: Check, admin: Actor) {
  const page = await bodyIfTaken(admin, { first: 1 });
  const scoped = check.asOptional('SCOPED_TOKEN', 'scoped');
  const { endCursor } = isMembers(page?.['pageInfo']) ? page['pageInfo'] : {};
  return {
    'the whole list': await listBody(admin),
    'a page of one': page,
    // Of the usual size, so that it is the last one as a rule.
    'the page after it': typeof endCursor === 'string' ? await bodyIfTaken(admin, { after: endCursor }) : undefined,
    ...(await forOthers(check, (actor) => bodyIfTaken(actor, {}))),
    'with a scoped key': scoped && (await bodyIfTaken(scoped, {})),
  };
}

/** What others than the administrator with an API key are shown. */
async function forOthers<Shown>(check: Check, look: (actor: Actor) => Promise<Shown>) {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN', 'OAuth administrator'), check.asOptional('MEMBER_TOKEN')];
  return { [BY_OAUTH]: oauth && (await look(oauth)), [PLAIN]: member && (await look(member)) };
}

export async function bodyIfTaken(actor: Actor, query: PageQuery): Promise<Members | undefined> {
  const answer = await actor.raw('listFolders', { query: { ...query } });
  return isSuccess(answer) ? (isMembers(answer.body) ? answer.body : {}) : undefined;
}

/** A folder as administrators and a plain user are shown it; undefined for who is not. */
export async function folderFor(check: Check, admin: Actor, id: string) {
  const own = await listedFolder(check, admin, id);
  const isIt = (folder: Members) => idOf(check, folder) === id;
  const others = await forOthers(check, async (actor) => {
    const { items } = (await bodyIfTaken(actor, {})) ?? {};
    return (Array.isArray(items) ? items : []).filter(isMembers).find(isIt);
  });
  const { items } = (await bodyIfTaken(admin, { first: 100 })) ?? {};
  const onPage = (Array.isArray(items) ? items : []).filter(isMembers).find(isIt);
  return { [BY_KEY]: own, ...others, 'on a page': onPage, 'behind a cursor': await behindCursor(check, admin, own) };
}

/** A folder as a page shows it that begins with it: the given one or, where that is the first, another one with an owner. */
async function behindCursor(check: Check, admin: Actor, own: Members): Promise<Members | undefined> {
  const all = await listAllFolders(admin);
  const id = idOf(check, own);
  const isOwn = (folder: Members) => idOf(check, folder) === id;
  const isAlike = (folder: Members, at: number) => at > 0 && isOwned(folder) && isOwned(own);
  const before = all.findIndex(isOwn) > 0 ? all.findIndex(isOwn) : all.findIndex(isAlike);
  const sought = all[before];
  if (before < 1 || sought === undefined) return undefined;
  const page = await bodyIfTaken(admin, { first: before });
  const { endCursor: after } = isMembers(page?.['pageInfo']) ? page['pageInfo'] : {};
  if (typeof after !== 'string' || after === '') return undefined;
  const { items } = (await bodyIfTaken(admin, { first: 1, after })) ?? {};
  const folders = (Array.isArray(items) ? items : []).filter(isMembers);
  return folders.find((folder) => idOf(check, folder) === idOf(check, sought));
}

/** Moves a report into a folder, where there is one to move; whether that is permitted is about other requirements. */
export function reportMovedTo(check: Check, admin: Actor, folderId: string): Promise<unknown> {
  const reports = [check.mayChange('REPORT_ID') ? check.optional('REPORT_ID') : undefined].flatMap((id) => id ?? []);
  const body = { folderId: numberOf(folderId) };
  return Promise.all(reports.map((reportId) => admin.raw('updateReport', { path: { reportId }, body })));
}

/** The folders that one of the lists for the same caller shows with an owner, and another one with none. */
export function ownersLost(check: Check, lists: Awaited<ReturnType<typeof listsOf>>): readonly string[] {
  const own = [lists['the whole list'], lists['a page of one'], lists['the page after it']];
  const shown = own.flatMap((list) => (Array.isArray(list?.['items']) ? list['items'] : []).filter(isMembers));
  const owned = new Set(shown.filter(isOwned).map((folder) => idOf(check, folder)));
  return shown.flatMap((folder) => {
    const id = idOf(check, folder);
    return folder['user'] === null && id !== undefined && owned.has(id) ? [id] : [];
  });
}

const isOwned = ({ user }: Members): boolean => (user ?? null) !== null;
