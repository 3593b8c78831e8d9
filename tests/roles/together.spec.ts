import { LIMITS } from '../../contracts/limits.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh, freshOfLength, SIGNS } from '../../harness/client/unique.ts';
import { judging } from '../../harness/check/judging.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { Kept } from '../../harness/rules/kept.ts';
import { contentOf, madeRole, policy, roleBody, type Role } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { heldRole, tieredRole } from './pasts.ts';
import { manyPolicies } from './policies.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

const MEMBERS = ['name', 'description', 'policies'] as const;
type Member = (typeof MEMBERS)[number];

/** A kind of value of a member, and the requirement that says what an update with it leaves. */
interface Kind {
  readonly value: (role: Role) => unknown;
  readonly by: RequirementId;
}

const { max: longestName } = LIMITS.roleName;
const { max: longestDescription } = LIMITS.roleDescription;

const NAMES = {
  own: { value: ({ name }) => name, by: 'roles.update.name-own' },
  signs: { value: () => `${fresh('role')} ${SIGNS}`, by: 'roles.update.name-changes' },
  longest: { value: () => freshOfLength('role', longestName), by: 'roles.update.name-longest' },
} satisfies Readonly<Record<string, Kind>>;

const DESCRIPTIONS = {
  null: { value: () => null, by: 'roles.update.description-null-clears' },
  signs: { value: () => `${fresh('after')} ${SIGNS}`, by: 'roles.update.description-changes' },
  longest: {
    value: () => freshOfLength('description', longestDescription),
    by: 'roles.update.description-longest',
  },
} satisfies Readonly<Record<string, Kind>>;

const POLICIES = {
  // Without a license tier, beside whatever was there before.
  one: { value: () => [policy({ actions: ['APMRead'] })], by: 'roles.update.policy-tier-omitted' },
  most: { value: () => manyPolicies(LIMITS.policiesPerRole.max), by: 'roles.update.policies-most' },
  none: { value: () => [], by: 'roles.update.policies-empty-removes' },
} satisfies Readonly<Record<string, Kind>>;

type Update = Readonly<Record<Member, Kind>>;

/** Updates of all members in which each kind of value of a member stands once beside each kind of another one. */
const PAIRS: readonly Update[] = Object.values<Kind>(NAMES).flatMap((name, at) =>
  Object.values<Kind>(DESCRIPTIONS).map((description, other): Update => {
    const all = Object.values<Kind>(POLICIES);
    return { name, description, policies: all[(at + other) % all.length] ?? POLICIES.one };
  }),
);

/** The same, of which few do: everything is set, cleared and set again. */
const FEW: readonly Update[] = [
  { name: NAMES.signs, description: DESCRIPTIONS.longest, policies: POLICIES.one },
  { name: NAMES.own, description: DESCRIPTIONS.null, policies: POLICIES.none },
  { name: NAMES.signs, description: DESCRIPTIONS.signs, policies: POLICIES.most },
];

/** Creations in which they stand beside each other; whether one may be without policies is open. */
const CREATIONS: readonly Update[] = [
  { name: NAMES.signs, description: DESCRIPTIONS.null, policies: POLICIES.most },
  { name: NAMES.signs, description: DESCRIPTIONS.longest, policies: POLICIES.one },
  { name: NAMES.longest, description: DESCRIPTIONS.signs, policies: POLICIES.one },
  { name: NAMES.longest, description: DESCRIPTIONS.longest, policies: POLICIES.most },
];

function bodyOf(update: Update, standing: Role): Readonly<Record<Member, unknown>> {
  const values = MEMBERS.map((member) => [member, update[member].value(standing)]);
  return Object.fromEntries(values) as Readonly<Record<Member, unknown>>;
}

/** Expects an update to be taken; where it is not, the first of its members that is refused alone says which one is at fault. */
async function expectTaken(
  answer: Answer,
  send: (body: object) => Promise<Answer>,
  update: Update,
  body: Readonly<Record<Member, unknown>>,
): Promise<void> {
  if (isSuccess(answer)) return;
  for (const member of MEMBERS) {
    const alone = await send({ [member]: body[member] });
    await judging(update[member].by, () => {
      expect(alone).toSucceed();
    });
  }
  await judging('roles.update.answers-role', () => {
    expect(answer).toSucceed();
  });
}

/** Updates a role in turn, and compares all of its members after each. */
async function updateInTurn(admin: Actor, role: Role, updates: readonly Update[]): Promise<void> {
  const kept = new Kept<Member>();
  let standing = role;
  for (const update of updates) {
    const send = (body: object) => admin.raw('updateRole', { path: { roleId: role.id }, body });
    const body = bodyOf(update, standing);
    const answer = await send(body);
    await expectTaken(answer, send, update, body);
    const wanted = inOneForm(contentOf(body as Role));
    for (const member of MEMBERS) kept.set(member, wanted[member], update[member].by);
    standing = await admin.getRole(role.id);
    await kept.expectIn(inOneForm(contentOf(standing)));
    expect(inOneForm(contentOf(answer.body as Role)), 'the answer').toEqual(inOneForm(contentOf(standing)));
  }
}

async function createInTurn(admin: Actor, creations: readonly Update[]): Promise<void> {
  for (const creation of creations) {
    const body = bodyOf(creation, { id: 0, ...roleBody() });
    const created = await admin.createRole(body as ReturnType<typeof roleBody>);
    const wanted = inOneForm(contentOf(body as Role));
    expect(inOneForm(contentOf(created)), 'the answer').toEqual(wanted);
    expect(inOneForm(contentOf(await admin.getRole(created.id))), 'the role').toEqual(wanted);
  }
}

/** In which normalization form letters are returned is open. */
function inOneForm<Content extends Readonly<Record<Member, unknown>>>(content: Content): Content {
  return JSON.parse(JSON.stringify(content).normalize()) as Content;
}

test.describe('values of each kind', () => {
  test(...verifies('roles.update.answer-is-stored'), async ({ check, admin }) => {
    const held = (await heldRole(check, admin, tieredRole)) ?? (await madeRole(admin));
    await inEach(check, { 'values of each kind together': held }, (role) => updateInTurn(admin, role, PAIRS));
    await inEach(
      check,
      { 'values of each kind together, of a role that a group holds': await groupsRole(check, admin) },
      async (role) => {
        try {
          await updateInTurn(admin, role, FEW);
        } finally {
          // A leased tenant is not cleaned up after a check.
          const { name, policies } = role;
          await admin.raw('updateRole', {
            path: { roleId: role.id },
            body: { name, description: role.description ?? null, policies },
          });
        }
      },
    );
  });

  test(...verifies('roles.create.answer-is-stored'), async ({ check, admin }) => {
    await inEach(check, { 'values of each kind together': CREATIONS }, (creations) => createInTurn(admin, creations));
  });
});

/** The role that a group holds, where the run may change it. */
async function groupsRole(check: Check, admin: Actor): Promise<Role | undefined> {
  const id = check.optional('GROUP_ROLE_ID');
  return id !== undefined && check.mayChange('GROUP_ROLE_ID') ? admin.preparing.getRole(numberOf(id)) : undefined;
}
