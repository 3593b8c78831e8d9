import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';

/** An agent with its starter prompts: for all who read its deployment, or for those who manage agents. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly deploymentId: number;
  readonly action: 'DeploymentRead' | 'AgentManage';
  readonly prompts: readonly string[];
}

export const SALES_AGENT = 'agent-sales';
export const AUDIT_AGENT = 'agent-audit';

/** The agents of all deployments, by their ids. */
export const agents = slice('agents', ({ deployments: { home: deploymentId } }) => {
  const seeded: readonly Agent[] = [
    {
      id: SALES_AGENT,
      name: 'Sales analyst',
      deploymentId,
      action: 'DeploymentRead',
      prompts: ['Which regions grew last month?', 'Show open orders'],
    },
    {
      id: AUDIT_AGENT,
      name: 'Audit',
      deploymentId,
      action: 'AgentManage',
      prompts: ['Who changed a price this week?'],
    },
  ];
  return new Map(seeded.map((one) => [one.id, one]));
});

export function agentsOf(tenant: Tenant, deploymentId: number): readonly Agent[] {
  return [...agents(tenant).values()].filter((one) => one.deploymentId === deploymentId);
}
