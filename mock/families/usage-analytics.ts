import { created, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { instantOf } from '../clock.ts';
import { signDataToken } from '../tokens.ts';
import type { FamilyBehaviour } from './family.ts';

function createUsageAnalyticsToken({ tenant, principal }: Call): Answer {
  const expiresAt = tenant.clock.now() + tenant.rules.usageAnalytics.lifetime;
  const token = signDataToken(tenant, {
    userId: principal.user?.id ?? 0,
    deploymentId: tenant.deployments.home,
    audience: 'usage-analytics',
    expiresAt,
  });
  return created({ token, expiresAt: instantOf(expiresAt) });
}

export const usageAnalytics: FamilyBehaviour = { handlers: { createUsageAnalyticsToken } };
