import { ok, refuse } from '../answer.ts';
import { isAdmin } from '../authority.ts';
import type { Handler } from '../call.ts';
import { withAddress } from '../other-members.ts';
import type { FamilyBehaviour } from './family.ts';

/** Who may read is open. */
function reading(handler: Handler): Handler {
  return (call) => {
    const { tenant, principal } = call;
    if (!tenant.rules.appConfig.mayRead(isAdmin(tenant, principal), tenant.dialect))
      refuse('forbidden', 'this is for administrators');
    return handler(call);
  };
}

export const appConfig: FamilyBehaviour = {
  handlers: {
    getAppConfig: reading((call) => ok(withAddress(call, 'ai', call.tenant.rules.appConfig.config(call.tenant)))),
    getAppTheme: reading(({ tenant }) => ok(tenant.rules.appConfig.theme(tenant))),
  },
};
