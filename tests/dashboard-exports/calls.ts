import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCall, ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { downloaded, exportBody, started } from './exports.ts';

function body(check: Check, where: Where): Record<string, unknown> {
  return where === 'home'
    ? exportBody(check)
    : exportBody(check, { dashboardPublicId: check.provided('OTHER_DASHBOARD_PUBLIC_ID') });
}

function there(check: Check, admin: Actor, where: Where): Actor {
  return where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
}

const ofJob: ValidCall = async (check, admin, where) => ({
  path: { jobId: await started(check, there(check, admin, where), body(check, where)) },
});

export const calls: ValidCalls = {
  startDashboardExport: (check, _admin, where) => ({ body: body(check, where) }),
  getDashboardExport: ofJob,
  async downloadDashboardExport(check, admin, where) {
    const jobId = await started(check, there(check, admin, where), body(check, where));
    // Whether it has finished the call itself shows.
    await downloaded(check, there(check, admin, where), jobId);
    return { path: { jobId } };
  },
};
