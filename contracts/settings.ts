/**
 * Every environment variable that the suite reads, in one table. `.env.example` is written from it, requirement rows
 * name its entries in what they need, and nothing else in the project may read another variable.
 */
interface Setting {
  readonly what: string;
  /** What holds when it is not set. */
  readonly otherwise?: string;
}

const TENANT = {
  BASE_URL: {
    what: 'Host root of the tenant under test, such as https://acme.example.com.',
    otherwise: 'the suite starts its own reference tenant',
  },
  TENANT: {
    what: 'Name of a tenant: .env.<name> is read over .env. `npm run conformance` takes several, with commas between them.',
    otherwise: 'only .env is read',
  },
  TLS_CA: {
    what: 'PEM file of a certificate authority to trust besides the usual ones.',
    otherwise: 'the usual certificate authorities alone are trusted',
  },
  DATA_API_URL: { what: 'Base address of the Core Data API of the lent deployment.' },
  AI_URL: { what: 'Base address of the AI API.' },
  CONTROL_URL: {
    what: 'Control address of a reference tenant that leases one to each check. It counts where BASE_URL is not set.',
    otherwise: 'the suite starts its own reference tenant',
  },
} as const satisfies Record<string, Setting>;

const RUN = {
  SEED: { what: 'Seed of every generated input.', otherwise: 'a new one each run, printed' },
  PROPERTY_RUNS: { what: 'Inputs that each property tries.', otherwise: '100' },
  PROPERTY_PATH: {
    what: 'Path of a counterexample that a property reported, to repeat it alone.',
    otherwise: 'properties start afresh',
  },
  DIALECT: {
    what: 'How the embedded reference tenant uses what the specification leaves open: plain or contrary.',
    otherwise: 'plain',
  },
  BASELINE: {
    what: 'File with the known violations and accepted gaps of the tenant.',
    otherwise: 'baselines/<TENANT>.yaml, where there is one',
  },
  STRICT: { what: 'Set to 1 to let gaps count that the baseline accepts.', otherwise: '0' },
  REPORT_FOLDER: { what: 'Folder that a run writes its results to.', otherwise: 'reports/latest' },
  HISTORY: {
    what: 'Folder in which each whole run leaves a line, in a file for its tenant; reports show what was before.',
    otherwise: 'no history is kept',
  },
  MAX_WAIT: {
    what: 'Longest wait that one check may take on a live clock, such as 90s or 6m.',
    otherwise: '0s: checks that wait are untested',
  },
  READ_ONLY: { what: 'Set to 1 to send nothing that changes the tenant.', otherwise: '0' },
  ALLOW_ACCOUNT_CHANGES: { what: 'Set to 1 to allow changes that the whole account sees.', otherwise: '0' },
  ALLOW_PLAIN_HTTP: {
    what: 'Set to 1 to let the checks of HTTPS send a credential over plain HTTP, where whoever is on the way can read it.',
    otherwise: '0: on any tenant that is not on this machine these checks are untested',
  },
  REQUESTS_PER_SECOND: {
    what: 'Most requests a second that all workers of a run together send to a live tenant.',
    otherwise: '50, and no bound for a tenant on this machine',
  },
  REQUESTS_IN_FLIGHT: {
    what: 'Most requests that a live tenant has to answer for a run at the same time.',
    otherwise: '8, and no bound for a tenant on this machine',
  },
  ALLOWED_HOSTS: {
    what: 'Hosts that a run may talk to, with commas between them; *.example.com names all below it.',
    otherwise: 'any host that a setting names',
  },
  DENIED_HOSTS: { what: 'Hosts that no run may ever talk to, written like ALLOWED_HOSTS.', otherwise: 'none' },
  BINDINGS: {
    what: "JSON file that states this tenant's names for what the specification leaves open.",
    otherwise: "names are discovered in the tenant's own document",
  },
} as const satisfies Record<string, Setting>;

const CREDENTIALS = {
  ADMIN_TOKEN: {
    what: 'API key of a user with the admin role. The only credential that a live run cannot do without.',
  },
  OAUTH_TOKEN: { what: 'OAuth access token of an administrator.' },
  MEMBER_OAUTH_TOKEN: { what: 'OAuth access token of a user who is no administrator.' },
  EXPIRED_OAUTH_TOKEN: { what: 'OAuth access token that has expired.' },
  MEMBER_TOKEN: { what: 'API key of a user who may read the lent deployment and is no administrator.' },
  SCOPED_TOKEN: { what: "An administrator's API key that is scoped to the lent deployment alone." },
  TWO_SCOPE_TOKEN: {
    what: "An administrator's API key that is scoped to the lent deployment and OTHER_DEPLOYMENT_ID.",
  },
  EXPIRED_TOKEN: { what: 'API key that has expired.' },
  TASK_READER_TOKEN: { what: 'API key of a user who holds ScheduledTasksRead on the lent deployment, and not Manage.' },
  TASK_MANAGER_TOKEN: { what: 'API key of a user who holds ScheduledTasksManage on the lent deployment.' },
  NO_TASK_CREATE_TOKEN: { what: 'API key of a user who may read the lent deployment without ScheduledTasksCreate.' },
  TASK_CREATOR_TOKEN: {
    what: 'API key of a plain user who holds ScheduledTasksCreate on the lent deployment, and neither ScheduledTasksManage nor All.',
  },
  ALL_ACTIONS_TOKEN: { what: 'API key of a plain user whose one policy on the lent deployment grants All.' },
  BUILT_IN_ROLE_TOKEN: {
    what: 'API key of a user who may read the lent deployment and holds built-in roles other than Admin alone.',
  },
  NO_ACCESS_TOKEN: { what: 'API key of a user without read access to the lent deployment.' },
  ADMIN_EMBED_TOKEN: { what: 'Embed token (a JWT) that belongs to a user with the admin role.' },
  SCHEMA_READER_TOKEN: { what: 'API key of a plain user who holds SchemaRead on the lent deployment.' },
  NO_SCHEMA_READ_TOKEN: { what: 'API key of a plain user who may read the lent deployment without SchemaRead.' },
  EXPIRED_DATA_API_TOKEN: { what: 'API token of the Core Data API that has expired.' },
  SCIM_TOKEN: { what: 'SCIM token.' },
  DATA_API_TOKEN: { what: 'API token (a JWT) of the Core Data API.' },
  AI_API_KEY: { what: 'API key that the AI API accepts.' },
} as const satisfies Record<string, Setting>;

const LENT = {
  DEPLOYMENT_ID: { what: 'A deployment that the run may work in.' },
  OTHER_DEPLOYMENT_ID: { what: 'A second deployment, outside the scope of SCOPED_TOKEN.' },
  ENVIRONMENT_ID: { what: 'An environment of the lent deployment.' },
  OTHER_ENVIRONMENT_ID: { what: 'A second environment of the lent deployment.' },
  CROWDED_ENVIRONMENT_ID: {
    what: 'An environment of the lent deployment whose 1001 most recent live tokens ADMIN_TOKEN minted.',
  },
  DEPLOYMENT_SECRET: { what: 'A text that the lent deployment keeps as a secret setting, made up for this purpose.' },
  PROMPTED_AGENT_ID: { what: 'An agent of the lent deployment with starter prompts, which MEMBER_TOKEN may use.' },
  HIDDEN_AGENT_ID: {
    what: 'An agent of the lent deployment with starter prompts, which ADMIN_TOKEN may use and MEMBER_TOKEN may not.',
  },
  BRANCH: {
    what: 'A branch of the lent deployment other than its main one, which syncs may commit to and which has no staging environment.',
  },
  RUNNING_BRANCH: { what: 'A branch of the lent deployment that is running.' },
  STOPPED_BRANCH: { what: 'A branch of the lent deployment that is not running.' },
  OTHER_BRANCH: { what: 'A branch of OTHER_DEPLOYMENT_ID, for the same use as BRANCH.' },
  BROKEN_BRANCH: { what: 'A branch whose data model does not compile.' },
  SPARE_BRANCH: { what: 'A branch of the lent deployment that is not running and that the run may delete.' },
  OTHER_SPARE_BRANCH: { what: 'A branch of OTHER_DEPLOYMENT_ID, for the same use as SPARE_BRANCH.' },
  REPORT_ID: { what: 'A report of the lent deployment that the run may change and put back.' },
  FOLDER_ID: { what: 'A folder of the lent deployment with at least one report.' },
  SHARED_FOLDER_ID: { what: 'A folder of the lent deployment that is shared from the main workspace.' },
  EDITABLE_FOLDER_ID: { what: 'A folder of the lent deployment that MEMBER_TOKEN may edit.' },
  READ_ONLY_FOLDER_ID: { what: 'A folder of the lent deployment that MEMBER_TOKEN may read and may not edit.' },
  UNREADABLE_REPORT_ID: {
    what: 'A report of the lent deployment that MEMBER_TOKEN may not read, and that the run may move and put back.',
  },
  READ_ONLY_REPORT_ID: { what: 'A report that MEMBER_TOKEN may read and may not edit.' },
  EDITABLE_REPORT_ID: { what: 'A report that MEMBER_TOKEN may edit and may not manage.' },
  MANAGED_REPORT_ID: { what: 'A report that MEMBER_TOKEN may manage and the run may move and put back.' },
  OTHER_REPORT_ID: { what: 'A report of OTHER_DEPLOYMENT_ID that the run may change and put back.' },
  EXTERNAL_WORKBOOK_ID: { what: 'An external spreadsheet in which reports are placed.' },
  OTHER_EXTERNAL_WORKBOOK_ID: { what: 'Another external spreadsheet that the run may place reports in.' },
  CROWDED_WORKBOOK_ID: { what: 'An external spreadsheet with more than 500 placed explorations.' },
  OVERFULL_WORKBOOK_ID: { what: 'An external spreadsheet with more than 2000 placements.' },
  FULL_WORKBOOK_ID: { what: 'An external spreadsheet with exactly 500 placed explorations.' },
  PACKED_WORKBOOK_ID: { what: 'An external spreadsheet with exactly 2000 placements and at most 500 explorations.' },
  WORKBOOK_ID: {
    what: 'A workbook of the lent deployment whose dashboard the run may change, publish and put back, published as its draft is.',
  },
  AI_WIDGET_ID: { what: 'An AI widget of the dashboard of WORKBOOK_ID.' },
  CHAT_THREAD_ID: { what: 'A chat thread that can be tied to AI_WIDGET_ID.' },
  OTHER_WORKBOOK_ID: { what: 'A workbook of OTHER_DEPLOYMENT_ID, for the same use as WORKBOOK_ID.' },
  OTHER_AI_WIDGET_ID: { what: 'An AI widget of the dashboard of OTHER_WORKBOOK_ID.' },
  OTHER_CHAT_THREAD_ID: { what: 'A chat thread that can be tied to OTHER_AI_WIDGET_ID.' },
  DASHBOARD_PUBLIC_ID: { what: 'Public id of a published dashboard of the lent deployment.' },
  OTHER_DASHBOARD_PUBLIC_ID: { what: 'Public id of a published dashboard of OTHER_DEPLOYMENT_ID.' },
  MEMBER_USER_ID: { what: 'Id of the user of MEMBER_TOKEN.' },
  NO_ACCESS_USER_ID: { what: 'Id of the user of NO_ACCESS_TOKEN.' },
  GROUP_ID: { what: 'A group that MEMBER_USER_ID belongs to.' },
  GROUP_ROLE_ID: { what: 'A custom role that MEMBER_USER_ID holds through GROUP_ID alone.' },
  DEACTIVATED_USER_ID: { what: 'A deactivated user who holds GROUP_ROLE_ID.' },
  BUILT_IN_ROLE_ID: { what: 'Id of a built-in role other than Admin.' },
  ADMIN_ROLE_ID: { what: 'Id of the built-in Admin role.' },
  OIDC_TOKEN_CONFIG_ID: { what: 'An OIDC token config.' },
  EMBED_TENANT: { what: 'Name of an embed tenant that the run may use.' },
  SPARE_EMBED_TENANT: { what: 'Name of an embed tenant that the run may delete.' },
  TENANT_WORKBOOK_ID: { what: 'A workbook that EMBED_TENANT reaches only because it is open to this tenant itself.' },
  ALL_EMBED_USERS_WORKBOOK_ID: {
    what: 'A workbook that EMBED_TENANT reaches only because it is open to all embed users.',
  },
  FOLDER_WORKBOOK_ID: { what: 'A workbook that EMBED_TENANT reaches only through a folder.' },
  EXPIRED_EMBED_SESSION_ID: { what: 'Id of an embed session that has expired without having been exchanged.' },
  SPARE_EXPIRED_EMBED_SESSION_ID: {
    what: 'Id of another embed session that has expired without having been exchanged; the run revokes it.',
  },
  DATA_SOURCE_NAME: { what: 'A data source with a lakehouse integration that the run may change and put back.' },
  OTHER_DATA_SOURCE_NAME: { what: 'A data source of OTHER_DEPLOYMENT_ID, for the same use as DATA_SOURCE_NAME.' },
  SPARE_DATA_SOURCE_NAME: { what: 'A data source without a lakehouse integration; the run may create one, for good.' },
  ACCOUNT_NAME: { what: 'Account name in the address of the AI API.' },
  AGENT_ID: { what: 'An agent that AI_API_KEY may talk to.' },
  AI_CHAT_REQUEST: { what: 'JSON body of a message that AGENT_ID answers.' },
  DATA_QUERY: { what: 'JSON body of a query that POST /v1/load of the Core Data API can run.' },
  DATA_SQL_QUERY: { what: 'JSON body of a query that POST /v1/cubesql of the Core Data API can run.' },
} as const satisfies Record<string, Setting>;

/** In the order of `.env.example`, each group with the words above it there. */
export const SETTING_GROUPS = [
  { title: 'The tenant under test', settings: TENANT },
  { title: 'The run', settings: RUN },
  { title: 'Credentials', settings: CREDENTIALS },
  { title: 'Things lent to the run', settings: LENT },
] as const;

export type ActorSetting = keyof typeof CREDENTIALS;
export type LentSetting = keyof typeof LENT;
export type SettingName = keyof typeof TENANT | keyof typeof RUN | ActorSetting | LentSetting;

/** The text of `.env.example`; `unlocks` says how many promises cannot be looked at without a setting. */
export function envExample(unlocks: (name: string) => number): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const lines = Object.entries<Setting>(settings).map(([name, { what, otherwise }]) =>
      [
        `# ${what}`,
        ...(otherwise === undefined ? [] : [`# Otherwise: ${otherwise}.`]),
        ...(unlocks(name) === 0 ? [] : [`# Unlocks ${unlocks(name)} promise${unlocks(name) === 1 ? '' : 's'}.`]),
        `${name}=`,
      ].join('\n'),
    );
    return `## ${title}\n\n${lines.join('\n\n')}\n`;
  });
  return `# Copy to .env, or to .env.<name> for TENANT=<name>, and fill in what you have. Nothing is needed for the\n# embedded reference tenant. Written by \`npm run generate\`.\n\n${groups.join('\n')}`;
}

/** The same as a page for readers: `docs/settings.md`. */
export function settingsPage(unlocks: (name: string) => number): string {
  const tables = SETTING_GROUPS.map(({ title, settings }) => {
    const rows = Object.entries<Setting>(settings).map(
      ([name, { what, otherwise = '' }]) => `| \`${name}\` | ${what} | ${otherwise} | ${unlocks(name) || ''} |`,
    );
    return `## ${title}\n\n| Setting | What it says | Otherwise | Unlocks |\n| --- | --- | --- | ---: |\n${rows.join('\n')}\n`;
  });
  return `# Settings\n\nEach is an environment variable, or a line of \`.env.<name>\` for \`TENANT=<name>\`, or of \`.env\`, in this order. *Unlocks* is\nhow many promises cannot be looked at without it. Written by \`npm run generate\`.\n\n${tables.join('\n')}`;
}

export const SETTING_NAMES = SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)) as readonly SettingName[];
