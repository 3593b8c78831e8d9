import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../failures/failure.ts';
import type { ActorSetting } from '../../contracts/settings.ts';
import { SCIM_RESOURCES } from '../../contracts/bindings/scim.ts';
import { isSuccess } from '../http/answer.ts';
import { walkLarge } from '../client/paging.ts';
import { elementsIn } from './declared-things.ts';
import { branchThat, branchWithEnvironment, brokenBranch, listedBranch, listedBranchThat } from './branches.ts';
import { CONVERSATION } from './conversation.ts';
import { CORE_DATA } from './core-data.ts';
import { accessibleWorkbook, dashboardOfTenant, tenantOfSession, workbookOfTenants } from './embedding.ts';
import { newWorkbookBy, sharedDashboard } from './embed-workbooks.ts';
import { administratorsSession, plainUserIn } from './embed-users.ts';
import { deactivatedUser, groupOfMember, otherGroupOfRole, roleOfGroup } from './groups.ts';
import { fullest } from './deployments.ts';
import { KEYS, PEOPLE, usersWithout } from './people.ts';
import { PLAYED } from './players.ts';
import type { Source, Sourcing, Wanted } from './source.ts';
import {
  BRANCH,
  dashboardOf,
  DATA_SOURCE,
  IN_FOLDER,
  EMBED_TENANT,
  ENVIRONMENT,
  FOLDER,
  integratedSource,
  listedIntegration,
  listing,
  making,
  makingSeveral,
  ofReports,
  OIDC_CONFIG,
  publicIdIn,
  REPORT,
  threadOf,
  widgetOf,
  WORKBOOK,
} from './ways.ts';
import { textIn } from './shown-things.ts';

/** A report that is made for MEMBER_USER_ID to have some rights on, given through a made role. */
function reportFor(action?: string): Source {
  return {
    kind: 'made',
    how:
      action === undefined
        ? 'a new report that nobody else was given'
        : `a new report on which a made role grants ${action}`,
    needs: ['DEPLOYMENT_ID', 'MEMBER_TOKEN', 'MEMBER_USER_ID'],
    isPossible: ({ things, isOwn }) => things.canMake(REPORT) && isOwn('MEMBER_USER_ID'),
    async obtain(sourcing) {
      const { settings, admin, rights, things } = sourcing;
      const { id, name } = await things.make(admin, REPORT, settings.DEPLOYMENT_ID);
      if (action === undefined && (await readerSees(sourcing, id, name))) return undefined;
      if (action !== undefined) await rights.give(settings.MEMBER_USER_ID ?? '', ['Report', [action], [id]]);
      return id;
    },
  };
}

/** By then a list shows a new report, as a rule. */
const SHOWN_AFTER = 1_000;

/** Whether whoever may read a deployment sees a new report of it, which is open. */
async function readerSees({ settings, as }: Sourcing, id: string, name: string): Promise<boolean> {
  await sleep(SHOWN_AFTER);
  const reader = as(settings.MEMBER_TOKEN ?? '').in(settings.DEPLOYMENT_ID ?? '');
  const { items } = await reader.preparing.listReports({ search: name });
  return items.some((one) => String(one.id) === id);
}

function folderFor(action: string): Source {
  return {
    kind: 'made',
    how: `a new folder on which a made role grants ${action}`,
    needs: ['DEPLOYMENT_ID', 'MEMBER_TOKEN', 'MEMBER_USER_ID'],
    isPossible: ({ things, isOwn }) => things.canMake(FOLDER) && isOwn('MEMBER_USER_ID'),
    async obtain({ settings, admin, rights, things }) {
      const { id } = await things.make(admin, FOLDER, settings.DEPLOYMENT_ID);
      await rights.give(settings.MEMBER_USER_ID ?? '', ['ReportFolder', [action], [id]]);
      return id;
    },
  };
}

/** A new folder with a new report in it. */
const folderOfReport: Source = {
  kind: 'made',
  how: 'a new folder with a new report',
  needs: ['DEPLOYMENT_ID'],
  isPossible: ({ things }) =>
    things.canMake(FOLDER) &&
    things.canMake(REPORT) &&
    Object.keys(things.creationSchema(REPORT)).some((member) => IN_FOLDER.test(member)),
  async obtain({ things, admin, settings }) {
    const { id } = await things.make(admin, FOLDER, settings.DEPLOYMENT_ID);
    await things.make(admin, REPORT, settings.DEPLOYMENT_ID, [{ like: IN_FOLDER, value: id }]);
    return id;
  },
};

/** An id that whoever places a report makes up; a report of the run is placed there once, to see that the tenant takes it. */
const externalWorkbook: Source = {
  kind: 'derived',
  how: 'an id of our own, under which the tenant let a report be placed',
  needs: ['DEPLOYMENT_ID', 'REPORT_ID'],
  isPossible: ({ isOwn }) => isOwn('REPORT_ID'),
  async obtain({ admin, settings, fresh }) {
    const externalWorkbookId = fresh('spreadsheet');
    const address = { externalWorkbookId, sheetName: 'Sheet1', anchorCell: 'A1' };
    await admin.preparing.connectReportToWorkbook(settings.REPORT_ID ?? '', address);
    return externalWorkbookId;
  },
};

/** Looked at are the first and the last of a page: who founded an account, and who came to it. */
const MOST_USERS = 6;
const AT_ONCE = 4;
const USER_ID = /^(user_?)?id$/i;

interface BuiltIn {
  readonly id: string;
  readonly isOfAdmin: boolean;
}

const known = new WeakMap<Sourcing['things'], Promise<readonly BuiltIn[]>>();

/** Roles that users hold and the list of custom roles does not have; looked for once. */
function builtInRoles(sourcing: Sourcing): Promise<readonly BuiltIn[]> {
  const found = known.get(sourcing.things) ?? heldRoles(sourcing);
  known.set(sourcing.things, found);
  return found;
}

async function heldRoles({ admin }: Sourcing): Promise<readonly BuiltIn[]> {
  const custom = new Set((await walkLarge((page) => admin.preparing.listRoles(page))).map(({ id }) => String(id)));
  const { body } = await admin.preparing.ask('listUsers', { first: 20 });
  // Of a long list the page may be without any administrator: the one who asks is always known.
  const { value: me } = await attempt(() => admin.preparing.getMe());
  const own = textIn(me, USER_ID);
  const listed = elementsIn(body).flatMap((user) => textIn(user, USER_ID) ?? []);
  const some =
    listed.length > MOST_USERS ? [...listed.slice(0, MOST_USERS / 2), ...listed.slice(-MOST_USERS / 2)] : listed;
  const users = [...new Set([...(own === undefined ? [] : [own]), ...some])];
  const found: BuiltIn[] = [];
  for (let at = 0; at < users.length; at += AT_ONCE) {
    const held = await Promise.all(users.slice(at, at + AT_ONCE).map((id) => admin.preparing.listUserRoles(id)));
    found.push(
      ...held.flatMap(({ isAdmin, roles }) =>
        (roles ?? []).flatMap((role) => {
          const [id, name] = [textIn(role, /^(role_?)?id$/i), textIn(role, /name$/i) ?? ''];
          if (id === undefined || custom.has(id)) return [];
          return [{ id, isOfAdmin: isAdmin === true && /admin/i.test(name) }];
        }),
      ),
    );
    // The few users who are listed first may hold both.
    if (new Set(found.map(({ isOfAdmin }) => isOfAdmin)).size === 2) break;
  }
  return found;
}

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

/** How the run comes by each setting, best first: what a check changes is made rather than found. */
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
  ENVIRONMENT_ID: [making(ENVIRONMENT, 'DEPLOYMENT_ID'), listing(ENVIRONMENT, 'DEPLOYMENT_ID')],
  OTHER_ENVIRONMENT_ID: [making(ENVIRONMENT, 'DEPLOYMENT_ID'), listing(ENVIRONMENT, 'DEPLOYMENT_ID', 'ENVIRONMENT_ID')],
  REPORT_ID: [making(REPORT, 'DEPLOYMENT_ID'), ofReports(/^id$/i, 'the id')],
  OTHER_REPORT_ID: [making(REPORT, 'OTHER_DEPLOYMENT_ID'), ofReports(/^id$/i, 'the id', 'OTHER_DEPLOYMENT_ID')],
  FOLDER_ID: [ofReports(/^folder_?id$/i, 'the folder'), folderOfReport],
  UNREADABLE_REPORT_ID: [reportFor()],
  READ_ONLY_REPORT_ID: [reportFor('ReportRead')],
  EDITABLE_REPORT_ID: [reportFor('ReportEdit')],
  MANAGED_REPORT_ID: [reportFor('ReportManage')],
  EDITABLE_FOLDER_ID: [folderFor('FolderEdit')],
  READ_ONLY_FOLDER_ID: [folderFor('FolderRead')],
  EXTERNAL_WORKBOOK_ID: [externalWorkbook, ofReports(/^external_?workbook_?id$/i, 'the spreadsheet')],
  OTHER_EXTERNAL_WORKBOOK_ID: [externalWorkbook],
  WORKBOOK_ID: [
    making(WORKBOOK, 'DEPLOYMENT_ID', (sourcing, shown) => {
      const publicId = publicIdIn(shown);
      if (publicId !== undefined) sourcing.also('DASHBOARD_PUBLIC_ID', publicId);
    }),
    listing(WORKBOOK, 'DEPLOYMENT_ID'),
    ofReports(/^workbook_?id$/i, 'the workbook'),
    workbookOfTenants('DEPLOYMENT_ID'),
  ],
  OTHER_WORKBOOK_ID: [
    making(WORKBOOK, 'OTHER_DEPLOYMENT_ID', (sourcing, shown) => {
      const publicId = publicIdIn(shown);
      if (publicId !== undefined) sourcing.also('OTHER_DASHBOARD_PUBLIC_ID', publicId);
    }),
    listing(WORKBOOK, 'OTHER_DEPLOYMENT_ID'),
    workbookOfTenants('OTHER_DEPLOYMENT_ID'),
  ],
  DASHBOARD_PUBLIC_ID: [dashboardOf('WORKBOOK_ID', 'DEPLOYMENT_ID')],
  OTHER_DASHBOARD_PUBLIC_ID: [dashboardOf('OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID')],
  EMBED_DASHBOARD_PUBLIC_ID: [sharedDashboard, dashboardOfTenant],
  TENANT_WORKBOOK_ID: [newWorkbookBy('tenant'), accessibleWorkbook('tenant')],
  ALL_EMBED_USERS_WORKBOOK_ID: [newWorkbookBy('allEmbedUsers'), accessibleWorkbook('allEmbedUsers')],
  FOLDER_WORKBOOK_ID: [newWorkbookBy('folder'), accessibleWorkbook('folder')],
  AI_WIDGET_ID: [widgetOf('WORKBOOK_ID', 'DEPLOYMENT_ID')],
  OTHER_AI_WIDGET_ID: [widgetOf('OTHER_WORKBOOK_ID', 'OTHER_DEPLOYMENT_ID')],
  CHAT_THREAD_ID: [threadOf('DEPLOYMENT_ID')],
  OTHER_CHAT_THREAD_ID: [threadOf('OTHER_DEPLOYMENT_ID')],
  BRANCH: [making(BRANCH, 'DEPLOYMENT_ID'), listedBranch('DEPLOYMENT_ID')],
  OTHER_BRANCH: [making(BRANCH, 'OTHER_DEPLOYMENT_ID'), listedBranch('OTHER_DEPLOYMENT_ID')],
  RUNNING_BRANCH: [branchThat('runs'), branchWithEnvironment, listedBranchThat('runs')],
  BROKEN_BRANCH: [brokenBranch],
  STOPPED_BRANCH: [branchThat('is stopped'), listedBranchThat('is stopped')],
  SPARE_BRANCH: [makingSeveral(9, BRANCH, 'DEPLOYMENT_ID')],
  OTHER_SPARE_BRANCH: [makingSeveral(2, BRANCH, 'OTHER_DEPLOYMENT_ID')],
  DATA_SOURCE_NAME: [integratedSource('DEPLOYMENT_ID'), listedIntegration('DEPLOYMENT_ID')],
  OTHER_DATA_SOURCE_NAME: [integratedSource('OTHER_DEPLOYMENT_ID'), listedIntegration('OTHER_DEPLOYMENT_ID')],
  SPARE_DATA_SOURCE_NAME: [making(DATA_SOURCE, 'DEPLOYMENT_ID')],
  // A new one may have to say to which deployment it belongs.
  EMBED_TENANT: [{ ...making(EMBED_TENANT), needs: ['DEPLOYMENT_ID'] }, tenantOfSession, listing(EMBED_TENANT)],
  // Where a session makes one, a check makes those that it deletes.
  SPARE_EMBED_TENANT: [
    { ...tenantOfSession, isPossible: () => true },
    { ...makingSeveral(7, EMBED_TENANT), needs: ['DEPLOYMENT_ID'] },
  ],
  OIDC_TOKEN_CONFIG_ID: [making(OIDC_CONFIG), listing(OIDC_CONFIG)],
  DISABLED_OIDC_TOKEN_CONFIG_ID: [disabledOidcConfig],
  // Obtained with the key of the same user.
  MEMBER_USER_ID: [...ofPerson('MEMBER_TOKEN'), ...usersWithout('MEMBER_TOKEN', 'DeploymentRead'), plainUser],
  NO_ACCESS_USER_ID: [...ofPerson('NO_ACCESS_TOKEN'), ...usersWithout('NO_ACCESS_TOKEN')],
  GROUP_ID: [groupOfMember],
  GROUP_ROLE_ID: [roleOfGroup],
  OTHER_GROUP_ID: [otherGroupOfRole],
  DEACTIVATED_USER_ID: [deactivatedUser],
  ADMIN_ROLE_ID: [
    {
      kind: 'found',
      how: 'a role of an administrator that is not in the list of custom roles',
      obtain: async (sourcing) => (await builtInRoles(sourcing)).find(({ isOfAdmin }) => isOfAdmin)?.id,
    },
  ],
  BUILT_IN_ROLE_ID: [
    {
      kind: 'found',
      how: 'a role of a user that is not in the list of custom roles',
      obtain: async (sourcing) => (await builtInRoles(sourcing)).find(({ isOfAdmin }) => !isOfAdmin)?.id,
    },
  ],
  ADMIN_EMBED_TOKEN: [administratorsSession],
  SCIM_TOKEN: [
    {
      kind: 'derived',
      how: "ADMIN_TOKEN, which the tenant's SCIM accepts",
      onlyReads: true,
      async obtain({ admin, wire }) {
        const known = wire.resolved.get('scim.resource');
        const isGuess = !known || !('source' in known) || known.source === 'default';
        // Some resources of the standard are for everybody, so that only the one that the checks read shows a token of SCIM.
        for (const resource of isGuess ? SCIM_RESOURCES : [String(wire.value('scim.resource'))]) {
          const answer = await admin.read(`/api/scim/v2/${resource}`);
          if (isSuccess(answer)) return admin.identity.token?.reveal();
        }
        return undefined;
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
