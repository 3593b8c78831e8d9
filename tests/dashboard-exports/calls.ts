import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { downloadWhenReady, exportBody, startJob } from './exports.ts';

function body(check: Check, where: Where): Record<string, unknown> {
  return where === 'home'
    ? exportBody(check)
    : exportBody(check, { dashboardPublicId: check.provided('OTHER_DASHBOARD_PUBLIC_ID') });
}

const onNewJob: ValidCall = async (check, admin, where) => ({
  path: { jobId: await startJob(check, there(check, admin, where), body(check, where)) },
});

export const calls: ValidCalls = {
  startDashboardExport: (check, _admin, where) => ({ body: body(check, where) }),
  getDashboardExport: onNewJob,
  async downloadDashboardExport(check, admin, where) {
    const jobId = await startJob(check, there(check, admin, where), body(check, where));
    // The call itself shows whether the job has finished, so the response is not checked here.
    await downloadWhenReady(check, there(check, admin, where), jobId);
    return { path: { jobId } };
  },
};
