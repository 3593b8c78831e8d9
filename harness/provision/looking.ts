import type { ActorSetting } from '../../contracts/settings.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { makeActor, type Actor } from '../client/actor.ts';
import { Client } from '../client/client.ts';
import type { Asked } from '../requests/requests.ts';
import { isPage, isSuccess, type Answer } from '../http/answer.ts';
import { Recorder } from '../http/recorder.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { TenantUnderTest } from '../tenant/tenant.ts';
import { unrecorded } from '../undo/administrator.ts';
import { elementsIn } from '../client/declared-list.ts';
import { isTextOrNumber } from '../../contracts/lossless-json.ts';

/** A list as far as it was read. */
export interface Listed {
  readonly elements: readonly Members[];
  /** Whether it was read to its end, so that what is not in it does not exist. */
  readonly isWhole: boolean;
}

/** More pages are not read: what is not on these may be on a later one. */
const MOST_PAGES = 20;
const PAGE_SIZE = 100;
/** Members that show where a list continues, under names that the suite does not know. */
const CONTINUES = /next|cursor|more|last_?page|total_?pages/i;
/** Statuses with which a tenant may refuse to read a thing that does not exist; the specification states none. */
const DENIED: readonly number[] = [400, 403, 404, 410, 422];

const NOTHING: Listed = { elements: [], isWhole: false };

/** Reads a tenant to verify the settings of the user; it changes nothing, and sends each request once. */
export class Looking {
  readonly tenant: TenantUnderTest;
  readonly #client: Client;
  readonly #recorder: Recorder;
  readonly #answers = new Map<string, Promise<Answer | undefined>>();
  readonly #lists = new Map<string, Promise<Listed>>();

  constructor(tenant: TenantUnderTest) {
    this.tenant = tenant;
    this.#recorder = new Recorder(tenant.secrets);
    this.#client = new Client({
      ...unrecorded(tenant),
      recorder: this.#recorder,
      isReadOnly: true,
      isCleanup: false,
    });
  }

  get settings(): Settings {
    return this.tenant.settings;
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#recorder.length;
  }

  /** The response to a read request; undefined if there is none, or if it is unknown where the operation is served. */
  ask(operation: AnyOperationId, asked: Asked = {}, as: ActorSetting = 'ADMIN_TOKEN'): Promise<Answer | undefined> {
    const key = JSON.stringify([operation, asked, as]);
    let answer = this.#answers.get(key);
    if (!answer) {
      // A request that fails, or that the suite cannot write, tells nothing of the setting.
      answer = this.#actor(as)
        .raw(operation, asked)
        .catch(() => undefined);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** The response to a request with another form of the Authorization header. */
  async askWith(header: string, operation: AnyOperationId, asked: Asked = {}): Promise<Answer | undefined> {
    const identity = { name: 'stated', header: this.tenant.secrets.add(header, 'Authorization') };
    return makeActor(this.#client, identity)
      .raw(operation, asked)
      .catch(() => undefined);
  }

  /** A list from all of its pages, up to a bound. */
  list(operation: AnyOperationId, path: Readonly<Record<string, string>> = {}, query: Members = {}): Promise<Listed> {
    const key = JSON.stringify([operation, path, query]);
    let listed = this.#lists.get(key);
    if (!listed) {
      listed = this.#read(operation, path, query);
      this.#lists.set(key, listed);
    }
    return listed;
  }

  /** The elements of a list that only the tenant's document declares, of its first page. */
  async declared(path: string): Promise<readonly Members[]> {
    const answer = await this.#actor('ADMIN_TOKEN')
      .read(path)
      .catch(() => undefined);
    return answer && isSuccess(answer) ? elementsIn(answer.wire) : [];
  }

  #actor(setting: ActorSetting): Actor {
    const token = this.tenant.secrets.add(this.settings[setting] ?? '', setting);
    return makeActor(this.#client, { name: setting, token });
  }

  async #read(operation: AnyOperationId, path: Asked['path'], query: Members): Promise<Listed> {
    const elements: Members[] = [];
    const seen = new Set<string>();
    let size: { readonly first?: number } = { first: PAGE_SIZE };
    for (let after: string | undefined; ;) {
      const asked = { ...(path && { path }), query: { ...query, ...size, ...(after !== undefined && { after }) } };
      const answer = await this.ask(operation, asked);
      if (answer && !isSuccess(answer) && seen.size === 0 && 'first' in size) {
        // The specification states no largest page.
        size = {};
        continue;
      }
      const page = pageOf(answer);
      if (!page) return { ...NOTHING, elements };
      elements.push(...page.elements);
      if (page.isLast) return { elements, isWhole: true };
      const { next } = page;
      if (next === undefined || seen.has(next) || seen.size >= MOST_PAGES) return { elements, isWhole: false };
      seen.add(next);
      after = next;
    }
  }
}

/** What a page of a list shows, in the contract's names; undefined if it shows no list where one is expected. */
function pageOf(answer: Answer | undefined) {
  if (!answer || !isSuccess(answer) || (answer.misplaced && answer.misplaced.isOfPages !== true)) return undefined;
  const { body, misplaced } = answer;
  if (!isMembers(body)) return undefined;
  const { items, pageInfo, ...others } = body;
  if (!Array.isArray(items)) return undefined;
  const { hasNextPage, endCursor } = isMembers(pageInfo) ? pageInfo : {};
  const next = typeof endCursor === 'string' && endCursor !== '' ? endCursor : undefined;
  const elements = items.filter(isMembers);
  // Without hasNextPage an empty page is taken for the last one.
  const isEnd = hasNextPage === undefined && (next === undefined || items.length === 0) && !continues(others);
  const isLast = hasNextPage === false || (isEnd && items.length < PAGE_SIZE && !misplaced);
  return { elements, isLast, ...(next !== undefined && hasNextPage !== false && { next }) };
}

function continues(others: Members): boolean {
  return Object.entries(others).some(
    ([name, value]) =>
      (CONTINUES.test(name) && Boolean(value)) || (isMembers(value) && !Array.isArray(value) && continues(value)),
  );
}

/** Whether the tenant read what was asked for. */
export function isShown(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && isSuccess(answer);
}

/** Whether the tenant refuses to read something as it refuses what does not exist, at an address that is no guess. */
export function isDenied(answer: Answer | undefined): answer is Answer {
  if (!answer || isPage(answer) || isGuess(answer)) return false;
  return DENIED.includes(answer.status);
}

/** Whether the tenant plainly says that something does not exist. */
export function isMissing(answer: Answer | undefined): answer is Answer {
  return isDenied(answer) && (answer.status === 404 || answer.status === 410);
}

function isGuess({ guesses = [] }: Answer): boolean {
  return guesses.some(({ isAddress }) => isAddress === true);
}

const IDENTIFIES = /(id|uuid|slug|name|key)$/i;

/** Whether an element of a list is the thing with an id, whatever the tenant calls the member with it. */
export function isOf(element: Members, id: string): boolean {
  return Object.entries(element).some(
    ([name, value]) => IDENTIFIES.test(name) && isTextOrNumber(value) && String(value) === id,
  );
}

export function has({ elements }: Pick<Listed, 'elements'>, id: string): boolean {
  return elements.some((element) => isOf(element, id));
}

/** Whether a list was read to its end and has no thing with an id. */
export function lacks(listed: Listed, id: string): boolean {
  return listed.isWhole && !has(listed, id);
}
