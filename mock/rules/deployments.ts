import { LIMITS } from '../../contracts/limits.ts';
import { instantOf } from '../clock.ts';
import { VERSIONS, type Deployment } from '../world/deployments.ts';

export type Configuration = Readonly<Record<string, unknown>>;

const MEMBERS = {
  cloudProvider: 'string',
  region: 'string',
  releaseChannel: 'string',
  releaseChannelVersion: 'string',
  releaseChannelVersionHold: 'boolean',
  template: 'string',
  templateVariables: 'object',
  defaultLaunchpadViewGroup: 'string',
  launchpadTabs: 'array',
} as const;

export interface Agent {
  readonly id: string;
  /** The action on the deployment that lets somebody use the agent. */
  readonly action: string;
  readonly prompts: readonly string[];
}

/** Rules of deployments, as data. */
export const deploymentsRules = () => ({
  accepted: MEMBERS as Readonly<Record<string, string>>,
  versions: (_deployment: Deployment): readonly string[] => VERSIONS,
  isListedVersion: (version: unknown, listed: readonly string[]): boolean => listed.some((one) => one === version),
  merged: (stored: Configuration, change: Configuration): Configuration => ({ ...stored, ...change }),
  mergedVariables: (stored: Configuration, change: Configuration): Configuration => ({ ...stored, ...change }),
  /** What of a deployment its settings show: everything but the secrets. */
  settings: ({ configuration }: Deployment): Record<string, unknown> => ({ ...configuration }),
  tokenSeconds: { ...LIMITS.deploymentTokenSeconds } as Record<'min' | 'max' | 'default', number>,
  /** The seconds that a request asks for; undefined for what is no whole number. */
  secondsIn: (expiresIn: unknown): number | undefined =>
    typeof expiresIn === 'number' && Number.isInteger(expiresIn) ? expiresIn : undefined,
  expiresAt: (now: number, seconds: number): number => now + seconds * 1000,
  tokenShown: (token: string, expiresAt: number): Record<string, unknown> => ({
    token,
    expiresAt: instantOf(expiresAt),
  }),
  /** Whether prompts of an agent are for a caller, who may or may not do what using it takes. */
  isSuggested: (_agent: Agent, mayUse: boolean): boolean => mayUse,
  agentDefaults: (agents: readonly Agent[]): Record<string, unknown> => ({
    defaultAgentId: agents[0]?.id ?? null,
    autoAgentEnabled: agents.length > 1,
  }),
});
