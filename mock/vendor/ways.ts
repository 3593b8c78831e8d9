export const ACCOUNT = '/api/v1';
const DEPLOYMENT = `${ACCOUNT}/deployments/{deploymentId}`;

/** Routes by the operation that is served there: `post /api/v1/users`. */
export type Routes = Readonly<Record<string, string>>;

/** How members are called in other words than by their own names: `given name` for `firstName`. */
export type Words = Readonly<Record<string, string>>;

/** The ways in which vendors let administrators make and remove one kind of thing, the usual way first. */
export interface Ways {
  readonly point: `U${number}`;
  readonly what: string;
  readonly routes: Readonly<Record<string, Routes>>;
  readonly words?: Readonly<Record<string, Words>>;
}

function collection(base: string, id: string, [create, remove, list]: readonly [string, string, string?]): Routes {
  return {
    [create]: `post ${base}`,
    [remove]: `delete ${base}/{${id}}`,
    ...(list !== undefined && { [list]: `get ${base}` }),
  };
}

/** Routes whose paths end with a slash, without which nothing is served there. */
const withSlashes = (routes: Routes): Routes =>
  Object.fromEntries(Object.entries(routes).map(([operation, route]) => [operation, `${route}/`]));

const BUILD = `/build${DEPLOYMENT}`;

const USERS = ['createUser', 'deleteUser'] as const;
const FOLDERS = ['createFolder', 'deleteFolder'] as const;
const REPORTS = ['createReport', 'deleteReport'] as const;
const WORKBOOKS = ['createWorkbook', 'deleteWorkbook', 'listWorkbooks'] as const;
const ENVIRONMENTS = ['createEnvironment', 'deleteEnvironment'] as const;
const DATA_SOURCES = ['createDataSource', 'deleteDataSource', 'listDataSources'] as const;

const AGENTS = ['createAgent', 'deleteAgent'] as const;
const OIDC = ['createOidcTokenConfig', 'deleteOidcTokenConfig', 'listOidcTokenConfigs'] as const;

function groupsAt(base: string, method: string, [users, roles]: readonly [string, string]): Routes {
  const user = `${base}/{groupId}/${users}/{userId}`;
  const role = `${base}/{groupId}/${roles}/{roleId}`;
  return {
    ...collection(base, 'groupId', ['createGroup', 'deleteGroup']),
    addGroupUser: `${method} ${user}`,
    removeGroupUser: `delete ${user}`,
    addGroupRole: `${method} ${role}`,
    removeGroupRole: `delete ${role}`,
  };
}

function sharingAt(method: string, word: string): Routes {
  const report = `${DEPLOYMENT}/reports/{reportId}/${word}/{userId}`;
  const folder = `${DEPLOYMENT}/folders/{folderId}/${word}/{userId}`;
  return {
    shareReport: `${method} ${report}`,
    unshareReport: `delete ${report}`,
    shareFolder: `${method} ${folder}`,
    unshareFolder: `delete ${folder}`,
  };
}

function embeddingAt(method: string, word: string): Routes {
  return {
    setWorkbookEmbedAccess: `${method} ${DEPLOYMENT}/workbooks/{workbookId}/${word}`,
    setFolderEmbedAccess: `${method} ${DEPLOYMENT}/folders/{folderId}/${word}`,
  };
}

export const WAYS = {
  users: {
    point: 'U086',
    what: 'users',
    routes: {
      users: collection(`${ACCOUNT}/users`, 'id', USERS),
      administration: collection(`${ACCOUNT}/users-admin`, 'id', USERS),
      invitations: { ...collection(`${ACCOUNT}/users`, 'id', USERS), createUser: `post ${ACCOUNT}/users/invite` },
      'invitations to accept': {
        inviteUser: `post ${ACCOUNT}/invitations`,
        acceptInvitation: `post ${ACCOUNT}/invitations/{invitationId}/accept`,
        deleteUser: `post ${ACCOUNT}/users/{id}/remove`,
      },
    },
    words: {
      usual: {},
      other: { email: 'email address', firstName: 'given name', lastName: 'family name' },
      short: { email: 'mail', firstName: 'first' },
    },
  },
  folders: {
    point: 'U102',
    what: 'folders',
    routes: {
      folders: collection(`${DEPLOYMENT}/folders`, 'folderId', FOLDERS),
      'report folders': collection(`${DEPLOYMENT}/report-folders`, 'folderId', FOLDERS),
      workspace: collection(`${DEPLOYMENT}/workspace/folders`, 'folderId', FOLDERS),
    },
    words: { usual: {}, other: { name: 'title' }, headed: { name: 'heading' } },
  },
  reports: {
    point: 'U104',
    what: 'reports',
    routes: {
      reports: collection(`${DEPLOYMENT}/reports`, 'reportId', REPORTS),
      'a word of its own': {
        ...collection(`${DEPLOYMENT}/reports`, 'reportId', REPORTS),
        createReport: `post ${DEPLOYMENT}/reports/create`,
      },
      explorations: collection(`${DEPLOYMENT}/explorations`, 'reportId', REPORTS),
      actions: {
        createReport: `post ${DEPLOYMENT}/reports:create`,
        deleteReport: `post ${DEPLOYMENT}/reports/{reportId}/delete`,
      },
    },
    words: { usual: {}, other: { name: 'report name', folderId: 'parent folder id' } },
  },
  workbooks: {
    point: 'U074',
    what: 'workbooks with their dashboards',
    routes: {
      workbooks: collection(`${DEPLOYMENT}/workbooks`, 'workbookId', WORKBOOKS),
      notebooks: collection(`${DEPLOYMENT}/notebooks`, 'workbookId', WORKBOOKS),
      workspace: collection(`${DEPLOYMENT}/workspace/workbooks`, 'workbookId', WORKBOOKS),
      'with slashes': withSlashes(collection(`${DEPLOYMENT}/workbooks`, 'workbookId', WORKBOOKS)),
    },
    words: {
      usual: {},
      other: { name: 'title', publicId: 'dashboard public id', withAiWidget: 'with assistant' },
      captioned: { name: 'caption' },
    },
  },
  environments: {
    point: 'U104',
    what: 'environments',
    routes: {
      environments: collection(`${DEPLOYMENT}/environments`, 'environmentId', ENVIRONMENTS),
      'a word of its own': {
        ...collection(`${DEPLOYMENT}/environments`, 'environmentId', ENVIRONMENTS),
        createEnvironment: `post ${DEPLOYMENT}/environments/create`,
      },
      'deployment environments': collection(`${DEPLOYMENT}/deployment-environments`, 'environmentId', ENVIRONMENTS),
    },
    words: { usual: {}, other: { name: 'environment name' } },
  },
  deployments: {
    point: 'U093',
    what: 'deployments, whose creation is printed',
    routes: {
      deployments: { deleteDeployment: `delete ${DEPLOYMENT}` },
      build: { deleteDeployment: `delete ${BUILD}` },
    },
  },
  'data-sources': {
    point: 'U104',
    what: 'data sources',
    routes: {
      'data sources': collection(`${DEPLOYMENT}/data-sources`, 'dataSourceName', DATA_SOURCES),
      connections: collection(`${DEPLOYMENT}/connections`, 'dataSourceName', DATA_SOURCES),
    },
    words: { usual: {}, other: { name: 'source name', type: 'kind' } },
  },
  branches: {
    point: 'U093',
    what: 'branches',
    routes: {
      branches: { createBranch: `post ${BUILD}/branches`, listBranches: `get ${BUILD}/branches` },
      'a word of its own': { createBranch: `post ${BUILD}/branches/create`, listBranches: `get ${BUILD}/branches` },
      'development branches': {
        createBranch: `post ${BUILD}/dev-branches`,
        listBranches: `get ${BUILD}/dev-branches`,
      },
    },
    words: {
      usual: {},
      other: { branchName: 'branch', isRunning: 'running', parentBranch: 'created from' },
      short: { branchName: 'name', isRunning: 'active', parentBranch: 'parent' },
      begun: { branchName: 'name', parentBranch: 'from' },
    },
  },
  'embed-tenants': {
    point: 'U104',
    what: 'embed tenants',
    routes: {
      'embed tenants': {
        createEmbedTenant: `post ${ACCOUNT}/embed-tenants`,
        listEmbedTenants: `get ${ACCOUNT}/embed-tenants`,
      },
      embedding: {
        createEmbedTenant: `post ${ACCOUNT}/embed/tenants`,
        listEmbedTenants: `get ${ACCOUNT}/embed/tenants`,
      },
    },
    words: { usual: {}, other: { name: 'tenant name' } },
  },
  'oidc-token-configs': {
    point: 'U104',
    what: 'OIDC token configs',
    routes: {
      configs: collection(`${ACCOUNT}/oidc-token-configs`, 'id', OIDC),
      oidc: collection(`${ACCOUNT}/oidc/token-configs`, 'id', OIDC),
    },
    words: { usual: {}, other: { audience: 'target audience', isEnabled: 'enabled' } },
  },
  groups: {
    point: 'U086',
    what: 'groups',
    routes: {
      groups: groupsAt(`${ACCOUNT}/groups`, 'put', ['users', 'roles']),
      'user groups': groupsAt(`${ACCOUNT}/user-groups`, 'post', ['members', 'roles']),
    },
    words: { usual: {}, other: { name: 'group name' } },
  },
  scim: {
    point: 'U111',
    what: 'users by SCIM',
    routes: {
      users: {
        ...collection('/api/scim/v2/Users', 'id', ['createScimUser', 'deleteScimUser']),
        getScimUser: 'get /api/scim/v2/Users/{id}',
      },
    },
  },
  agents: {
    point: 'U074',
    what: 'agents',
    routes: {
      agents: collection(`${DEPLOYMENT}/agents`, 'agentId', AGENTS),
      'ai agents': collection(`${DEPLOYMENT}/ai-agents`, 'agentId', AGENTS),
    },
    words: { usual: {}, other: { name: 'agent name', starterPrompts: 'suggestions', isForManagers: 'restricted' } },
  },
  threads: {
    point: 'U074',
    what: 'chat threads, which runs of tasks write',
    routes: {
      'chat threads': { deleteThread: `delete ${DEPLOYMENT}/chat-threads/{threadId}` },
      conversations: { deleteThread: `delete ${ACCOUNT}/conversations/{threadId}` },
    },
  },
  sharing: {
    point: 'U104',
    what: 'rights of users on reports and folders',
    routes: {
      users: sharingAt('put', 'users'),
      permissions: sharingAt('post', 'permissions'),
    },
    words: { usual: {}, other: { access: 'permission' }, short: { access: 'level' } },
  },
  'embed-sharing': {
    point: 'U104',
    what: 'what is open to embed tenants',
    routes: {
      'embed access': embeddingAt('put', 'embed-access'),
      'embed sharing': embeddingAt('post', 'embed-sharing'),
      grants: {
        setWorkbookGrants: `put ${DEPLOYMENT}/workbooks/{workbookId}/permissions`,
        setFolderGrants: `put ${DEPLOYMENT}/folders/{folderId}/permissions`,
      },
      'by dashboard': {
        ...embeddingAt('put', 'embed-access'),
        setWorkbookEmbedAccess: `put ${DEPLOYMENT}/dashboards/{publicId}/embed-access`,
      },
    },
    words: { usual: {}, other: { embedTenants: 'tenant names', allEmbedUsers: 'everybody', grants: 'granted to' } },
  },
} as const satisfies Readonly<Record<string, Ways>>;

export type VendorKind = keyof typeof WAYS | 'organizations';

/** What is said in place of a way where a kind of thing is not offered. */
export const NOT_OFFERED = 'not offered';

/** Members of the body that creates an API key: the printed operation, whose body is open. */
export const KEY_MEMBERS = {
  all: ['deploymentIds', 'userId', 'expiresInDays', 'expiresAt'],
  'without a moment': ['deploymentIds', 'userId', 'expiresInDays'],
  'without an owner': ['deploymentIds', 'expiresAt'],
  'scope alone': ['deploymentIds'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const KEY_WORDS: Readonly<Record<string, Words>> = {
  usual: {},
  other: {
    deploymentIds: 'scoped deployments',
    userId: 'owner id',
    expiresInDays: 'ttl days',
    expiresAt: 'valid until',
  },
  short: { deploymentIds: 'deployments', userId: 'on behalf of', expiresInDays: 'days', expiresAt: 'expiry' },
};
