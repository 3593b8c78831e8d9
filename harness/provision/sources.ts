import type { ActorSetting } from '../../contracts/settings.ts';
import { SCIM_RESOURCES } from '../../contracts/bindings/scim.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import {
  integratedSource,
  integrationOfSpare,
  listedIntegration,
  namedIntegration,
  namedSource,
  newIntegration,
} from './data-sources.ts';
import { widgetOf } from './ai-widgets.ts';
import { branchThat, branchWithEnvironment, brokenBranch, listedBranch, listedBranchThat } from './branches.ts';
import { administratorsRole, usersRole } from './built-in-roles.ts';
import { externalWorkbook, folderFor, folderOfReport, reportFor } from './content.ts';
import { CONVERSATION } from './conversation.ts';
import { CORE_DATA } from './core-data.ts';
import { dashboardIdOf } from './dashboard-ids.ts';
import { dashboardOf, dashboardShown } from './dashboards.ts';
import { accessibleWorkbook, dashboardOfTenant, tenantOfSession, workbookOfTenants } from './embedding.ts';
import { embedTenantInUse, newWorkbookBy, sharedDashboard } from './embed-workbooks.ts';
import { administratorsSession, plainUserIn } from './embed-users.ts';
import { folderOfNobody, folderOfUser } from './folders.ts';
import {
  deactivatedUser,
  groupOfMember,
  otherGroupOfRole,
  roleOfGroup,
  roleOfOtherGroup,
  userSwitchedOff,
} from './groups.ts';
import { fullest } from './deployments.ts';
import { newDeployment } from './new-deployment.ts';
import { canServe, newKey } from './keys.ts';
import { KEYS, PEOPLE, usersWithout } from './people.ts';
import { PLAYED } from './players.ts';
import type { Source, Sourcing, Wanted } from './source.ts';
import {
  BRANCH,
  DATA_SOURCE,
  EMBED_TENANT,
  ENVIRONMENT,
  listing,
  making,
  makingSeveral,
  ofReports,
  OIDC_CONFIG,
  REPORT,
  threadOf,
  WORKBOOK,
} from './ways.ts';
import { textIn, USER_ID } from './shown-things.ts';
import { ownUser } from './own-user.ts';

const disabledOidcConfig: Source = {
  kind: 'made',
  how: 'a new OIDC token config that is not enabled',
  isPossible: ({ things }) => things.canMake(OIDC_CONFIG),
  // That a new config can be read is seen with the one that is enabled.
  obtain: async ({ things, admin }) =>
    (await things.make(admin, OIDC_CONFIG, undefined, [{ like: /^is_?enabled$/i, value: false }], false)).id,
};

const plainUser: Source = {
  kind: 'found',
  how: 'a listed user without the admin role',
  obtain: async (sourcing) => textIn(await plainUserIn(sourcing), USER_ID),
};

const administrator: Source = {
  kind: 'found',
  how: 'the user as whom the tenant shows ADMIN_TOKEN',
  obtain: async (sourcing) => textIn((await ownUser(sourcing)).body, USER_ID),
};

/** Whether SCIM accepts a token. Some of its resources are for everybody, so that only the one that the checks read shows it. */
async function isAcceptedByScim(actor: Actor, wire: Sourcing['wire']): Promise<boolean> {
  const known = wire.resolved.get('scim.resource');
  const isGuess = !known || !('source' in known) || known.source === 'default';
  for (const resource of isGuess ? SCIM_RESOURCES : [String(wire.value('scim.resource'))])
    if (isSuccess(await actor.read(`/api/scim/v2/${resource}`))) return true;
  return false;
}

/** The sources of each setting, best first: what a check changes is made rather than found. */
export const SOURCES: Readonly<Partial<Record<Wanted, readonly Source[]>>> = {
  ...Object.fromEntries(Object.entries(KEYS).map(([name, source]) => [name, [source]])),
  ...Object.fromEntries(
    Object.entries(PEOPLE).map(([name, made]) => [name, [PLAYED[name as ActorSetting] ?? [], made].flat()]),
  ),
  DEPLOYMENT_ID: [
    {
      kind: 'found',
      how: 'the listed deployment that has most: reports first, and whatever else it lists',
      obtain: async (sourcing) => (await fullest(sourcing))[0],
    },
  ],
  OTHER_DEPLOYMENT_ID: [
    {
      kind: 'found',
      how: 'another one of the list of deployments',
      needs: ['DEPLOYMENT_ID'],
      obtain: async (sourcing) => (await fullest(sourcing)).find((id) => id !== sourcing.settings.DEPLOYMENT_ID),
    },
  ],
  SPARE_DEPLOYMENT_ID: [newDeployment],
  ENVIRONMENT_ID: [making(ENVIRONMENT, 'DEPLOYMENT_ID'), listing(ENVIRONMENT, 'DEPLOYMENT_ID')],
  OTHER_ENVIRONMENT_ID: [making(ENVIRONMENT, 'DEPLOYMENT_ID'), listing(ENVIRONMENT, 'DEPLOYMENT_ID', 'ENVIRONMENT_ID')],
  REPORT_ID: [making(REPORT, 'DEPLOYMENT_ID'), ofReports(/^id$/i, 'the id')],
  OTHER_REPORT_ID: [making(REPORT, 'OTHER_DEPLOYMENT_ID'), ofReports(/^id$/i, 'the id', 'OTHER_DEPLOYMENT_ID')],
  FOLDER_ID: [ofReports(/^folder_?id$/i, 'the folder'), folderOfReport],
  OWN_FOLDER_ID: [folderOfUser],
  SHARED_FOLDER_ID: [folderOfNobody],
  UNREADABLE_REPORT_ID: [reportFor()],
  READ_ONLY_REPORT_ID: [reportFor('ReportRead')],
  EDITABLE_REPORT_ID: [reportFor('ReportEdit')],
  MANAGED_REPORT_ID: [reportFor('ReportManage')],
  EDITABLE_FOLDER_ID: [folderFor('FolderEdit')],
  READ_ONLY_FOLDER_ID: [folderFor('FolderRead')],
  EXTERNAL_WORKBOOK_ID: [externalWorkbook, ofReports(/^external_?workbook_?id$/i, 'the spreadsheet')],
  OTHER_EXTERNAL_WORKBOOK_ID: [externalWorkbook],
  WORKBOOK_ID: [
    making(WORKBOOK, 'DEPLOYMENT_ID', dashboardShown('DASHBOARD_PUBLIC_ID')),
    listing(WORKBOOK, 'DEPLOYMENT_ID'),
    ofReports(/^workbook_?id$/i, 'the workbook'),
    workbookOfTenants('DEPLOYMENT_ID'),
  ],
  OTHER_WORKBOOK_ID: [
    making(WORKBOOK, 'OTHER_DEPLOYMENT_ID', dashboardShown('OTHER_DASHBOARD_PUBLIC_ID')),
    listing(WORKBOOK, 'OTHER_DEPLOYMENT_ID'),
    workbookOfTenants('OTHER_DEPLOYMENT_ID'),
  ],
  DASHBOARD_PUBLIC_ID: [dashboardOf('WORKBOOK_ID', 'DEPLOYMENT_ID')],
  OTHER_DASHBOARD_PUBLIC_ID: [dashboardOf('OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID')],
  DASHBOARD_ID: [dashboardIdOf('DASHBOARD_PUBLIC_ID', 'WORKBOOK_ID', 'DEPLOYMENT_ID')],
  OTHER_DASHBOARD_ID: [dashboardIdOf('OTHER_DASHBOARD_PUBLIC_ID', 'OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID')],
  EMBED_DASHBOARD_PUBLIC_ID: [sharedDashboard, dashboardOfTenant],
  TENANT_WORKBOOK_ID: [newWorkbookBy('tenant'), accessibleWorkbook('tenant')],
  ALL_EMBED_USERS_WORKBOOK_ID: [newWorkbookBy('allEmbedUsers'), accessibleWorkbook('allEmbedUsers')],
  FOLDER_WORKBOOK_ID: [newWorkbookBy('folder'), accessibleWorkbook('folder')],
  AI_WIDGET_ID: [widgetOf('WORKBOOK_ID', 'DEPLOYMENT_ID')],
  OTHER_AI_WIDGET_ID: [widgetOf('OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID')],
  // A new task may have to say which agent runs it.
  CHAT_THREAD_ID: [threadOf('DEPLOYMENT_ID'), { ...threadOf('DEPLOYMENT_ID'), needs: ['DEPLOYMENT_ID', 'AGENT_ID'] }],
  OTHER_CHAT_THREAD_ID: [threadOf('OTHER_DEPLOYMENT_ID')],
  BRANCH: [making(BRANCH, 'DEPLOYMENT_ID'), listedBranch('DEPLOYMENT_ID')],
  OTHER_BRANCH: [making(BRANCH, 'OTHER_DEPLOYMENT_ID'), listedBranch('OTHER_DEPLOYMENT_ID')],
  RUNNING_BRANCH: [branchThat('runs'), branchWithEnvironment, listedBranchThat('runs')],
  BROKEN_BRANCH: [brokenBranch],
  STOPPED_BRANCH: [branchThat('is stopped'), listedBranchThat('is stopped')],
  SPARE_BRANCH: [makingSeveral(9, BRANCH, 'DEPLOYMENT_ID')],
  OTHER_SPARE_BRANCH: [makingSeveral(2, BRANCH, 'OTHER_DEPLOYMENT_ID')],
  DATA_SOURCE_NAME: [
    integratedSource('DEPLOYMENT_ID'),
    newIntegration('DEPLOYMENT_ID'),
    listedIntegration('DEPLOYMENT_ID'),
    namedIntegration('DEPLOYMENT_ID'),
  ],
  OTHER_DATA_SOURCE_NAME: [
    integratedSource('OTHER_DEPLOYMENT_ID'),
    newIntegration('OTHER_DEPLOYMENT_ID'),
    listedIntegration('OTHER_DEPLOYMENT_ID'),
    namedIntegration('OTHER_DEPLOYMENT_ID'),
    // Whatever a key of another deployment is refused there, it needs no integration.
    listing(DATA_SOURCE, 'OTHER_DEPLOYMENT_ID'),
    namedSource('OTHER_DEPLOYMENT_ID'),
  ],
  SPARE_DATA_SOURCE_NAME: [making(DATA_SOURCE, 'DEPLOYMENT_ID')],
  SPARE_DEPLOYMENT_SOURCE_NAME: [integrationOfSpare],
  // A new one may have to say to which deployment it belongs.
  EMBED_TENANT: [
    embedTenantInUse,
    { ...making(EMBED_TENANT), needs: ['DEPLOYMENT_ID'] },
    tenantOfSession,
    listing(EMBED_TENANT),
  ],
  // Where a session makes one, a check makes those that it deletes.
  SPARE_EMBED_TENANT: [
    { ...tenantOfSession, isPossible: () => true },
    { ...makingSeveral(9, EMBED_TENANT), needs: ['DEPLOYMENT_ID'] },
  ],
  OIDC_TOKEN_CONFIG_ID: [making(OIDC_CONFIG), listing(OIDC_CONFIG)],
  DISABLED_OIDC_TOKEN_CONFIG_ID: [disabledOidcConfig],
  ADMIN_USER_ID: [administrator],
  // Obtained with the key of the same user.
  MEMBER_USER_ID: [...ofPerson('MEMBER_TOKEN'), ...usersWithout('MEMBER_TOKEN', 'DeploymentRead'), plainUser],
  NO_ACCESS_USER_ID: [...ofPerson('NO_ACCESS_TOKEN'), ...usersWithout('NO_ACCESS_TOKEN')],
  GROUP_ID: [groupOfMember],
  GROUP_ROLE_ID: [roleOfGroup],
  OTHER_GROUP_ID: [otherGroupOfRole],
  OTHER_GROUP_ROLE_ID: [roleOfOtherGroup],
  DEACTIVATED_USER_ID: [deactivatedUser, userSwitchedOff],
  ADMIN_ROLE_ID: [administratorsRole],
  BUILT_IN_ROLE_ID: [usersRole],
  ADMIN_EMBED_TOKEN: [administratorsSession],
  SCIM_TOKEN: [
    {
      kind: 'derived',
      how: "ADMIN_TOKEN, which the tenant's SCIM accepts",
      onlyReads: true,
      obtain: async ({ admin, wire }) =>
        (await isAcceptedByScim(admin, wire)) ? admin.identity.token?.reveal() : undefined,
    },
    {
      kind: 'derived',
      how: "a new key for SCIM, which the tenant's SCIM accepts",
      isPossible: (sourcing) => canServe(sourcing, 'scim'),
      async obtain(sourcing) {
        const token = await newKey(sourcing, 'key for SCIM', { isFor: 'scim' });
        return (await isAcceptedByScim(sourcing.as(token), sourcing.wire)) ? token : undefined;
      },
    },
  ],
  ...CORE_DATA,
  ...CONVERSATION,
};

/** The user of a credential: made with it, or shown to whoever has it. */
function ofPerson(setting: 'MEMBER_TOKEN' | 'NO_ACCESS_TOKEN'): readonly Source[] {
  return [
    {
      kind: 'made',
      how: `the user of ${setting}`,
      needs: [setting],
      isPossible: ({ isOwn }) => isOwn(setting),
      obtain: ({ settings }, wanted) => Promise.resolve(settings[wanted]),
    },
    {
      kind: 'found',
      how: `the user of ${setting}`,
      needs: [setting],
      obtain: async ({ as, settings }) => textIn(await as(settings[setting] ?? '').preparing.getMe(), USER_ID),
    },
  ];
}
