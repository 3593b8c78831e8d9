import { ok } from '../answer.ts';
import type { FamilyBehaviour } from './family.ts';

export const appConfig: FamilyBehaviour = {
  handlers: {
    getAppConfig: ({ tenant }) => ok(tenant.rules.appConfig.config(tenant)),
    getAppTheme: ({ tenant }) => ok(tenant.rules.appConfig.theme(tenant)),
  },
};
