import type { Family } from '../families.ts';
import type { AnyOperationId } from '../operations.ts';
import type { ActorSetting, ProvidedSetting, SettingName } from '../settings.ts';
import { CHANGE_REPORTS, REPORTS, WORKBOOKS } from './changed-things.ts';

/** Requirements by what they need, by their operations or by their family; a requirement has to fit each part that is given. */
export interface Fitting {
  readonly settings?: readonly (ProvidedSetting | ActorSetting)[];
  /** Those that need one of these beside one of the settings. */
  readonly beside?: readonly (ProvidedSetting | ActorSetting)[];
  /** Those that need none of these, and may use one. */
  readonly onlyMayUse?: readonly (ProvidedSetting | ActorSetting)[];
  readonly operations?: readonly AnyOperationId[];
  readonly families?: readonly Family[];
}

/** Something of a live tenant in which checks would disturb one another. */
export interface Exclusive {
  /** Only where this setting is stated: otherwise each credential has a user of its own. */
  readonly ifStated?: SettingName;
  /** The checks of requirements that fit one of these have it to themselves, beside those whose rows say `alone`. */
  readonly alone?: readonly Fitting[];
  /** The checks of these may go on beside each other, but not beside one that has it to itself. Other rows say `shares`. */
  readonly shared?: Fitting;
  /** Of those, the ones that do not rely on it. */
  readonly unless?: readonly Fitting[];
}

/** Families with checks that send a valid call of each operation. */
const CALLING_ALL = ['auth', 'named', 'openapi-spec'] as const;

const MEMBER = ['MEMBER_TOKEN', 'MEMBER_OAUTH_TOKEN'] as const;

const RIGHTS_OF_MEMBER: Fitting = {
  families: ['roles', 'role-holders', 'environments', 'reports', 'report-deliveries', 'scheduled-tasks'],
  settings: ['MEMBER_USER_ID'],
  beside: ['MEMBER_TOKEN', 'MEMBER_OAUTH_TOKEN', 'BUILT_IN_ROLE_ID'],
};

const exclusives = {
  // A provided thing that some checks change: the others would see it halfway. Checks that only read reports go on beside each other.
  report: {
    alone: [
      {
        families: ['reports', 'external-documents'],
        settings: REPORTS,
        operations: [...CHANGE_REPORTS, 'listPlacements'],
      },
    ],
    shared: { families: ['reports'], settings: REPORTS },
  },
  workbook: { alone: [{ settings: WORKBOOKS }] },
  'deployment settings': { alone: [{ operations: ['updateDeployment'] }] },
  integration: { alone: [{ operations: ['getMetricViewIntegration', 'putMetricViewIntegration'] }] },
  'staging environment': { alone: [{ operations: ['setStagingEnvironment'] }] },
  'spare branch': { alone: [{ settings: ['SPARE_BRANCH', 'OTHER_SPARE_BRANCH'] }] },
  'spare embed tenant': { alone: [{ settings: ['SPARE_EMBED_TENANT'] }] },
  'crowded environment': { alone: [{ settings: ['CROWDED_ENVIRONMENT_ID'] }] },
  // The administrator's own state.
  'dev mode': { alone: [{ operations: ['enterDevMode'] }] },
  'own settings': { alone: [{ operations: ['updateMySettings'] }] },
  inbox: {},
  // What the credential of a user permits: some checks rely on it while others grant roles that permit more. Rows of checks that
  // neither use the credential nor grant a built-in role say `alone` where they grant more than nothing.
  'rights of the member': {
    alone: [RIGHTS_OF_MEMBER],
    shared: { settings: MEMBER },
    // Whoever may change a report may do so with further rights as well, and one's own settings depend on none.
    unless: [
      { onlyMayUse: MEMBER, beside: ['READ_ONLY_REPORT_ID', 'EDITABLE_REPORT_ID'] },
      { operations: ['updateMySettings'] },
    ],
  },
  // The list of the roles of that user, which checks compare with what it was. Whether a tenant takes two grants to one user at
  // once is open, so that checks which only name the user, such as the recipient of a delivery, are not among these.
  'roles of the member': {
    alone: [{ settings: ['MEMBER_USER_ID'], families: ['roles', 'role-holders', 'openapi-spec'] }, RIGHTS_OF_MEMBER],
  },
  'roles of the outsider': {
    alone: [{ settings: ['NO_ACCESS_USER_ID'] }],
    shared: { settings: ['NO_ACCESS_TOKEN'] },
  },
  // The list of users shows what this user holds, and some checks compare two readings of it.
  'deactivated user': { alone: [{ settings: ['DEACTIVATED_USER_ID'] }] },
  // The user who plays these parts, one at a time.
  player: {
    ifStated: 'OTHER_PLAYER_TOKEN',
    alone: [
      {
        settings: [
          'TASK_READER_TOKEN',
          'TASK_MANAGER_TOKEN',
          'TASK_CREATOR_TOKEN',
          'NO_TASK_CREATE_TOKEN',
          'ALL_ACTIONS_TOKEN',
          'NO_ACCESS_TOKEN',
          'NO_ACCESS_USER_ID',
          'SCHEMA_READER_TOKEN',
          'NO_SCHEMA_READ_TOKEN',
        ],
      },
    ],
  },
  // A list that many checks add to, and of which some have to know all. The number of active tasks of a user is limited, too.
  roles: { shared: { families: ['roles', 'role-holders', 'environments', 'promotions', ...CALLING_ALL] } },
  // Several checks that each make more than four of them would wait for each other.
  'many active tasks': {},
  'scheduled tasks': { shared: { families: ['scheduled-tasks', ...CALLING_ALL] } },
  'report deliveries': { shared: { families: ['report-deliveries', ...CALLING_ALL] } },
  syncs: { shared: { families: ['transform-sync', ...CALLING_ALL] } },
  'api keys': { shared: { families: ['api-keys', ...CALLING_ALL] } },
  deployments: { shared: { operations: ['createDeployment'] } },
} as const satisfies Readonly<Record<string, Exclusive>>;

export type ExclusiveName = keyof typeof exclusives;

export const EXCLUSIVES: Readonly<Record<ExclusiveName, Exclusive>> = exclusives;
export const EVERY_EXCLUSIVE = Object.keys(exclusives) as readonly ExclusiveName[];

/** Operations that change what other checks only read: a check that sends one may not go on beside those. */
export const CHANGED_ALONE: Readonly<Partial<Record<AnyOperationId, ExclusiveName>>> = Object.fromEntries(
  CHANGE_REPORTS.map((operation) => [operation, 'report']),
);

/** Operations that change one of the lists: a check that sends one has to share the list, or to have it to itself. */
export const CHANGED_LIST: Readonly<Partial<Record<AnyOperationId, ExclusiveName>>> = {
  createRole: 'roles',
  updateRole: 'roles',
  deleteRole: 'roles',
  createScheduledTask: 'scheduled tasks',
  deleteScheduledTask: 'scheduled tasks',
  resumeScheduledTask: 'scheduled tasks',
  createReportDelivery: 'report deliveries',
  deleteReportDelivery: 'report deliveries',
  startTransformSync: 'syncs',
  createApiKey: 'api keys',
  deleteApiKey: 'api keys',
  createDeployment: 'deployments',
};
