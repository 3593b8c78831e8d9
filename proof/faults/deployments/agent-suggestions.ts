import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { changeBodySync, during } from '../../lib/patches.ts';
import { cachedForAll, sharedAnswer } from '../../lib/under-way.ts';

/** Faults of the suggestions of agents. */
export const agentSuggestionsFaults = faults({
  'deployments.agent-suggestions.usable-shown': [
    {
      name: 'managers-only',
      sentence: 'Starter prompts are suggested to those alone who may manage agents.',
      patch: ({ deployments }) => {
        const { isSuggested } = deployments;
        deployments.isSuggested = (agent, mayUse) => agent.action === 'AgentManage' && isSuggested(agent, mayUse);
      },
    },
    {
      name: 'not-to-oauth',
      sentence: 'Starter prompts are suggested to whoever asks with an API key, and none to an OAuth token.',
      patch: given(
        'listAgentSuggestions',
        byOAuth,
        changeBodySync('listAgentSuggestions', (list) => ({ ...list, items: [] })),
      ),
    },
    {
      name: 'once',
      sentence: 'Starter prompts are suggested to a caller once, and not again.',
      patch: given(
        'listAgentSuggestions',
        (_call, { done }) => done > 0,
        changeBodySync('listAgentSuggestions', (list) => ({ ...list, items: [] })),
        { of: ({ principal }) => principal.token },
      ),
    },
  ],
  'deployments.agent-suggestions.unusable-hidden': [
    {
      name: 'as-another-was-just-shown',
      sentence: 'Starter prompts that somebody asked for within the last second are the answer to everybody.',
      patch: cachedForAll('listAgentSuggestions'),
    },
    {
      name: 'everybody',
      sentence: 'The starter prompts of all agents are suggested to everybody.',
      patch: ({ deployments }) => {
        deployments.isSuggested = () => true;
      },
    },
    {
      name: 'to-oauth',
      sentence: 'The starter prompts of all agents are suggested to an OAuth token of any user.',
      patch: given(
        'listAgentSuggestions',
        byOAuth,
        during('listAgentSuggestions', 'deployments', () => ({ isSuggested: () => true })),
      ),
    },
    {
      name: 'after-an-administrator',
      sentence: 'Whoever asks for starter prompts after an administrator is shown what that one was shown.',
      patch: (rules) => {
        let everything = false;
        given(
          'listAgentSuggestions',
          () => {
            const was = everything;
            everything = true;
            return was;
          },
          during('listAgentSuggestions', 'deployments', () => ({ isSuggested: () => true })),
        )(rules);
      },
    },
    {
      name: 'those-of-another-at-once',
      sentence:
        'Of two requests for starter prompts at the same time the second is answered those for the caller of the first.',
      patch: sharedAnswer('listAgentSuggestions'),
    },
  ],
});
