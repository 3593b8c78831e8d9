import { refuse } from '../answer.ts';
import type { Body, Call } from '../call.ts';
import { agents as agentsIn, type Agent } from '../families/agents.ts';
import { FLAG, NAME, TEXT, type Thing, type VendorOperations } from './operation.ts';

function createAgent({ tenant, path }: Call, body: Body): Thing {
  const {
    name,
    starterPrompts = [],
    isForManagers = false,
  } = body as {
    name: string;
    starterPrompts?: readonly string[];
    isForManagers?: boolean;
  };
  const agent: Agent = {
    id: `agent-${tenant.random.word(10)}`,
    name,
    deploymentId: Number(path['deploymentId']),
    action: isForManagers ? 'AgentManage' : 'DeploymentRead',
    prompts: starterPrompts,
  };
  agentsIn(tenant).set(agent.id, agent);
  return { id: agent.id, name };
}

function deleteAgent({ tenant, path }: Call): void {
  const agent = agentsIn(tenant).get(path['agentId'] ?? '');
  if (agent?.deploymentId !== Number(path['deploymentId'])) refuse('unknown', 'there is no such agent');
  agentsIn(tenant).delete(agent.id);
}

export const agents: VendorOperations = {
  createAgent: {
    kind: 'agents',
    family: 'ai',
    does: 'create',
    summary: 'Make an agent with starter prompts, for readers of the deployment or for managers of agents',
    body: { name: NAME, starterPrompts: { type: 'array', items: NAME }, isForManagers: FLAG },
    needed: ['name'],
    shows: { id: TEXT, name: NAME },
    listedBy: 'listAgents',
    run: createAgent,
  },
  deleteAgent: { kind: 'agents', family: 'ai', does: 'remove', summary: 'Remove an agent', run: deleteAgent },
};
