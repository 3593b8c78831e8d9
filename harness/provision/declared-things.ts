import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import type { Actor } from '../client/actor.ts';
import { pageParameters } from '../client/declared-list.ts';
import { setupFailed } from '../failures/failure.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import { RefusedCreation } from './refused-creation.ts';
import { isLendable, isThing, thingOf } from '../requests/things.ts';
import type { Settings } from '../tenant/configuration.ts';
import { isNameOf, operationOn, removalOf, sharingOf, type ThingKind } from './kinds.ts';
import type { Ledger } from '../undo/ledger.ts';
import { DECLARED_CREATION, idsNamed, type CreationNoted } from '../undo/rules/declared.ts';
import { isId } from '../undo/rules/rule.ts';

/** A thing that exists now. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  readonly shown: unknown;
}

/** Words alone, and none of them in the name: checks of a definition replace a text that occurs in it once. */
const DESCRIPTION = 'Made for checks and removed after them';
const READ_ATTEMPTS = [0, 200, 1_000, 2_000];

/** Creates, lists and finds things by the operations that only the tenant's own document declares. */
export class DeclaredThings {
  readonly #document: TenantDocument | undefined;
  readonly #schemas: DeclaredSchemas | undefined;
  readonly #ledger: Ledger;
  readonly #settings: () => Settings;
  readonly #fresh: (what: string) => string;

  constructor(
    document: TenantDocument | undefined,
    ledger: Ledger,
    settings: () => Settings,
    fresh: (what: string) => string,
  ) {
    this.#document = document;
    this.#schemas = document && new DeclaredSchemas(document);
    this.#ledger = ledger;
    this.#settings = settings;
    this.#fresh = fresh;
  }

  /** Whether the document declares how to create one. */
  canMake(kind: ThingKind): boolean {
    return this.#creationOf(kind) !== undefined;
  }

  /** Creates one: with the wanted members where the document has such, and with all else that it requires. */
  async make(admin: Actor, kind: ThingKind, deploymentId?: string, wanted: readonly Wish[] = []): Promise<Thing> {
    const creation = this.#creationOf(kind);
    if (!creation) throw setupFailed(`the tenant's document declares no creation of a ${kind.name}`);
    const path = filled(creation.path, deploymentId);
    const { body, name } = this.#bodyOf(kind, creation, deploymentId, wanted);
    const removal = removalOf(this.#document, kind, creation);
    const listing = this.#document?.find('get', creation.path) ?? operationOn(this.#document, 'get', kind);
    const noted: CreationNoted = {
      kind: kind.name,
      name,
      ...(removal !== undefined && { removal: filled(removal, deploymentId) }),
      ...(listing && {
        list: filled(listing.path, deploymentId),
        pages: pageParameters(this.#document?.parametersOf(listing).map((one) => one.name) ?? []),
      }),
    };
    let shown: unknown;
    await this.#ledger.around(DECLARED_CREATION, { body: noted }, admin.identity, async () => {
      const answer = await admin.request(creation.method.toUpperCase(), path, body);
      const found = { ...answer, operation: DECLARED_CREATION, body: {} } as unknown as Answer;
      if (!isSuccess(found)) throw new RefusedCreation(kind.name, found);
      shown = answer.wire;
      return { ...found, body: { id: kind.isNamed === true ? name : idIn(answer.wire, kind) } };
    });
    if (kind.isNamed === true) return { id: name, name, shown };
    const id = idIn(shown, kind) ?? (noted.list === undefined ? undefined : await idListed(admin, noted.list, name));
    if (id === undefined) throw setupFailed(`neither the response nor a list shows the id of a new ${kind.name}`);
    await this.#readNew(admin, kind, creation, path, String(id));
    return { id: String(id), name, shown };
  }

  /** Waits until a new thing can be read, where the document declares how. */
  async #readNew(admin: Actor, { name }: ThingKind, creation: DeclaredOperation, path: string, id: string) {
    if (!this.#document?.find('get', `${creation.path.replace(/\/$/, '')}/{id}`)) return;
    for (const delay of READ_ATTEMPTS) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      const { status } = await admin.read(`${path.replace(/\/$/, '')}/${encodeURIComponent(id)}`);
      if (status !== 404 && status !== 410) return;
    }
    throw setupFailed(
      `a new ${name} was made and cannot be read (404), so that it is of no use; it is removed at the end`,
    );
  }

  /** The elements of the declared list of a kind, as the tenant shows them; undefined if no list is declared. */
  async list(admin: Actor, kind: ThingKind, deploymentId?: string): Promise<Members[] | undefined> {
    const listing = operationOn(this.#document, 'get', kind);
    if (!listing) return undefined;
    const { wire, status } = await admin.read(filled(listing.path, deploymentId));
    return status < 300 ? elementsIn(wire) : undefined;
  }

  canList(kind: ThingKind): boolean {
    return operationOn(this.#document, 'get', kind) !== undefined;
  }

  /** Whether the document declares how to share one with whom a member names. */
  canShare(kind: ThingKind, like: RegExp): boolean {
    return sharingOf(this.#document, kind, like) !== undefined;
  }

  /** Shares a thing with whom a member names. */
  async share(admin: Actor, kind: ThingKind, ids: readonly string[], like: RegExp, value: unknown): Promise<void> {
    const sharing = sharingOf(this.#document, kind, like);
    if (!sharing) throw setupFailed(`the tenant's document declares no way to share a ${kind.name}`);
    const [...left] = ids;
    const path = sharing.path.replace(/\{[^}]*\}/g, () => encodeURIComponent(left.shift() ?? ''));
    const { status } = await admin.request(sharing.method, path, { [sharing.member]: value });
    if (status >= 300) throw setupFailed(`sharing a ${kind.name} was refused with ${status}`);
  }

  /** The schema of the request that creates one. */
  creationSchema(kind: ThingKind): Readonly<Record<string, Schema>> {
    const creation = this.#creationOf(kind);
    const document = this.#document;
    return creation && document ? document.propertiesOf(document.schemaOf(creation, 'request')) : {};
  }

  #creationOf(kind: ThingKind): DeclaredOperation | undefined {
    return operationOn(this.#document, 'post', kind);
  }

  #bodyOf(kind: ThingKind, creation: DeclaredOperation, deploymentId: string | undefined, wanted: readonly Wish[]) {
    const document = this.#document as TenantDocument;
    const schema = document.schemaOf(creation, 'request') ?? {};
    const properties = document.propertiesOf(schema);
    const name = this.#fresh(kind.name);
    const body: Record<string, unknown> = {};
    for (const [member, node] of Object.entries(properties)) {
      const wish = wanted.find(({ like }) => like.test(member));
      if (wish) body[member] = typed(wish.value, document.schema(node));
      else if (isNameOf(member, kind)) body[member] = name;
      else if (/^description$/i.test(member)) body[member] = DESCRIPTION;
      else if (/e_?mail|^user_?name$/i.test(member)) body[member] = `${name}@example.com`;
    }
    const known = { ...(deploymentId !== undefined && { deploymentId }) };
    const sampler = new BodySampler(this.#schemas as DeclaredSchemas, {
      fresh: this.#fresh,
      isThing,
      isLendable,
      thing: (member) => thingOf(member, known, this.#settings()),
      omits: () => false,
      seed: 1,
    });
    const { value, unknown } = sampler.complete(schema, body);
    if (unknown.length > 0) throw setupFailed(`the creation of a ${kind.name} requires ${unknown.join(', ')}`);
    return { body: value, name };
  }
}

/** A member that a new thing should have, if the document has one of such a name. */
export interface Wish {
  readonly like: RegExp;
  readonly value: unknown;
}

/** A value in the type that a schema declares. */
function typed(value: unknown, { type, items, anyOf }: Schema): unknown {
  if (Array.isArray(value)) return value.map((one) => typed(one, items ?? {}));
  const types = [type, ...(anyOf ?? []).map((one) => one.type)].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  if (typeof value === 'string' && isNumber && !types.includes('string') && /^\d+$/.test(value)) return Number(value);
  return typeof value === 'number' && types.includes('string') && !isNumber ? String(value) : value;
}

/** A path with the deployment in the place of its first parameter. */
function filled(path: string, deploymentId: string | undefined): string {
  return deploymentId === undefined ? path : path.replace(/\{(?!id\})[^}]*\}/, encodeURIComponent(deploymentId));
}

/** The id in the response to a creation: of the thing itself, or of the one member that holds it. */
export function idIn(shown: unknown, { name }: Pick<ThingKind, 'name'>): string | number | undefined {
  if (!isMembers(shown)) return undefined;
  const own = new RegExp(`^(id|uuid|${name.replace(/\s/g, '_?')}_?id)$`, 'i');
  const direct = Object.entries(shown).find(([key, value]) => own.test(key) && isId(value))?.[1];
  if (isId(direct)) return direct;
  const inner = Object.values(shown).filter(isMembers);
  return inner.map((one) => idIn(one, { name })).find((id) => id !== undefined);
}

async function idListed(admin: Actor, list: string, name: string): Promise<string | number | undefined> {
  for (const delay of READ_ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, delay));
    const [id] = idsNamed((await admin.read(list)).wire, name);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The objects of the first list in a response. */
export function elementsIn(shown: unknown): Members[] {
  if (Array.isArray(shown)) return shown.filter(isMembers);
  if (!isMembers(shown)) return [];
  const lists = Object.values(shown).filter((member) => Array.isArray(member));
  const [longest] = lists.sort((one, other) => other.length - one.length);
  if (longest) return longest.filter(isMembers);
  return (
    Object.values(shown)
      .map(elementsIn)
      .find((found) => found.length > 0) ?? []
  );
}
