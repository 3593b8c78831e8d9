import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { isAdmin } from '../../mock/authority.ts';
import { ADMIN_ROLE } from '../../mock/world/account.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, during, remembering, replaceSync, withRules, responseOf } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';
import { storing } from '../lib/roles.ts';

type Policies = readonly unknown[];

/** Reads the policies of a body otherwise than they were sent, where they are a list. */
const readingPolicies = (operation: 'createRole' | 'updateRole', read: (policies: Policies) => Policies): Patch =>
  replaceSync(operation, (call, original) => {
    const body = bodyOf(call, { optional: true });
    const { policies } = body;
    return original(Array.isArray(policies) ? { ...call, body: { ...body, policies: read(policies) } } : call);
  });

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null;

/** Changes a member of each policy where it has one. */
const eachPolicy =
  (member: string, change: (value: unknown) => unknown) =>
  (policies: Policies): Policies =>
    policies.map((one) => (isObject(one) && member in one ? { ...one, [member]: change(one[member]) } : one));

const asList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);
const withoutNull = (value: unknown): unknown => (Array.isArray(value) ? value.filter((one) => one !== null) : value);

/** What a tenant that reads bodies generously takes for policies. */
const GENEROUS = {
  'policy-resource-type-missing': {
    name: 'null-dropped',
    what: 'a policy of null beside another one is dropped',
    read: (policies) => policies.filter((one) => one !== null),
  },
  'policy-actions-missing': {
    name: 'text-taken',
    what: 'a text in the place of actions is taken for one action',
    read: eachPolicy('actions', asList),
  },
  'policy-resources-missing': {
    name: 'text-taken',
    what: 'a text in the place of resources is taken for one resource',
    read: eachPolicy('resources', asList),
  },
  'policy-action-unknown': {
    name: 'null-dropped',
    what: 'null among actions is dropped',
    read: eachPolicy('actions', withoutNull),
  },
  'policy-deployment-one-of-many': {
    name: 'beside-all',
    what: 'what stands beside All among the resources is dropped',
    read: eachPolicy('resources', (value) => (Array.isArray(value) && value[0] === 'All' ? ['All'] : value)),
  },
  'policy-deployment-slug': [
    {
      name: 'empty-dropped',
      oneOfMany: true,
      what: 'an empty text among resources is taken for All',
      read: eachPolicy('resources', (value) =>
        Array.isArray(value) ? value.map((one: unknown) => (one === '' ? 'All' : one)) : value,
      ),
    },
    {
      name: 'fraction-cut',
      oneOfMany: true,
      what: 'a deployment id with a fraction is cut',
      read: eachPolicy('resources', (value) =>
        Array.isArray(value)
          ? value.map((one: unknown) => (typeof one === 'string' ? one.replace(/^(\d+)\.\d+$/, '$1') : one))
          : value,
      ),
    },
  ],
} satisfies Readonly<Record<string, Generous | readonly Generous[]>>;

interface Generous {
  readonly name: string;
  readonly what: string;
  readonly read: (policies: Policies) => Policies;
  /** Whether what it takes is also one policy of several that are refused. */
  readonly oneOfMany?: boolean;
}

const generously = Object.fromEntries(
  Object.entries<Generous | readonly Generous[]>(GENEROUS).flatMap(([rule, given]) =>
    (['create', 'update'] as const).map((topic) => [
      `roles.${topic}.${rule}` as RequirementId,
      [given].flat().map(({ name, what, read, oneOfMany = false }) => ({
        name,
        sentence: `In a role ${topic === 'create' ? 'creation' : 'update'} ${what}.`,
        also: oneOfMany
          ? alsoThese('it is one of many policies', `roles.${topic}.policy-one-of-many` as RequirementId)
          : [],
        patch: readingPolicies(`${topic}Role`, read),
      })),
    ]),
  ),
);

const nothingOf = (text: string) => (next: Body) => next['description'] === text;

/** An update reads some descriptions as none. */
const readAsNone = (text: string): Patch =>
  storing((next, asked) => (nothingOf(text)(asked) ? { ...next, description: null } : next));

/** Whether the caller has the admin role through a group alone. */
const isByGroup = ({ tenant, principal }: Call): boolean =>
  isAdmin(tenant, principal) && principal.user?.roleIds.has(ADMIN_ROLE) === false;

/** Faults of inputs that programs read otherwise than they were sent, and of what comes back under its former request. */
export const inputsFurtherFaults = faults({
  ...generously,
  'roles.update.description-changes': [
    { name: 'word-null', sentence: 'A description that reads null clears it.', patch: readAsNone('null') },
    { name: 'zero', sentence: 'A description that reads 0 clears it.', patch: readAsNone('0') },
  ],
  'roles.create.stores-description': {
    name: 'zero-is-none',
    sentence: 'A creation with a description that reads 0 stores none.',
    patch: changeRequest('createRole', (body) => (nothingOf('0')(body) ? { ...body, description: null } : body)),
  },
  'deployments.token.expires-in-fraction': [
    {
      name: 'true-is-shortest',
      sentence: 'An expiresIn of true is taken for the shortest lifetime.',
      patch: expiresInAs((given) => (given === true ? 60 : given)),
    },
    {
      name: 'list-of-one',
      sentence: 'An expiresIn that is a list of one number is taken for that number.',
      patch: expiresInAs((given) => (Array.isArray(given) && given.length === 1 ? (given[0] as unknown) : given)),
    },
  ],
  'environments.token.scopes-not-withheld': {
    name: 'none-asked-for',
    sentence: 'A token that is asked for with no scopes is signed with meta and answered with none.',
    patch: all(
      ({ environments }) => {
        const { signed } = environments;
        environments.signed = (requested, known) => (requested.length === 0 ? ['meta'] : signed(requested, known));
      },
      replaceSync('createEnvironmentToken', (call, original) => {
        const { scopes } = bodyOf(call);
        const isNone = Array.isArray(scopes) && scopes.length === 0;
        return withRules(call, 'environments', isNone ? { shown: () => [] } : {}, () => original(call));
      }),
    ),
  },
  'environments.meta-sync.private-administrator': {
    name: 'not-through-a-group',
    seenWith: 'OTHER_ADMIN_TOKEN',
    sentence: 'Where RBAC is off, who has the admin role through a group gets no meta-private.',
    patch: during(
      'createMetaSyncToken',
      'environments',
      ({ mayReadSchema }) => ({ mayReadSchema: (_held, _admin, rbac) => mayReadSchema(false, false, rbac) }),
      isByGroup,
    ),
  },
  'api-keys.delete.not-authenticating': {
    name: 'back-with-its-name',
    sentence: 'The creation of a key under the name of a deleted one brings the token of that one back.',
    patch: remembering(
      () => new Map<unknown, readonly [token: string, record: TokenRecord]>(),
      (deleted) =>
        all(
          replaceSync('deleteApiKey', (call, original) => {
            const shown = responseOf(call, 'getApiKey') as { readonly body: Body };
            const entry = [...call.tenant.tokens].find(([, { keyId }]) => keyId === shown.body['id']);
            const answer = original(call);
            if (entry) deleted.set(shown.body['name'], entry);
            return answer;
          }),
          replaceSync('createApiKey', (call, original) => {
            const answer = original(call);
            const entry = deleted.get(bodyOf(call)['name']);
            if (entry) call.tenant.tokens.set(...entry);
            return answer;
          }),
        ),
    ),
  },
});

function expiresInAs(read: (given: unknown) => unknown): Patch {
  return ({ deployments }) => {
    const { secondsIn } = deployments;
    deployments.secondsIn = (given) => secondsIn(read(given));
  };
}
