import { ok } from '../answer.ts';
import { withAddress } from '../other-members.ts';
import type { FamilyBehaviour } from './family.ts';

export const appConfig: FamilyBehaviour = {
  handlers: {
    getAppConfig: (call) => ok(withAddress(call, 'ai', call.tenant.rules.appConfig.config(call.tenant))),
    getAppTheme: ({ tenant }) => ok(tenant.rules.appConfig.theme(tenant)),
  },
};
