/**
 * Every environment variable that the suite reads. `docs/settings.md` and, for what a person sets, `.env.example` are generated
 * from this table, and the `needs` of requirements refer to its entries. A self-test fails on any other variable that the code reads.
 */
interface Setting {
  readonly what: string;
  /** What applies when it is not set. */
  readonly otherwise?: string;
}

const TENANT = {
  BASE_URL: {
    what: 'Base URL of the tenant under test, without a path, such as https://acme.example.com.',
    otherwise: 'the suite starts its embedded reference tenant',
  },
  TENANT: {
    what: 'Name of a tenant; values in .env.<name> override those in .env. A run takes several names, separated by commas.',
    otherwise: 'only .env is read',
  },
  TLS_CA: {
    what: 'PEM file of a certificate authority to trust in addition to those of Node.',
    otherwise: 'only the certificate authorities of Node are trusted',
  },
  HTTPS_PROXY: {
    what: 'HTTP proxy through which hosts other than this machine are reached, such as http://proxy.example.com:3128. It is redacted like a credential.',
    otherwise: 'https_proxy of the environment; without that hosts are reached directly',
  },
  NO_PROXY: {
    what: 'Hosts that are reached without the proxy, separated by commas; .example.com matches all subdomains.',
    otherwise: 'no_proxy of the environment; without that only this machine',
  },
  DATA_API_URL: { what: 'Base URL of the Core Data API of DEPLOYMENT_ID.' },
  AI_URL: { what: 'Base URL of the AI API.' },
  CONTROL_URL: {
    what: 'URL of the control API of a running reference tenant, which leases a tenant to each check. Ignored where BASE_URL is set.',
    otherwise: 'the suite starts its embedded reference tenant',
  },
} as const satisfies Record<string, Setting>;

const RUN = {
  SEED: { what: 'Seed of all generated inputs.', otherwise: 'a new seed for each run, shown in its output' },
  PROPERTY_RUNS: {
    what: 'Number of inputs that each property-based check generates and tries.',
    otherwise: '100 are generated, and those tried that belong to a class of inputs of which none was tried before',
  },
  PROPERTY_PATH: {
    what: 'Path of a counterexample from a report, to repeat that input only.',
    otherwise: 'properties generate new inputs',
  },
  DIALECT: {
    what: 'How the embedded reference tenant behaves where the specification leaves a choice: plain, contrary, or any:<seed> for choices drawn from a seed.',
    otherwise: 'plain',
  },
  BASELINE: {
    what: 'File with the known violations and accepted gaps of the tenant.',
    otherwise: 'baselines/<TENANT>.yaml, if the file exists',
  },
  STRICT: { what: 'Set to 1 to count gaps that the baseline accepts as gaps.', otherwise: '0' },
  WEBHOOK_URL: {
    what: 'Address of a webhook of Slack, Teams or the like, to which a message about each run is sent. It is redacted like a credential.',
    otherwise: 'no message is sent',
  },
  WEBHOOK_FORMAT: {
    what: 'Format of that message: slack or teams.',
    otherwise: 'teams for an address of Microsoft, slack for any other',
  },
  REPORT_URL: { what: 'Address at which readers of that message find the report.', otherwise: 'it has no link' },
  SPECIFICATION_URL: {
    what: 'Address of the specification, to which the report and other reporters link; `{line}` in it becomes the line of a requirement.',
    otherwise: 'they show the section and the lines, without a link',
  },
  REPORT_FOLDER: { what: 'Folder for the results of a run.', otherwise: 'reports/latest' },
  HISTORY: {
    what: 'Folder for the run history: each complete run appends a line to the file of its tenant, and reports show earlier verdicts.',
    otherwise: 'no history is written',
  },
  MAX_WAIT: {
    what: 'Longest time that one check may wait on a live tenant, such as 90s or 6m.',
    otherwise: '0s: requirements that need a wait are untested',
  },
  READ_ONLY: { what: 'Set to 1 to send no request that changes the tenant.', otherwise: '0' },
  BORROW: {
    what: 'Set to 1 to allow changes to things that the run found, and to the settings and the branch of the administrator. They are restored, but for keys that were added to templateVariables where the tenant removes none.',
    otherwise: '0: what was found is only read',
  },
  ALLOW_ACCOUNT_CHANGES: { what: 'Set to 1 to allow changes that affect the whole account.', otherwise: '0' },
  ALLOW_PLAIN_HTTP: {
    what: 'Set to 1 to allow the checks of HTTPS to send a credential over plain HTTP, where it can be intercepted.',
    otherwise: '0: these checks are untested unless the tenant runs on this machine',
  },
  REQUESTS_PER_SECOND: {
    what: 'Maximum number of requests per second to a live tenant, for all workers of a run together.',
    otherwise: '50, and no limit for a tenant on this machine',
  },
  REQUESTS_IN_FLIGHT: {
    what: 'Maximum number of concurrent requests of a run to a live tenant.',
    otherwise: '8, and no limit for a tenant on this machine',
  },
  ALLOWED_HOSTS: {
    what: 'Hosts that a run may contact, separated by commas; *.example.com matches all subdomains.',
    otherwise: 'every host named by a setting, and those at which the tenant says that it serves its other APIs',
  },
  DENIED_HOSTS: { what: 'Hosts that a run must not contact, in the format of ALLOWED_HOSTS.', otherwise: 'none' },
  BINDINGS: {
    what: "JSON file with this tenant's names where the specification leaves a name open.",
    otherwise: "names are discovered in the tenant's own OpenAPI document",
  },
} as const satisfies Record<string, Setting>;

const CREDENTIALS = {
  ADMIN_TOKEN: {
    what: 'API key of a user with the admin role. The only credential that a live run requires.',
  },
  PLAYER_TOKEN: {
    what: 'API key of a user without the admin role whose roles the run may change. It stands for MEMBER_TOKEN.',
  },
  OTHER_PLAYER_TOKEN: {
    what: 'API key of another such user. It stands for the tokens of users who hold certain actions on DEPLOYMENT_ID, one after the other.',
  },
  OTHER_ADMIN_TOKEN: {
    what: 'API key of another user than that of ADMIN_TOKEN, who holds the admin role through a group alone.',
  },
  OAUTH_TOKEN: { what: 'OAuth access token of an administrator.' },
  MEMBER_OAUTH_TOKEN: { what: 'OAuth access token of a user without the admin role.' },
  EXPIRED_OAUTH_TOKEN: { what: 'Expired OAuth access token.' },
  MEMBER_TOKEN: { what: 'API key of a user without the admin role who may read DEPLOYMENT_ID.' },
  SCOPED_TOKEN: { what: "An administrator's API key that is scoped to DEPLOYMENT_ID only." },
  SPARE_SCOPED_TOKEN: { what: "An administrator's API key that is scoped to SPARE_DEPLOYMENT_ID only." },
  TWO_SCOPE_TOKEN: {
    what: "An administrator's API key that is scoped to DEPLOYMENT_ID and OTHER_DEPLOYMENT_ID.",
  },
  EXPIRED_TOKEN: { what: 'Expired API key.' },
  TASK_READER_TOKEN: {
    what: 'API key of a user who holds ScheduledTasksRead, but not ScheduledTasksManage, on DEPLOYMENT_ID.',
  },
  TASK_MANAGER_TOKEN: { what: 'API key of a user who holds ScheduledTasksManage on DEPLOYMENT_ID.' },
  NO_TASK_CREATE_TOKEN: {
    what: 'API key of a user who may read DEPLOYMENT_ID but does not hold ScheduledTasksCreate.',
  },
  TASK_CREATOR_TOKEN: {
    what: 'API key of a user without the admin role who holds ScheduledTasksCreate on DEPLOYMENT_ID, but neither ScheduledTasksManage nor All.',
  },
  ALL_ACTIONS_TOKEN: {
    what: 'API key of a user without the admin role whose only policy on DEPLOYMENT_ID grants All.',
  },
  BUILT_IN_ROLE_TOKEN: {
    what: 'API key of a user who may read DEPLOYMENT_ID and holds only built-in roles other than Admin.',
  },
  NO_ACCESS_TOKEN: { what: 'API key of a user without read access to DEPLOYMENT_ID.' },
  ADMIN_EMBED_TOKEN: { what: 'Embed token (a JWT) of a user with the admin role.' },
  SCHEMA_READER_TOKEN: { what: 'API key of a user without the admin role who holds SchemaRead on DEPLOYMENT_ID.' },
  NO_SCHEMA_READ_TOKEN: {
    what: 'API key of a user without the admin role who may read DEPLOYMENT_ID but does not hold SchemaRead.',
  },
  EXPIRED_DATA_API_TOKEN: { what: 'Expired API token of the Core Data API.' },
  SCIM_TOKEN: { what: 'SCIM token.' },
  DATA_API_TOKEN: { what: 'API token (a JWT) of the Core Data API.' },
  AI_API_KEY: { what: 'API key that the AI API accepts.' },
} as const satisfies Record<string, Setting>;

const PROVIDED = {
  DEPLOYMENT_ID: { what: 'Id of a deployment that the run may use.' },
  OTHER_DEPLOYMENT_ID: { what: 'A second deployment, outside the scope of SCOPED_TOKEN.' },
  SPARE_DEPLOYMENT_ID: {
    what: 'A deployment in which nobody works, whose settings the run may change. It takes the place of DEPLOYMENT_ID where the run only found that one.',
  },
  SPARE_DEPLOYMENT_SOURCE_NAME: {
    what: 'A data source of SPARE_DEPLOYMENT_ID with a lakehouse integration. It takes the place of DATA_SOURCE_NAME where there is none that the run may change.',
  },
  ENVIRONMENT_ID: { what: 'An environment of DEPLOYMENT_ID.' },
  OTHER_ENVIRONMENT_ID: { what: 'A second environment of DEPLOYMENT_ID.' },
  CROWDED_ENVIRONMENT_ID: {
    what: 'An environment of DEPLOYMENT_ID whose 1001 most recent live tokens were created with ADMIN_TOKEN.',
  },
  DEPLOYMENT_SECRET: { what: 'Value of a secret setting of DEPLOYMENT_ID, created for this purpose.' },
  PROMPTED_AGENT_ID: { what: 'An agent of DEPLOYMENT_ID with starter prompts, which MEMBER_TOKEN may use.' },
  HIDDEN_AGENT_ID: {
    what: 'An agent of DEPLOYMENT_ID with starter prompts, which ADMIN_TOKEN may use and MEMBER_TOKEN may not.',
  },
  BRANCH: {
    what: 'A branch of DEPLOYMENT_ID other than its main branch, which syncs may commit to and which has no staging environment.',
  },
  RUNNING_BRANCH: { what: 'A branch of DEPLOYMENT_ID that is running and whose data model compiles.' },
  STOPPED_BRANCH: { what: 'A branch of DEPLOYMENT_ID that is not running.' },
  OTHER_BRANCH: { what: 'A branch of OTHER_DEPLOYMENT_ID, for the same use as BRANCH.' },
  BROKEN_BRANCH: { what: 'A branch whose data model does not compile.' },
  SPARE_BRANCH: {
    what: 'Branches of DEPLOYMENT_ID, separated by commas, that are not running and that the run may delete. A check uses one up.',
  },
  OTHER_SPARE_BRANCH: { what: 'Branches of OTHER_DEPLOYMENT_ID, for the same use as SPARE_BRANCH.' },
  REPORT_ID: { what: 'A report of DEPLOYMENT_ID that the run may change and restore.' },
  FOLDER_ID: { what: 'A folder of DEPLOYMENT_ID with at least one report.' },
  OWN_FOLDER_ID: { what: 'A folder of DEPLOYMENT_ID that belongs to a user.' },
  SHARED_FOLDER_ID: { what: 'A folder of DEPLOYMENT_ID that is shared from the main workspace.' },
  EDITABLE_FOLDER_ID: { what: 'A folder of DEPLOYMENT_ID that MEMBER_TOKEN may edit.' },
  READ_ONLY_FOLDER_ID: { what: 'A folder of DEPLOYMENT_ID that MEMBER_TOKEN may read and may not edit.' },
  UNREADABLE_REPORT_ID: {
    what: 'A report of DEPLOYMENT_ID that MEMBER_TOKEN may not read, and that the run may move and restore.',
  },
  READ_ONLY_REPORT_ID: { what: 'A report that MEMBER_TOKEN may read and may not edit.' },
  EDITABLE_REPORT_ID: { what: 'A report that MEMBER_TOKEN may edit and may not manage.' },
  MANAGED_REPORT_ID: { what: 'A report that MEMBER_TOKEN may manage and the run may move and restore.' },
  OTHER_REPORT_ID: { what: 'A report of OTHER_DEPLOYMENT_ID that the run may change and restore.' },
  EXTERNAL_WORKBOOK_ID: { what: 'An external spreadsheet with placed reports.' },
  OTHER_EXTERNAL_WORKBOOK_ID: { what: 'Another external spreadsheet that the run may place reports in.' },
  CROWDED_WORKBOOK_ID: { what: 'An external spreadsheet with more than 500 placed explorations.' },
  OVERFULL_WORKBOOK_ID: { what: 'An external spreadsheet with more than 2000 placements.' },
  FULL_WORKBOOK_ID: { what: 'An external spreadsheet with exactly 500 placed explorations.' },
  PACKED_WORKBOOK_ID: { what: 'An external spreadsheet with exactly 2000 placements and at most 500 explorations.' },
  WORKBOOK_ID: {
    what: 'A workbook of DEPLOYMENT_ID whose dashboard the run may change, publish and restore. Its published version equals its draft.',
  },
  AI_WIDGET_ID: { what: 'An AI widget of the dashboard of WORKBOOK_ID.' },
  CHAT_THREAD_ID: { what: 'A chat thread that can be linked to AI_WIDGET_ID.' },
  OTHER_WORKBOOK_ID: { what: 'A workbook of OTHER_DEPLOYMENT_ID, for the same use as WORKBOOK_ID.' },
  OTHER_AI_WIDGET_ID: { what: 'An AI widget of the dashboard of OTHER_WORKBOOK_ID.' },
  OTHER_CHAT_THREAD_ID: { what: 'A chat thread that can be linked to OTHER_AI_WIDGET_ID.' },
  DASHBOARD_PUBLIC_ID: { what: 'Public id of a published dashboard of DEPLOYMENT_ID.' },
  EMBED_DASHBOARD_PUBLIC_ID: {
    what: 'Public id of a published dashboard of DEPLOYMENT_ID that sessions of EMBED_TENANT may read.',
    otherwise: 'DASHBOARD_PUBLIC_ID, if it is set',
  },
  OTHER_DASHBOARD_PUBLIC_ID: { what: 'Public id of a published dashboard of OTHER_DEPLOYMENT_ID.' },
  DASHBOARD_ID: { what: 'Id of the dashboard of DASHBOARD_PUBLIC_ID, where a request has to name it by a number.' },
  OTHER_DASHBOARD_ID: { what: 'Id of the dashboard of OTHER_DASHBOARD_PUBLIC_ID, for the same use as DASHBOARD_ID.' },
  ADMIN_USER_ID: { what: 'Id of the user of ADMIN_TOKEN.' },
  MEMBER_USER_ID: { what: 'Id of the user of MEMBER_TOKEN.' },
  NO_ACCESS_USER_ID: { what: 'Id of the user of NO_ACCESS_TOKEN.' },
  GROUP_ID: { what: 'A group that MEMBER_USER_ID belongs to.' },
  GROUP_ROLE_ID: {
    what: 'A custom role that MEMBER_USER_ID holds through GROUP_ID only, and through OTHER_GROUP_ID if that is set.',
  },
  OTHER_GROUP_ID: { what: 'A second group through which MEMBER_USER_ID holds GROUP_ROLE_ID.' },
  OTHER_GROUP_ROLE_ID: { what: 'A custom role that MEMBER_USER_ID holds through OTHER_GROUP_ID only.' },
  DEACTIVATED_USER_ID: { what: 'A deactivated user who holds GROUP_ROLE_ID.' },
  BUILT_IN_ROLE_ID: { what: 'Id of a built-in role other than Admin.' },
  ADMIN_ROLE_ID: { what: 'Id of the built-in Admin role.' },
  OIDC_TOKEN_CONFIG_ID: { what: 'An OIDC token config.' },
  DISABLED_OIDC_TOKEN_CONFIG_ID: { what: 'An OIDC token config that is not enabled.' },
  EMBED_TENANT: { what: 'Name of an embed tenant that the run may use.' },
  SPARE_EMBED_TENANT: {
    what: 'Names of embed tenants, separated by commas, that the run may delete. Where no session makes one, a check uses one up, and one check up to four.',
  },
  TENANT_WORKBOOK_ID: {
    what: 'A workbook that EMBED_TENANT can access only because it is shared with this embed tenant.',
  },
  ALL_EMBED_USERS_WORKBOOK_ID: {
    what: 'A workbook that EMBED_TENANT can access only because it is shared with all embed users.',
  },
  FOLDER_WORKBOOK_ID: { what: 'A workbook that EMBED_TENANT can access only through a folder.' },
  EXPIRED_EMBED_SESSION_ID: { what: 'Id of an embed session that expired without being exchanged.' },
  SPARE_EXPIRED_EMBED_SESSION_ID: {
    what: 'Id of another embed session that expired without being exchanged. The run revokes it.',
  },
  DATA_SOURCE_NAME: { what: 'A data source with a lakehouse integration that the run may change and restore.' },
  OTHER_DATA_SOURCE_NAME: { what: 'A data source of OTHER_DEPLOYMENT_ID, for the same use as DATA_SOURCE_NAME.' },
  SPARE_DATA_SOURCE_NAME: {
    what: 'A data source without a lakehouse integration, on which the run may create one that it cannot remove.',
  },
  ACCOUNT_NAME: { what: 'Account name in the address of the AI API.' },
  AGENT_ID: { what: 'An agent that AI_API_KEY may use.' },
  OTHER_AGENT_ID: { what: 'An agent of OTHER_DEPLOYMENT_ID, where the body that creates a task has to name one.' },
  AI_CHAT_REQUEST: { what: 'JSON body of a message to which AGENT_ID responds.' },
  DATA_QUERY: { what: 'JSON body of a query that POST /v1/load of the Core Data API can run.' },
  DATA_SQL_QUERY: { what: 'JSON body of a query that POST /v1/cubesql of the Core Data API can run.' },
} as const satisfies Record<string, Setting>;

/** The groups in the order of `docs/settings.md`, each with its heading. */
export const SETTING_GROUPS = [
  { title: 'The tenant under test', settings: TENANT },
  { title: 'The run', settings: RUN },
  { title: 'Credentials', settings: CREDENTIALS },
  { title: 'Resources provided to the run', settings: PROVIDED },
] as const;

export type ActorSetting = keyof typeof CREDENTIALS;
export type ProvidedSetting = keyof typeof PROVIDED;
export type SettingName = keyof typeof TENANT | keyof typeof RUN | ActorSetting | ProvidedSetting;

/** What a person sets, in the order of `.env.example`; the run finds, makes or derives the rest as far as it can. */
const SET_BY_PEOPLE: readonly { readonly title: string; readonly names: readonly SettingName[] }[] = [
  { title: 'The tenant under test', names: ['BASE_URL', 'ADMIN_TOKEN', 'TLS_CA'] },
  { title: 'Players, with which fewer requirements stay untested', names: ['PLAYER_TOKEN', 'OTHER_PLAYER_TOKEN'] },
  { title: 'What the run may do', names: ['READ_ONLY', 'BORROW', 'ALLOW_ACCOUNT_CHANGES'] },
  { title: 'Time and load', names: ['MAX_WAIT', 'REQUESTS_PER_SECOND', 'REQUESTS_IN_FLIGHT'] },
  { title: 'Names that the specification leaves open', names: ['BINDINGS'] },
];

/** The text of `.env.example`. */
export function envExample(): string {
  const all: Readonly<Record<string, Setting>> = { ...TENANT, ...RUN, ...CREDENTIALS, ...PROVIDED };
  const groups = SET_BY_PEOPLE.map(({ title, names }) => {
    const lines = names.map((name) => {
      const { what = '', otherwise } = all[name] ?? {};
      return [`# ${what}`, ...(otherwise === undefined ? [] : [`# If not set: ${otherwise}.`]), `${name}=`].join('\n');
    });
    return `## ${title}\n\n${lines.join('\n\n')}\n`;
  });
  return `# Copy to .env, or to .env.<name> for TENANT=<name>, and set what you have. The embedded reference tenant\n# needs no settings. docs/settings.md lists all others. Generated by \`npm run generate\`.\n\n${groups.join('\n')}`;
}

/** What the page says of a setting beside what it is for. */
export interface SettingUse {
  /** Counts the requirements that are untested without it. */
  readonly unlocks: (name: string) => number;
  /** How a live run comes by it if it is not set, best first; undefined if it is no thing and no credential. */
  readonly sources: (name: string) => readonly string[] | undefined;
}

/** The text of `docs/settings.md`. */
export function settingsPage({ unlocks, sources }: SettingUse): string {
  const tables = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = Object.entries<Setting>(settings).map(([name, { what, otherwise = '' }]) => {
      const without = sources(name)?.join('; else ') ?? otherwise;
      return `| \`${name}\` | ${what} | ${without} | ${unlocks(name) || ''} |`;
    });
    const hasSources = Object.keys(settings).every((name) => sources(name) !== undefined);
    const without = hasSources ? 'Source when not set' : 'If not set';
    return `## ${title}\n\n| Setting | Description | ${without} | Needed by |\n| --- | --- | --- | ---: |\n${rows.join('\n')}\n`;
  });
  return `# Settings\n\nA setting is read from the environment, then from \`.env.<name>\` where \`TENANT=<name>\`, then from \`.env\`. *Needed by* is\nthe number of requirements that are untested without it. *Source when not set* is how a run on a live tenant comes by a thing\nor a credential, where the tenant allows it. Generated by \`npm run generate\`.\n\n${tables.join('\n')}`;
}

export const SETTING_NAMES = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)) as readonly SettingName[];
