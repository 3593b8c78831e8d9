import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { LIMITS } from '../../contracts/limits.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { during, replaceSync, withBody } from '../lib/patches.ts';
import { storing } from '../lib/roles.ts';

const isLongest = (value: unknown, { max }: { readonly max: number }): boolean =>
  typeof value === 'string' && value.length === max;
const isMost = (policies: unknown): boolean =>
  Array.isArray(policies) && policies.length === LIMITS.policiesPerRole.max;

/** An update stores something else where its members come together in a certain way. */
const storingWhere = (
  isMeant: (asked: Body, former: Role) => boolean,
  change: (next: Role, former: Role) => Partial<Role>,
): Patch => storing((next, asked, former) => (isMeant(asked, former) ? { ...next, ...change(next, former) } : next));

/** Drops members of the bodies of some updates, so that what is wrong with them is not seen. */
const overlooking = (member: string, isMeant: (body: Body) => boolean): Patch =>
  replaceSync('updateRole', (call, original) => {
    const body = bodyOf(call, { optional: true });
    return original(isMeant(body) ? { ...call, body: { ...body, [member]: undefined } } : call);
  });

const TOLD_BY = 'roles.update.answer-is-stored';
const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const STORED_TOO = alsoThese(
  'what is stored is shown, and such a policy is one of many',
  'roles.policy.deployment-resources',
  'roles.update.policy-one-of-many',
);

/** Faults of updates and creations that show where certain values of several members come together. */
export const rolesTogetherFaults = faults({
  'roles.update.policies-empty-removes': {
    name: 'beside-the-longest-name',
    toldBy: TOLD_BY,
    sentence: 'An empty list of policies beside a name of 255 characters removes none.',
    patch: storingWhere(
      ({ name, policies }) => isLongest(name, LIMITS.roleName) && isEmpty(policies),
      (_, { policies }) => ({ policies }),
    ),
  },
  'roles.update.description-longest': {
    name: 'beside-200-policies',
    toldBy: TOLD_BY,
    sentence: 'A description of 255 characters beside 200 policies loses its last character.',
    patch: storingWhere(
      ({ description, policies }) => isLongest(description, LIMITS.roleDescription) && isMost(policies),
      ({ description }) => ({ description: description?.slice(0, -1) ?? null }),
    ),
  },
  'roles.update.name-longest': {
    name: 'beside-a-null-description',
    toldBy: TOLD_BY,
    sentence: 'A name of 255 characters beside a null description loses its last character.',
    patch: storingWhere(
      ({ name, description }) => isLongest(name, LIMITS.roleName) && description === null,
      ({ name }) => ({ name: name.slice(0, -1) }),
    ),
  },
  'roles.update.answers-role': {
    name: 'most-refused-together',
    toldBy: TOLD_BY,
    sentence: 'An update to 200 policies is refused where the role is described in 255 characters.',
    patch: replaceSync('updateRole', (call, original) => {
      const { policies } = bodyOf(call, { optional: true });
      const { description } = bodyOf(call, { optional: true });
      return isMost(policies) && isLongest(description, LIMITS.roleDescription)
        ? refuse('too-large', 'the role is too large')
        : original(call);
    }),
  },
  'roles.create.answer-is-stored': {
    name: 'description-cut-beside-200-policies',
    sentence: 'A creation with 200 policies stores 250 characters of the description.',
    patch: replaceSync('createRole', (call, original) =>
      withBody(original(call), (body) => {
        if (!isMost(body['policies'])) return body;
        const { roles } = call.tenant.account;
        const role = roles.get(body['id'] as number);
        if (role) roles.replace({ ...role, description: role.description?.slice(0, 250) ?? null });
        return body;
      }),
    ),
  },
  'roles.update.policies-null': {
    name: 'beside-a-null-description',
    sentence: 'Policies of null beside a description of null are overlooked.',
    patch: overlooking('policies', ({ policies, description }) => policies === null && description === null),
  },
  'roles.update.name-built-in': [
    {
      name: 'beside-a-null-description',
      sentence: 'The name of a built-in role beside a description of null is overlooked.',
      patch: overlooking('name', ({ name, description }) => name === 'Admin' && description === null),
    },
    {
      name: 'beside-no-policies',
      sentence: 'The name of a built-in role beside an empty list of policies is overlooked.',
      patch: overlooking('name', ({ name, policies }) => name === 'Admin' && isEmpty(policies)),
    },
  ],
  'roles.update.name-changes': {
    name: 'begins-like-a-built-in-one',
    sentence: 'A name that begins with that of the Admin role is refused as a built-in one.',
    patch: during('updateRole', 'roles', ({ isBuiltInName }) => ({
      isBuiltInName: (name) => isBuiltInName(name) || name.startsWith('Admins'),
    })),
  },
  'roles.update.policy-deployment-slug': [
    {
      name: 'with-an-exponent',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource such as 1e3.',
      patch: slugTaken(/^\d+e\d+$/),
    },
    {
      name: 'in-other-digits',
      also: STORED_TOO,
      sentence: 'A role is updated to a Deployment resource in digits of another script.',
      patch: slugTaken(/^\p{Nd}+$/u),
    },
  ],
  'roles.update.policy-actions-account': {
    name: 'one-to-a-policy',
    sentence: 'A role update is refused whose policy names AuditLogManage beside another action.',
    patch: refusingPolicy((actions) => actions.includes('AuditLogManage') && actions.length > 1),
  },
});

function slugTaken(form: RegExp): Patch {
  return during('updateRole', 'roles', ({ isDeploymentId }) => ({
    isDeploymentId: (one) => isDeploymentId(one) || form.test(one),
  }));
}

function refusingPolicy(isRefused: (actions: readonly string[]) => boolean): Patch {
  return replaceSync('updateRole', (call, original) => {
    const { policies } = bodyOf(call, { optional: true });
    const some = Array.isArray(policies)
      ? (policies as readonly ({ readonly actions?: readonly string[] } | null)[])
      : [];
    const isMeant = some.some((one) => Array.isArray(one?.actions) && isRefused(one.actions));
    return isMeant ? refuse(400, 'these actions do not go together') : original(call);
  });
}
