import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

/** A secret in plain text and in the encodings in which a response may contain it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

test(...verifies('deployments.settings.no-secrets'), async ({ check, admin }) => {
  const secret = check.secretOf('DEPLOYMENT_SECRET').reveal();
  for (const form of formsOf(secret)) check.secret(form, 'DEPLOYMENT_SECRET');
  const answer = await admin.ask('getDeploymentSettings');
  expect(answer).toSucceed();
  const shown = formsOf(secret).filter((form) => answer.original.reveal().includes(form));
  expect(shown.length, 'encodings of the secret in the settings').toBe(0);
});

interface Suggestion {
  readonly agentId?: unknown;
}

/** The ids of the agents of starter prompts; a prompt without an agent id is left out. */
function agentsIn(suggestions: unknown): string[] {
  const { items = [] } = suggestions as { readonly items?: readonly (Suggestion | string)[] };
  const agents = items.flatMap((one) =>
    typeof one === 'object' && (one.agentId ?? null) !== null ? [String(one.agentId)] : [],
  );
  if (items.length > 0 && agents.length === 0) untested(unstated('deployments.suggestion-agent'));
  return agents;
}

test(...verifies('deployments.agent-suggestions.usable-shown'), async ({ check, member }) => {
  expect(agentsIn(await member.listAgentSuggestions())).toContain(check.provided('PROMPTED_AGENT_ID'));
});

test(...verifies('deployments.agent-suggestions.unusable-hidden'), async ({ check, admin, member }) => {
  const hidden = check.provided('HIDDEN_AGENT_ID');
  if (!agentsIn(await admin.preparing.listAgentSuggestions()).includes(hidden)) {
    throw setupFailed(`no prompt of ${hidden} is suggested to an administrator`);
  }
  expect(agentsIn(await member.listAgentSuggestions())).not.toContain(hidden);
});
