import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import type { Members } from '../../generators/members.ts';
import type { Actor } from '../client/actor.ts';
import type { UnboundAnswer } from '../client/client.ts';
import { setupFailed } from '../failures/failure.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { Settings } from '../tenant/configuration.ts';
import { declaredPages, elementsIn, type DeclaredList } from '../client/declared-list.ts';
import { DeclaredBodies, type NewThing, type Wish } from './declared-bodies.ts';
import { inDeployment, listOf } from './declared-places.ts';
import type { SharedWith } from './grants.ts';
import {
  collectionOf,
  creationOf,
  namesInQuery,
  operationOn,
  sharingOf,
  type Sharing,
  type ThingKind,
} from './kinds.ts';
import { idFor, linkOf, type Link } from './links.ts';
import { idIn, idListed, MOST_LISTED, readNew } from './new-things.ts';
import { RefusedCreation } from './refused-creation.ts';
import { removalOf, retirementOf } from './removals.ts';
import { sharingByPath } from './sharing-by-path.ts';
import { idOf, isMainOf } from './shown-things.ts';
import type { Ledger } from '../undo/ledger.ts';
import { DECLARED_CREATION, type CreationNoted } from '../undo/rules/declared.ts';
import { DECLARED_UPDATE, heldIn, holding, type UpdateNoted } from '../undo/rules/declared-update.ts';

/** A thing that exists now. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  readonly shown: unknown;
  /** The body of the request that created it. */
  readonly sent: Members;
}

const READ_ATTEMPTS = [0, 200, 1_000, 2_000];
/** How long a thing is waited for whose creation was only accepted (202), because a job makes it. */
const JOB_ATTEMPTS = [...READ_ATTEMPTS, 3_000, 5_000, 8_000];

/** Creates, lists and finds things by the operations that only the tenant's own document declares. */
export class DeclaredThings {
  readonly #document: TenantDocument | undefined;
  readonly #bodies: DeclaredBodies | undefined;
  readonly #ledger: Ledger;
  readonly #fresh: (what: string) => string;
  readonly #settings: () => Settings;
  readonly #standing = new Map<string, Promise<string | undefined>>();

  constructor(
    document: TenantDocument | undefined,
    ledger: Ledger,
    settings: () => Settings,
    fresh: (what: string) => string,
  ) {
    this.#document = document;
    this.#bodies = document && new DeclaredBodies(document, settings, fresh);
    this.#ledger = ledger;
    this.#fresh = fresh;
    this.#settings = settings;
  }

  /** Whether the document declares how to create one, and how to remove it again. */
  canMake(kind: ThingKind): boolean {
    const creation = this.#creationOf(kind);
    // What cannot be removed would be left on the tenant.
    return creation !== undefined && removalOf(this.#document, kind, creation) !== undefined;
  }

  /** Whether the document declares how to create one that it does not let anybody remove, and how to switch it off for good. */
  canRetire(kind: ThingKind): boolean {
    const creation = this.#creationOf(kind);
    if (creation === undefined || removalOf(this.#document, kind, creation) !== undefined) return false;
    return retirementOf(this.#document, kind, creation) !== undefined;
  }

  /** Creates one: with the wanted members where the document has such, and with all else that it requires. */
  async make(
    admin: Actor,
    kind: ThingKind,
    deploymentId?: string,
    wanted: readonly Wish[] = [],
    isReadBack = true,
  ): Promise<Thing> {
    const creation = this.#creationOf(kind);
    if (!creation) throw setupFailed(`the tenant's document declares no creation of a ${kind.name}`);
    const list = listOf(this.#document, kind, creation, deploymentId);
    const name = (this.#bodies as DeclaredBodies).nameFor(kind, creation, this.#fresh(kind.name));
    const body = await this.#bodyOf(admin, kind, creation, { name, deploymentId, wanted, list });
    const address = inDeployment(creation.path, deploymentId).replace(/\{[^}]*\}/, encodeURIComponent(name));
    const named = Object.fromEntries(namesInQuery(this.#document, kind, creation).map((one) => [one.name, name]));
    const query = new URLSearchParams(named).toString();
    const path = query === '' ? address : `${address}?${query}`;
    const removal = removalOf(this.#document, kind, creation);
    const noted: CreationNoted = {
      kind: kind.name,
      name,
      ...(removal !== undefined && { removal: inDeployment(removal, deploymentId) }),
      ...(removal === undefined && { retirement: retirementOf(this.#document, kind, creation) }),
      ...(list && { list }),
    };
    let shown: unknown;
    let located: string | undefined;
    let attempts = READ_ATTEMPTS;
    await this.#ledger.around(DECLARED_CREATION, { body: noted }, admin.identity, async () => {
      const answer = await admin.request(creation.method.toUpperCase(), path, body);
      const found = { ...answer, operation: DECLARED_CREATION, body: {} } as unknown as Answer;
      if (!isSuccess(found)) throw new RefusedCreation(kind.name, found);
      ({ wire: shown, located } = answer);
      if (answer.status === 202) attempts = JOB_ATTEMPTS;
      return { ...found, body: { id: kind.isNamed === true ? name : (idIn(shown, kind) ?? located) } };
    });
    if (kind.isNamed === true) return { id: name, name, shown, sent: body };
    const id = idIn(shown, kind) ?? located ?? (list && (await idListed(admin, list, name, kind, attempts)));
    if (id === undefined) throw setupFailed(`neither the response nor a list shows the id of a new ${kind.name}`);
    const element = `${collectionOf(creation.path)}/{id}`;
    const readAt = [element, removal].find((one) => one !== undefined && this.#document?.find('get', one));
    if (isReadBack && readAt !== undefined)
      await readNew(admin, kind, inDeployment(readAt, deploymentId), String(id), attempts);
    return { id: String(id), name, shown, sent: body };
  }

  /** Sends what creates a thing though its document does not say so, with the thing in the ledger before. */
  async noting<Kept extends UnboundAnswer>(
    admin: Actor,
    noted: CreationNoted,
    id: (answer: Kept) => string | number | undefined,
    send: () => Promise<Kept>,
  ): Promise<Kept> {
    let answer: Kept | undefined;
    await this.#ledger.around(DECLARED_CREATION, { body: noted }, admin.identity, async () => {
      answer = await send();
      const found = { ...answer, operation: DECLARED_CREATION } as unknown as Answer;
      return { ...found, body: isSuccess(found) ? { id: id(answer) } : {} };
    });
    return answer as Kept;
  }

  /** Sends an update that only the document declares, with what it takes to undo it in the ledger before. */
  async updating(admin: Actor, noted: UpdateNoted, send: () => Promise<UnboundAnswer>): Promise<void> {
    const answer = await this.#ledger.around(DECLARED_UPDATE, { body: noted }, admin.identity, async () => {
      return { ...(await send()), operation: DECLARED_UPDATE } as unknown as Answer;
    });
    if (!isSuccess(answer)) throw setupFailed(`the update of a ${noted.kind} was refused with ${answer.status}`);
  }

  /** The elements of the declared list of a kind, as the tenant shows them; undefined if no list is declared. */
  async list(admin: Actor, kind: ThingKind, deploymentId?: string): Promise<Members[] | undefined> {
    const list = listOf(this.#document, kind, undefined, deploymentId);
    if (!list) return undefined;
    const { pages } = await declaredPages(admin, list, MOST_LISTED);
    return pages.length > 0 ? pages.flatMap(elementsIn) : undefined;
  }

  canList(kind: ThingKind): boolean {
    return operationOn(this.#document, 'get', kind) !== undefined;
  }

  canLink(kind: ThingKind, what: readonly string[]): boolean {
    return linkOf(this.#document, kind, what) !== undefined;
  }

  /** Puts something into a thing, such as a user into a group. */
  async link(admin: Actor, kind: ThingKind, id: string, what: readonly string[], other: string): Promise<void> {
    const link = linkOf(this.#document, kind, what);
    if (!link) throw setupFailed(`the tenant's document declares no way to put a ${what[0] ?? ''} into a ${kind.name}`);
    const left = link.isBelowOther ? [other, id] : [id, other];
    const told = link.isBelowOther ? id : other;
    const path = link.path.replace(/\{[^}]*\}/g, () => encodeURIComponent(left.shift() ?? ''));
    const address = link.member?.isAddress === true ? addressOf(what, other, this.#settings()) : undefined;
    const value = address ?? idFor(this.#document, link, told);
    const body = link.isUpdate
      ? await this.#joined(admin, link, path, value)
      : link.member && { [link.member.name]: link.member.isList ? [value] : value };
    const { status } = await admin.request(link.method, path, body);
    if (status >= 300) throw setupFailed(`putting a ${what[0] ?? ''} into a ${kind.name} was refused with ${status}`);
  }

  /** The body of an update that puts something beside what the thing holds already. */
  async #joined(
    admin: Actor,
    { path: declared, method, member }: Link,
    path: string,
    value: unknown,
  ): Promise<Members> {
    const shown = this.#document?.find('get', declared) ? (await admin.read(path)).wire : undefined;
    const schema = (this.#bodies as DeclaredBodies).schemaAt(method, declared);
    const list = { member: member?.name ?? '', required: this.#document?.requiredOf(schema) ?? [] };
    return holding(shown, list, [...new Set([...(heldIn(shown, list) ?? []), value])]);
  }

  #sharingOf(kind: ThingKind, whom: SharedWith): Sharing | undefined {
    return sharingOf(this.#document, kind, whom) ?? sharingByPath(this.#document, kind, whom);
  }

  /** Whether the document declares how to share one with whom a member names, afterwards or as it is created. */
  canMakeShared(kind: ThingKind, whom: SharedWith): boolean {
    return this.canMake(kind) && (this.#sharingOf(kind, whom) !== undefined || this.canBeIn(kind, whom.like));
  }

  /** Creates one that is shared with whom a member names; the path of sharing may ask for its public id in place of its own. */
  async makeShared(
    admin: Actor,
    kind: ThingKind,
    deploymentId: string,
    whom: SharedWith,
    value: unknown,
    publicIdOf?: (made: Thing) => Promise<string | undefined>,
  ): Promise<Thing> {
    const sharing = this.#sharingOf(kind, whom);
    if (!sharing) return this.make(admin, kind, deploymentId, [{ like: whom.like, value }]);
    const made = await this.make(admin, kind, deploymentId);
    const isByPublicId = /\{[^}]*public[^}]*\}[^{]*$/i.test(sharing.path);
    const publicId = isByPublicId ? await publicIdOf?.(made) : undefined;
    await this.#share(admin, kind, [deploymentId, publicId ?? made.id], sharing, value);
    return made;
  }

  /** Shares a thing with whom a member, or the path, names. */
  async #share(admin: Actor, kind: ThingKind, ids: readonly string[], sharing: Sharing, value: unknown): Promise<void> {
    const named = sharing.isNamedInPath ? [...ids, ...[value].flat().map(String)] : ids;
    // A path need not name the deployment of a thing.
    const left = named.slice(-(sharing.path.match(/\{/g)?.length ?? named.length));
    const path = sharing.path.replace(/\{[^}]*\}/g, () => encodeURIComponent(left.shift() ?? ''));
    const body = sharing.isNamedInPath ? undefined : (this.#bodies as DeclaredBodies).forSharing(sharing, value);
    const { status } = await admin.request(sharing.method, path, body);
    if (status >= 300) throw setupFailed(`sharing a ${kind.name} was refused with ${status}`);
  }

  /** What the request that creates one may say of it. */
  creationSchema(kind: ThingKind): Readonly<Record<string, Schema>> {
    const creation = this.#creationOf(kind);
    return (creation && this.#bodies?.propertiesFor(kind, creation)) ?? {};
  }

  /** Whether a new one can be put into another thing, which a member like this names. */
  canBeIn(kind: ThingKind, like: RegExp): boolean {
    const creation = this.#creationOf(kind);
    return (creation && this.#bodies?.hasPlace(kind, creation, like)) ?? false;
  }

  #creationOf(kind: ThingKind): DeclaredOperation | undefined {
    return creationOf(this.#document, kind);
  }

  /**
   * The body of a creation. Where it has to name a thing of the same kind, such as the branch that a new one begins at, that is a
   * listed one.
   */
  async #bodyOf(
    admin: Actor,
    kind: ThingKind,
    creation: DeclaredOperation,
    { list, ...about }: NewThing & { readonly list: DeclaredList | undefined },
  ): Promise<Members> {
    const bodies = this.#bodies as DeclaredBodies;
    const first = bodies.forCreation(kind, creation, about);
    const lacking = first.unknown.length > 0 ? (first.alike ?? []) : [];
    const standing = lacking.length > 0 && list ? await this.#standingIn(admin, kind, list) : undefined;
    const { body, unknown } =
      standing === undefined
        ? first
        : bodies.forCreation(kind, creation, { ...about, standing: { members: lacking, value: standing } });
    if (unknown.length > 0) throw setupFailed(`the creation of a ${kind.name} requires ${unknown.join(', ')}`);
    return body;
  }

  /** The same as `#standingOf`, asked for once: the main one of a list stays. */
  #standingIn(admin: Actor, kind: ThingKind, list: DeclaredList): Promise<string | undefined> {
    const known = this.#standing.get(list.path) ?? this.#standingOf(admin, kind, list);
    this.#standing.set(list.path, known);
    return known;
  }

  /** What there is already of a kind: the main one, or else the first that is listed. */
  async #standingOf(admin: Actor, kind: ThingKind, list: DeclaredList): Promise<string | undefined> {
    const { pages } = await declaredPages(admin, list);
    const listed = pages.flatMap(elementsIn);
    const main = listed.find((one) => isMainOf(one, kind)) ?? listed[0];
    return main && idOf(main, kind);
  }
}

/** The address of a user or role of the account, as the specification prints their paths. */
function addressOf(what: readonly string[], id: string, { BASE_URL }: Settings): string {
  const collection = what.includes('role') ? 'roles' : 'users';
  return `${String(BASE_URL).replace(/\/$/, '')}/api/v1/${collection}/${encodeURIComponent(id)}`;
}
