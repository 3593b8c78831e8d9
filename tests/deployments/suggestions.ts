import { idInName } from '../../contracts/bindings/resource-names.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

interface Suggestion {
  readonly agentId?: unknown;
}

/** The ids of the agents of starter prompts; a prompt without an agent id is left out. */
export function agentsIn(suggestions: unknown): string[] {
  const { items = [] } = suggestions as { readonly items?: readonly (Suggestion | string)[] };
  const agents = items.flatMap((one) =>
    typeof one === 'object' && (one.agentId ?? null) !== null ? namesIn(String(one.agentId)) : [],
  );
  if (items.length > 0 && agents.length === 0) untested(unstated('deployments.suggestion-agent'));
  return agents;
}

/** An id, and the end of one that is written as a path, such as `agents/7`. */
const namesIn = (id: string) => [...new Set([id, idInName(id)])];

/** Requires that prompts of an agent are suggested to an administrator: otherwise it has none. */
export async function requireSuggested(admin: Actor, agent: string): Promise<void> {
  if (!agentsIn(await admin.preparing.listAgentSuggestions()).includes(agent)) {
    throw setupFailed(`no prompt of ${agent} is suggested to an administrator`);
  }
}
