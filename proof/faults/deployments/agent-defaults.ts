import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { declaring, undeclare, UNDECLARED } from '../../lib/document.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { changedIf } from '../../lib/conditions.ts';
import { all, changeBody, changeBodySync } from '../../lib/patches.ts';

/** A member of the agent defaults that is neither shown nor declared. */
function goneMember(member: string): Deviation {
  return {
    name: 'gone',
    also: UNDECLARED,
    sentence: `The agent defaults neither show nor declare ${member}.`,
    patch: all(
      changeBody('getAgentDefaults', ({ [member]: _, ...rest }) => rest),
      declaring((document) => {
        undeclare(document, 'AgentDefaults', member);
      }),
    ),
  };
}

/** Faults of the defaults of agents. */
export const agentDefaultsFaults = faults({
  'deployments.agent-defaults.default-agent-id': [
    {
      name: 'object-for-plain-users',
      sentence: 'The defaultAgentId that a user without the admin role is shown is an object around the id.',
      patch: changedIf('getAgentDefaults', byPlainUser, (body) => ({
        ...body,
        defaultAgentId: { id: body['defaultAgentId'] },
      })),
    },
    {
      name: 'object',
      sentence: 'The defaultAgentId is an object around the id.',
      patch: ({ deployments }) => {
        const { agentDefaults } = deployments;
        deployments.agentDefaults = (agents) => ({ ...agentDefaults(agents), defaultAgentId: { id: agents[0]?.id } });
      },
    },
    {
      name: 'number-for-oauth',
      sentence: 'The defaultAgentId that an OAuth token is shown is a number.',
      patch: given(
        'getAgentDefaults',
        byOAuth,
        changeBodySync('getAgentDefaults', (body) => ({ ...body, defaultAgentId: 7 })),
      ),
    },
  ],
  'deployments.agent-defaults.auto-agent-enabled': [
    {
      name: 'text',
      sentence: 'The autoAgentEnabled is the word enabled or disabled.',
      patch: ({ deployments }) => {
        const { agentDefaults } = deployments;
        deployments.agentDefaults = (agents) => {
          const defaults = agentDefaults(agents);
          return { ...defaults, autoAgentEnabled: defaults['autoAgentEnabled'] === true ? 'enabled' : 'disabled' };
        };
      },
    },
    {
      name: 'null',
      sentence: 'The autoAgentEnabled is null.',
      patch: changeBodySync('getAgentDefaults', (body) => ({ ...body, autoAgentEnabled: null })),
    },
    {
      name: 'number-the-second-time',
      sentence: 'From the second read on, autoAgentEnabled is 0 or 1.',
      patch: given(
        'getAgentDefaults',
        (_call, { done }) => done > 0,
        changeBodySync('getAgentDefaults', (body) => ({
          ...body,
          autoAgentEnabled: body['autoAgentEnabled'] === true ? 1 : 0,
        })),
      ),
    },
    {
      name: 'text-after-an-update',
      sentence: 'The agent defaults of a deployment that was updated show autoAgentEnabled as a text.',
      patch: given(
        'getAgentDefaults',
        (_call, { done }) => done > 0,
        changedIf(
          'getAgentDefaults',
          () => true,
          (body) => ({ ...body, autoAgentEnabled: 'yes' }),
        ),
        { past: 'updateDeployment' },
      ),
    },
  ],
  'deployments.agent-defaults.has-default-agent-id': goneMember('defaultAgentId'),
  'deployments.agent-defaults.has-auto-agent-enabled': goneMember('autoAgentEnabled'),
});
