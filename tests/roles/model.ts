import type fc from 'fast-check';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { Kept } from '../../harness/rules/kept.ts';
import { contentOf, type Policy } from '../../harness/things/roles.ts';
import { expect } from '../../harness/test.ts';

export const MEMBERS = ['name', 'description', 'policies'] as const;
export type Member = (typeof MEMBERS)[number];

export interface Change {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly policies?: readonly Policy[] | null;
}

/** What the model knows of one role: each member that is kept, and the requirement by which it has its value now. */
export class RoleState {
  readonly id: number;
  readonly kept = new Kept<Member>();
  isDeleted = false;

  constructor(id: number, body: Required<Change>) {
    this.id = id;
    for (const member of MEMBERS) this.set(member, body, `roles.create.stores-${member}`);
  }

  get name(): string {
    return String(this.kept.valueOf('name'));
  }

  set(member: Member, change: Change, by: RequirementId): void {
    this.kept.set(member, contentOf(change as { name: string })[member], by);
  }
}

export type Which = number | string;

/** The expected state of the tenant: the roles of this sequence, including deleted ones. */
export class Model {
  readonly roles: RoleState[] = [];
  /** Names that are free again, with the action that freed them. */
  readonly freed = new Map<string, 'delete' | 'rename'>();

  /** The role at an index, counted modulo the number of roles, including deleted ones, or the last one of a name. */
  at(which: Which): RoleState | undefined {
    return typeof which === 'string'
      ? this.roles.findLast(({ name }) => name === which)
      : this.roles[which % Math.max(1, this.roles.length)];
  }

  isTaken(name: string, except?: RoleState): boolean {
    return this.roles.some((role) => !role.isDeleted && role !== except && role.name === name);
  }
}

/** The credentials of administrators by which the roles are changed and read: first that of the run. */
interface Administrators {
  readonly admin: Actor;
  readonly others: readonly Actor[];
}

export type Command = fc.AsyncCommand<Model, Administrators>;

/** A step of one administrator; a refusal of the credential itself is about other requirements, and the step is the run's own then. */
type Step = (model: Model, send: Send, admin: Actor, look: Look) => Promise<RoleState | undefined>;
/** Compares all members of a role, as they are read by the run and with another credential. */
type Look = (role: RoleState) => Promise<void>;
type Send = <Sent extends Answer>(request: (actor: Actor) => Promise<Sent>) => Promise<Sent>;

function sendingAs({ admin, others }: Administrators, who: number): Send {
  const actor = [admin, ...others][who % (others.length + 1)] ?? admin;
  return async (request) => {
    const answer = await request(actor);
    return actor !== admin && [401, 403].includes(answer.status) ? request(admin) : answer;
  };
}

/** A step, after which all roles that it was about, and one that it was not about, are compared. */
export function step(title: string, who: number, run: Step): Command {
  return {
    check: () => true,
    async run(model, real) {
      const look: Look = async (role) => {
        await expectAsKept(sendingAs(real, 0), role);
        if (real.others.length > 0) await expectAsKept(sendingAs(real, 1 + (who % real.others.length)), role);
      };
      const touched = await run(model, sendingAs(real, who), real.admin, look);
      if (touched) await look(touched);
      const other = model.roles.find((role) => role !== touched && !role.isDeleted);
      if (other && touched) await judging('roles.update.other-roles-kept', () => expectSame(real.admin, other));
    },
    toString: () => `${title} by administrator ${who}`,
  };
}

export async function expectAsKept(send: Send, role: RoleState): Promise<void> {
  const answer = await send((actor) => actor.ask('getRole', role.id));
  if (role.isDeleted) {
    await judging('roles.delete.removes', () => {
      expect(answer).toBeRefusedWith(404);
    });
    return;
  }
  await judging('roles.get.same-id', () => {
    expect(answer).toSucceed();
    expect(answer.body.id).toBe(role.id);
  });
  await role.kept.expectIn(normalized(contentOf(answer.body)));
}

async function expectSame(admin: Actor, { id, kept }: RoleState): Promise<void> {
  const seen = normalized(contentOf(await admin.preparing.getRole(id)));
  expect(seen).toEqual(Object.fromEntries(MEMBERS.map((member) => [member, kept.valueOf(member)])));
}

/** In which normalization form letters are returned is open. */
function normalized<Content extends { readonly name: string | undefined }>(content: Content): Content {
  return { ...content, name: content.name?.normalize() };
}

export async function takeAway(admin: Actor, { roles }: Model): Promise<void> {
  // One that is only said to be deleted would be in the way of the next sequence.
  for (const { id } of roles) await admin.ask('deleteRole', id);
}
