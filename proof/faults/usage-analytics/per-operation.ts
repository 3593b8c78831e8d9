import { isAdmin } from '../../../mock/authority.ts';
import type { Tenant } from '../../../mock/tenant.ts';
import { faults } from '../../lib/fault.ts';

/** Faults of the access rules of tokens for usage analytics. */
export const perOperationFaults = faults({
  'usage-analytics.createUsageAnalyticsToken.administrator-only': {
    name: 'once-an-administrator-had-one',
    sentence: 'Once an administrator had a usage-analytics token, everybody is given one.',
    patch: ({ access }) => {
      let isOpen = false;
      const { needsAdministrator } = access;
      access.needsAdministrator = (rule, id, caller) => {
        if (id !== 'createUsageAnalyticsToken') return needsAdministrator(rule, id, caller);
        isOpen ||= isAdmin(caller.tenant as Tenant, caller.principal);
        return !isOpen;
      };
    },
  },
});
