import type { TenantDocument } from '../../../contracts/bindings/tenant-document.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/failure.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { inDeployment, requireUndone, type UndoRule, type UndoRules } from './rule.ts';

type Members = Readonly<Record<string, unknown>>;

const preview: UndoRule = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: ({ body }) => ({ previewId: (body as Members | undefined)?.['previewId'] ?? null }),
  async undo({ deploymentId, previewId }, { admin }) {
    if (!isId(previewId)) return;
    const { status } = await inDeployment(admin, deploymentId).raw('cancelMetricViewPreview', { path: { previewId } });
    // The response to cancelling a preview that has ended is open.
    if (status >= 500) throw setupFailed(`cancelMetricViewPreview responded with ${status}`);
  },
  isIndependent: true,
  describe: ({ previewId }) => `metric-view preview ${String(previewId)}`,
};

/** The members that the tenant's document lets a request set. */
function settableBy(document: TenantDocument | undefined): string[] {
  const declared = document?.operations.find(
    ({ method, path }) => method === 'put' && /-metric-view-integrations\/\{[^}]*\}\/?$/.test(path),
  );
  return Object.keys((declared && document?.propertiesOf(document.schemaOf(declared, 'request'))) ?? {});
}

/** Restored as it was, with the current version. One that was created stays: no operation removes an integration. */
const integration: UndoRule = {
  async note({ path = {}, body }, { admin, known, document }) {
    const { deploymentId = null, dataSourceName = null } = path;
    const isKnown = (one: Members) => one['deploymentId'] === deploymentId && one['dataSourceName'] === dataSourceName;
    if (!isId(dataSourceName) || known.some(isKnown)) return undefined;
    const answer = await inDeployment(admin, deploymentId).raw('getMetricViewIntegration', {
      path: { dataSourceName },
    });
    const sent = [...Object.keys(body ?? {}), ...settableBy(document)];
    return { deploymentId, dataSourceName, sent, before: isSuccess(answer) ? answer.body : null };
  },
  async undo({ deploymentId, dataSourceName, sent, before }, { admin }) {
    if (!isId(dataSourceName) || before === null) return;
    const here = inDeployment(admin, deploymentId);
    const read = async () =>
      ((await here.raw('getMetricViewIntegration', { path: { dataSourceName } })).body ?? {}) as Members;
    const { configurationVersion: _, ...wanted } = before as Members;
    const { configurationVersion: version, ...others } = await read();
    if (JSON.stringify(others) === JSON.stringify(wanted)) return;
    const put = (members: Members) =>
      here.raw('putMetricViewIntegration', {
        path: { dataSourceName },
        body: { ...members, expectedConfigurationVersion: version },
      });
    // A tenant may refuse members that it shows and that nobody can set.
    const settable = Object.entries(wanted).filter(([name]) => Array.isArray(sent) && sent.includes(name));
    const answer = await put(wanted);
    requireUndone(isSuccess(answer) || settable.length === 0 ? answer : await put(Object.fromEntries(settable)));
  },
  describe: ({ dataSourceName, before }) =>
    `integration of data source ${String(dataSourceName)}${before === null ? ', which had none' : ''}`,
};

export const lakehouseRules: UndoRules = { startMetricViewPreview: preview, putMetricViewIntegration: integration };
