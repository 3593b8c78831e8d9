import type { Role } from '../../mock/world/account.ts';
import { faults } from '../lib/fault.ts';
import { changeRoleRequest, refusedYetStored } from '../lib/roles.ts';

interface Asked {
  readonly policies?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
}

const asText = (given: unknown): string => (typeof given === 'string' ? given : '');

/** Of an update with one policy this list is empty: several policies are for other rows. */
const lacks = (list: 'actions' | 'resources') => (asked: Asked) =>
  typeof asked.name === 'string' &&
  typeof asked.description === 'string' &&
  Array.isArray(asked.policies) &&
  asked.policies.length === 1 &&
  JSON.stringify((asked.policies as Record<string, unknown>[])[0]?.[list]) === '[]';

const MANY = 10;

/** Updates that are refused and leave something of what they asked for, and policies of which not all is kept. */
export const rolesRefusedFaults = [
  ...faults({
    'roles.update.policy-no-action': [
      {
        name: 'name-stored',
        sentence: 'An update with a policy that grants no action is refused, and its name is stored.',
        patch: refusedYetStored(lacks('actions'), ({ name }) => ({ name: asText(name) })),
      },
      {
        name: 'description-stored',
        sentence: 'An update with a policy that grants no action is refused, and its description is stored.',
        patch: refusedYetStored(lacks('actions'), ({ description }) => ({ description: asText(description) })),
      },
    ],
    'roles.update.policy-no-resource': {
      name: 'name-stored',
      sentence: 'An update with a policy that names no resource is refused, and its name is stored.',
      patch: refusedYetStored(lacks('resources'), ({ name }) => ({ name: asText(name) })),
    },
    'roles.update.name-taken': [
      {
        name: 'policies-stored',
        sentence: 'An update to a name that is taken is refused, and its policies are stored.',
        patch: refusedYetStored(
          ({ policies }, { why }) => why === 409 && policies !== undefined,
          ({ policies }) => ({ policies: policies as Role['policies'] }),
        ),
      },
      {
        name: 'description-stored',
        sentence: 'An update to a name that is taken is refused, and its description is stored.',
        patch: refusedYetStored(
          ({ description }, { why }) => why === 409 && description !== undefined,
          ({ description }) => ({ description: asText(description) }),
        ),
      },
    ],
  }),
  ...(['create', 'update'] as const).flatMap((topic) =>
    faults({
      [`roles.${topic}.policy-deployment-ids`]: {
        name: 'ten-kept',
        sentence: 'Of more than ten resources of a policy the first ten are kept.',
        patch: changeRoleRequest(topic === 'create' ? 'createRole' : 'updateRole', (body) => {
          const { policies } = body;
          if (!Array.isArray(policies)) return body;
          const cut = (policies as Record<string, unknown>[]).map((one) => {
            const { resources } = one;
            return Array.isArray(resources) ? { ...one, resources: (resources as unknown[]).slice(0, MANY) } : one;
          });
          return { ...body, policies: cut };
        }),
      },
    }),
  ),
];
