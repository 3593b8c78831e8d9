import { isTextOrNumber } from '../../contracts/lossless-json.ts';
import type { ProvidedSetting } from '../../contracts/settings.ts';
import { isMembers } from '../../generators/members.ts';
import { parsed } from '../http/transport.ts';
import { has, isDenied, isMissing, isOf, isShown, lacks, type Looking } from './looking.ts';
import { builtInRole, customRole, deactivatedUser, group, user } from './stated-people.ts';
import { believed, NOT_SETTLED, RIGHT, wrong, type Verdict } from './verdict.ts';

/** Looks at the thing that a setting names. What is wrong is told by two responses of the tenant wherever two can tell it. */
export type LookAtThing = (looking: Looking, id: string) => Promise<Verdict>;

type Place = 'DEPLOYMENT_ID' | 'OTHER_DEPLOYMENT_ID' | 'SPARE_DEPLOYMENT_ID';

async function deployment(looking: Looking, id: string): Promise<Verdict> {
  const listed = await looking.list('listDeployments');
  if (has(listed, id)) return RIGHT;
  const read = await looking.ask('getDeploymentSettings', { path: { deploymentId: id } });
  if (isShown(read)) return RIGHT;
  if (!lacks(listed, id) || !isDenied(read)) return believed(NOT_SETTLED);
  return wrong(`none of the ${listed.elements.length} deployments that GET /api/v1/deployments lists`);
}

/** A look at a thing of a deployment, which is not looked at where the deployment does not exist. */
function inPlace(
  place: Place,
  look: (looking: Looking, id: string, deploymentId: string) => Promise<Verdict>,
): LookAtThing {
  return async (looking, id) => {
    const deploymentId = looking.settings[place];
    if (deploymentId === undefined) return believed(`${place} is not set`);
    if ((await deployment(looking, deploymentId)).is === 'wrong') return believed(`${place} is wrong`);
    return look(looking, id, deploymentId);
  };
}

const environment = (place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const listed = await looking.list('listEnvironments', { deploymentId });
    if (has(listed, id)) return RIGHT;
    const read = await looking.ask('listEnvironmentTokens', { path: { deploymentId, environmentId: id } });
    if (isShown(read)) return RIGHT;
    if (!lacks(listed, id) || !isDenied(read)) return believed(NOT_SETTLED);
    return wrong(`none of the ${listed.elements.length} environments of ${place}`);
  });

const report = (place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const read = await looking.ask('getReportFile', { path: { deploymentId, reportId: id } });
    if (isShown(read)) return RIGHT;
    const listed = await looking.list('listReports', { deploymentId });
    if (has(listed, id)) return RIGHT;
    if (!lacks(listed, id) || !isDenied(read)) return believed(NOT_SETTLED);
    return wrong(`none of the ${listed.elements.length} reports that ${place} lists, and its file cannot be read`);
  });

/** The reports of a deployment that are in a folder or in a spreadsheet, as the tenant filters its list. */
const reportsOf = (looking: Looking, deploymentId: string, filter: Readonly<Record<string, string>>) =>
  looking.ask('listReports', { path: { deploymentId }, query: filter });

const countOf = (answer: Awaited<ReturnType<typeof reportsOf>>) => {
  const items = isShown(answer) && isMembers(answer.body) ? answer.body['items'] : undefined;
  return Array.isArray(items) ? items.length : undefined;
};

/** A list of folders may show some folders only, so that what it lacks has to be denied otherwise, too. */
const folder = (isFilled: boolean) =>
  inPlace('DEPLOYMENT_ID', async (looking, id, deploymentId) => {
    const listed = await looking.list('listFolders', { deploymentId });
    if (has(listed, id)) return RIGHT;
    const inside = await reportsOf(looking, deploymentId, { folderId: id });
    const count = countOf(inside);
    if (count !== undefined && count > 0) return RIGHT;
    const isNone = isDenied(inside) || (isFilled && count === 0);
    if (!isNone || !lacks(listed, id)) return believed(NOT_SETTLED);
    return wrong(`none of the ${listed.elements.length} folders of DEPLOYMENT_ID, and no report is in it`);
  });

const spreadsheet: LookAtThing = async (looking, id) => {
  const placements = await looking.ask('listPlacements', { path: { externalWorkbookId: id } });
  const placed = countOf(placements);
  // What is too large to be listed is there.
  if ((placed !== undefined && placed > 0) || placements?.status === 422) return RIGHT;
  if (placed !== 0 && !isMissing(placements)) return believed(NOT_SETTLED);
  const { DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID } = looking.settings;
  const counts = await Promise.all(
    [DEPLOYMENT_ID, OTHER_DEPLOYMENT_ID].map(async (place) =>
      place === undefined ? 0 : countOf(await reportsOf(looking, place, { externalWorkbookId: id })),
    ),
  );
  const isEmpty = DEPLOYMENT_ID !== undefined && counts.every((count) => count === 0);
  return isEmpty ? wrong('no report is placed in a spreadsheet of this id') : believed(NOT_SETTLED);
};

const workbook = (place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const path = { deploymentId, workbookId: id };
    const file = await looking.ask('getDashboardFile', { path });
    if (isShown(file)) return RIGHT;
    const { EMBED_TENANT } = looking.settings;
    const [promotions, embedded, reports] = await Promise.all([
      looking.ask('listPromotions', { path }),
      EMBED_TENANT === undefined
        ? undefined
        : looking.list('listEmbedTenantWorkbooks', { deploymentId, embedTenantName: EMBED_TENANT }),
      looking.list('listReports', { deploymentId }),
    ]);
    if (isShown(promotions) || (embedded && has(embedded, id))) return RIGHT;
    if (reports.elements.some(({ workbookId }) => isTextOrNumber(workbookId) && String(workbookId) === id))
      return RIGHT;
    if (!isDenied(file) || !isDenied(promotions)) return believed(NOT_SETTLED);
    return wrong(`${place} has no such workbook: neither its dashboard nor its promotions can be read`);
  });

const oidcConfig: LookAtThing = async (looking, id) => {
  const read = await looking.ask('getOidcTokenConfig', { path: { id } });
  if (isShown(read)) return RIGHT;
  const list = looking.tenant.wire.document?.find('get', '/api/v1/oidc-token-configs');
  if (list && (await looking.declared(list.path)).some((one) => isOf(one, id))) return RIGHT;
  return isMissing(read) ? wrong('there is no such OIDC token config (404)') : believed(NOT_SETTLED);
};

const embedTenant: LookAtThing = inPlace('DEPLOYMENT_ID', async (looking, id, deploymentId) => {
  const read = await looking.ask('listEmbedTenantWorkbooks', { path: { deploymentId, embedTenantName: id } });
  if (isShown(read)) return RIGHT;
  const list = looking.tenant.wire.document?.find('get', '/api/v1/embed-tenants');
  if (list && (await looking.declared(list.path)).some((one) => isOf(one, id))) return RIGHT;
  return isMissing(read)
    ? wrong('there is no such embed tenant (404 to the list of its workbooks)')
    : believed(NOT_SETTLED);
});

/** Branches of which a setting says that they do not run, or does not say that they do. */
const IDLE: Readonly<Record<Place, readonly ProvidedSetting[]>> = {
  DEPLOYMENT_ID: ['STOPPED_BRANCH', 'SPARE_BRANCH'],
  OTHER_DEPLOYMENT_ID: ['OTHER_SPARE_BRANCH'],
  SPARE_DEPLOYMENT_ID: [],
};

/**
 * The data model of a branch is validated. A tenant may validate none of a branch that is not running: it has to do so for one
 * such branch before it is believed that another one does not exist.
 */
const branch = (place: Place, isServed = false) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const validate = (branchName: string) =>
      looking.ask('validateDataModel', { path: { deploymentId }, query: { branchName } });
    const answer = await validate(id);
    if (isShown(answer)) return RIGHT;
    if (!isMissing(answer)) return believed(NOT_SETTLED);
    const main = await looking.ask('validateDataModel', { path: { deploymentId } });
    const idle = await Promise.all(
      IDLE[place]
        .flatMap((setting) => looking.settings[setting]?.split(',') ?? [])
        .filter((other) => other !== id)
        .map(validate),
    );
    if (!(isServed ? [main, ...idle] : idle).some(isShown)) return believed(NOT_SETTLED);
    return wrong(`${place} has no such branch (404 to its validation)`);
  });

const dataSource = (place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const path = { deploymentId, dataSourceName: id };
    const read = await looking.ask('getMetricViewIntegration', { path });
    // Without an integration, and behind the gate of the preview, a data source that exists cannot be read either.
    return isShown(read) ? RIGHT : believed('only its integration could be read');
  });

const agent = (place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const answer = await looking.ask('listAgentSuggestions', { path: { deploymentId } });
    const isThere = isShown(answer) && answer.text.includes(JSON.stringify(id));
    return isThere ? RIGHT : believed('no printed operation lists agents');
  });

const widget = (of: 'WORKBOOK_ID' | 'OTHER_WORKBOOK_ID', place: Place) =>
  inPlace(place, async (looking, id, deploymentId) => {
    const workbookId = looking.settings[of];
    if (workbookId === undefined) return believed(`${of} is not set`);
    const file = await looking.ask('getDashboardFile', { path: { deploymentId, workbookId } });
    return isShown(file) && file.text.includes(id)
      ? RIGHT
      : believed('it is unknown how a dashboard shows its widgets');
  });

const json: LookAtThing = (_, text) => {
  const isJson = parsed(text) !== undefined;
  return Promise.resolve(isJson ? believed('it is sent as it is') : wrong('it is not JSON'));
};

const unseen =
  (why: string): LookAtThing =>
  () =>
    Promise.resolve(believed(why));

/** What a run deletes is missing in the next one with the same settings, which then leaves untested what needs it. */
const spare =
  (look: LookAtThing): LookAtThing =>
  async (looking, id) => {
    const verdict = await look(looking, id);
    return verdict.is === 'wrong' ? believed(`an earlier run may have deleted it: ${verdict.why}`) : verdict;
  };

/** Several things, separated by commas; one that is not right tells of all. */
const several =
  (look: LookAtThing): LookAtThing =>
  async (looking, ids) => {
    const verdicts = await Promise.all(ids.split(',').map((id) => look(looking, id)));
    return verdicts.find(({ is }) => is !== 'right') ?? RIGHT;
  };

/** How each thing that the user states is looked at. */
export const LOOKS_AT_THINGS: Readonly<Record<ProvidedSetting, LookAtThing>> = {
  DEPLOYMENT_ID: deployment,
  OTHER_DEPLOYMENT_ID: deployment,
  SPARE_DEPLOYMENT_ID: deployment,
  SPARE_DEPLOYMENT_SOURCE_NAME: dataSource('SPARE_DEPLOYMENT_ID'),
  ENVIRONMENT_ID: environment('DEPLOYMENT_ID'),
  OTHER_ENVIRONMENT_ID: environment('DEPLOYMENT_ID'),
  CROWDED_ENVIRONMENT_ID: environment('DEPLOYMENT_ID'),
  DEPLOYMENT_SECRET: unseen('no operation shows secrets'),
  PROMPTED_AGENT_ID: agent('DEPLOYMENT_ID'),
  HIDDEN_AGENT_ID: agent('DEPLOYMENT_ID'),
  BRANCH: branch('DEPLOYMENT_ID'),
  RUNNING_BRANCH: branch('DEPLOYMENT_ID', true),
  STOPPED_BRANCH: branch('DEPLOYMENT_ID'),
  OTHER_BRANCH: branch('OTHER_DEPLOYMENT_ID'),
  BROKEN_BRANCH: branch('DEPLOYMENT_ID', true),
  SPARE_BRANCH: spare(several(branch('DEPLOYMENT_ID'))),
  OTHER_SPARE_BRANCH: spare(several(branch('OTHER_DEPLOYMENT_ID'))),
  REPORT_ID: report('DEPLOYMENT_ID'),
  FOLDER_ID: folder(true),
  OWN_FOLDER_ID: folder(false),
  SHARED_FOLDER_ID: folder(false),
  EDITABLE_FOLDER_ID: folder(false),
  READ_ONLY_FOLDER_ID: folder(false),
  UNREADABLE_REPORT_ID: report('DEPLOYMENT_ID'),
  READ_ONLY_REPORT_ID: report('DEPLOYMENT_ID'),
  EDITABLE_REPORT_ID: report('DEPLOYMENT_ID'),
  MANAGED_REPORT_ID: report('DEPLOYMENT_ID'),
  OTHER_REPORT_ID: report('OTHER_DEPLOYMENT_ID'),
  EXTERNAL_WORKBOOK_ID: spreadsheet,
  OTHER_EXTERNAL_WORKBOOK_ID: unseen('a spreadsheet without placed reports is not known to the tenant'),
  CROWDED_WORKBOOK_ID: spreadsheet,
  OVERFULL_WORKBOOK_ID: spreadsheet,
  FULL_WORKBOOK_ID: spreadsheet,
  PACKED_WORKBOOK_ID: spreadsheet,
  WORKBOOK_ID: workbook('DEPLOYMENT_ID'),
  AI_WIDGET_ID: widget('WORKBOOK_ID', 'DEPLOYMENT_ID'),
  CHAT_THREAD_ID: unseen('no printed operation reads chat threads'),
  OTHER_WORKBOOK_ID: workbook('OTHER_DEPLOYMENT_ID'),
  OTHER_AI_WIDGET_ID: widget('OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID'),
  OTHER_CHAT_THREAD_ID: unseen('no printed operation reads chat threads'),
  DASHBOARD_PUBLIC_ID: unseen('no printed operation reads dashboards by their public id'),
  EMBED_DASHBOARD_PUBLIC_ID: unseen('no printed operation reads dashboards by their public id'),
  OTHER_DASHBOARD_PUBLIC_ID: unseen('no printed operation reads dashboards by their public id'),
  DASHBOARD_ID: unseen('no printed operation reads dashboards by their ids'),
  OTHER_DASHBOARD_ID: unseen('no printed operation reads dashboards by their ids'),
  ADMIN_USER_ID: user,
  MEMBER_USER_ID: user,
  NO_ACCESS_USER_ID: user,
  GROUP_ID: group,
  GROUP_ROLE_ID: customRole,
  OTHER_GROUP_ID: group,
  OTHER_GROUP_ROLE_ID: customRole,
  DEACTIVATED_USER_ID: deactivatedUser,
  BUILT_IN_ROLE_ID: builtInRole(false),
  ADMIN_ROLE_ID: builtInRole(true),
  OIDC_TOKEN_CONFIG_ID: oidcConfig,
  DISABLED_OIDC_TOKEN_CONFIG_ID: oidcConfig,
  EMBED_TENANT: embedTenant,
  SPARE_EMBED_TENANT: spare(several(embedTenant)),
  TENANT_WORKBOOK_ID: workbook('DEPLOYMENT_ID'),
  ALL_EMBED_USERS_WORKBOOK_ID: workbook('DEPLOYMENT_ID'),
  FOLDER_WORKBOOK_ID: workbook('DEPLOYMENT_ID'),
  EXPIRED_EMBED_SESSION_ID: unseen('looking at an embed session would use it up'),
  SPARE_EXPIRED_EMBED_SESSION_ID: unseen('looking at an embed session would use it up'),
  DATA_SOURCE_NAME: dataSource('DEPLOYMENT_ID'),
  OTHER_DATA_SOURCE_NAME: dataSource('OTHER_DEPLOYMENT_ID'),
  SPARE_DATA_SOURCE_NAME: dataSource('DEPLOYMENT_ID'),
  ACCOUNT_NAME: unseen('only a message to an agent would show it'),
  AGENT_ID: agent('DEPLOYMENT_ID'),
  OTHER_AGENT_ID: agent('OTHER_DEPLOYMENT_ID'),
  AI_CHAT_REQUEST: json,
  DATA_QUERY: json,
  DATA_SQL_QUERY: json,
};
