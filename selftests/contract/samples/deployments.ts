import type { Samples } from './sample.ts';

export const deployments: Samples = {
  DeploymentsListResponse: {
    conforming: [
      { items: [] },
      {
        items: [{ id: 12 }, { id: 13 }],
        pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'b2Zmc2V0OjI=', startCursor: 'b2Zmc2V0OjE=' },
      },
    ],
    free: [
      { point: 'U063', value: { items: [{ name: 'Sales', region: null }], cursor: 'next' } },
      { point: 'U104', value: { items: [], data: [], count: 0, pagination: null } },
      { point: 'U006', value: { items: [], pageInfo: { hasNextPage: false, endCursor: null } } },
    ],
    defects: [
      { defect: 'there are no items', lines: '223', value: { deployments: [] }, blames: 'deployments.list.items' },
      { defect: 'the items are null', lines: '223', value: { items: null }, blames: 'deployments.list.items' },
      {
        defect: 'the items are no array',
        lines: '223',
        value: { items: { '12': {} } },
        blames: 'deployments.list.items',
      },
    ],
  },
  DeploymentPage: {
    conforming: [{ items: [{ id: 12 }, { id: '13' }] }],
    free: [{ point: 'U063', value: { deployments: [], next: 'b2Zmc2V0OjI=' } }],
  },
  DeploymentUpdateBody: {
    conforming: [
      {},
      { cloudProvider: 'aws', region: 'us-east-1' },
      { releaseChannel: 'stable', releaseChannelVersion: '1.4.2', releaseChannelVersionHold: true },
      { template: 'blank', templateVariables: { greeting: 'hello' } },
      { defaultLaunchpadViewGroup: 'everyone', launchpadTabs: ['reports'] },
    ],
    free: [
      { point: 'U104', value: { releaseChannelVersion: 14, launchpadTabs: { reports: true }, template: null } },
      { point: 'U062', value: { templateVariables: { greeting: null, depth: 3 } } },
    ],
    defects: [
      { defect: 'the template variables have no keys', lines: '224', value: { templateVariables: 'greeting=hello' } },
      { defect: 'the template variables are an array', lines: '224', value: { templateVariables: ['greeting'] } },
    ],
  },
  DeploymentSettings: {
    conforming: [{ region: 'us-east-1', templateVariables: {}, releaseChannelVersionHold: false }],
    free: [
      { point: 'U065', value: { settings: { region: 'us-east-1' } } },
      { point: 'U065', value: [{ name: 'region', value: 'us-east-1' }] },
      { point: 'U065', value: { region: null, launchpadTabs: null } },
    ],
  },
  DeploymentVersionsResponse: {
    conforming: [{ items: [{ version: '1.4.2' }, { version: '1.5.0' }] }, { items: [] }],
    free: [
      { point: 'U065', value: ['1.4.2', '1.5.0'] },
      { point: 'U065', value: { items: ['1.4.2'] } },
      { point: 'U065', value: { versions: [{ name: '1.4.2' }] } },
    ],
  },
  DeploymentTokenBody: {
    conforming: [{}, { expiresIn: 60 }, { expiresIn: 3600 }, { expiresIn: 86400 }],
    defects: [
      { defect: 'the lifetime is too short', lines: '227, 321', value: { expiresIn: 59 } },
      { defect: 'the lifetime is too long', lines: '227, 321', value: { expiresIn: 86401 } },
      { defect: 'the lifetime is a fraction', lines: '227', value: { expiresIn: 90.5 } },
      { defect: 'the lifetime is a text', lines: '227', value: { expiresIn: 'long' } },
    ],
  },
  DeploymentTokenResponse: {
    conforming: [{ token: 'a.b.c' }],
    free: [
      { point: 'U064', value: { accessToken: 'a.b.c', expiresAt: 1893456000 } },
      { point: 'U064', value: { data: { token: 'a.b.c' } } },
    ],
  },
  AgentDefaults: {
    conforming: [
      { defaultAgentId: 'agent-1', autoAgentEnabled: true },
      { defaultAgentId: null, autoAgentEnabled: false },
    ],
    free: [
      { point: 'U104', value: {} },
      { point: 'U104', value: { defaultAgentId: null, autoAgentEnabled: true, defaultSpace: 'main' } },
    ],
    defects: [
      {
        defect: 'the id of the agent is a number',
        lines: '228',
        value: { defaultAgentId: 7, autoAgentEnabled: true },
        blames: 'deployments.agent-defaults.default-agent-id',
      },
      {
        defect: 'the flag is a text',
        lines: '228',
        value: { defaultAgentId: null, autoAgentEnabled: 'true' },
        blames: 'deployments.agent-defaults.auto-agent-enabled',
      },
      {
        defect: 'the flag is null, as the id beside it may be',
        lines: '228',
        value: { defaultAgentId: null, autoAgentEnabled: null },
        blames: 'deployments.agent-defaults.auto-agent-enabled',
      },
    ],
  },
  AgentSuggestionsResponse: {
    conforming: [{ items: [{ agentId: 'agent-1', prompt: 'How are sales?' }] }, { items: [] }],
    free: [
      { point: 'U065', value: ['How are sales?'] },
      { point: 'U065', value: [{ agent: { id: 7 }, prompts: ['How are sales?'] }] },
      { point: 'U065', value: { suggestions: { 'agent-1': ['How are sales?'] } } },
    ],
  },
};
