import { Collection } from '../collection.ts';
import type { Random } from '../random.ts';

export interface Policy {
  readonly resourceType: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly policies: readonly Policy[];
}

export interface User {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly picture: string | null;
  readonly active: boolean;
  /** Roles that the user holds directly, custom and built-in. */
  readonly roleIds: ReadonlySet<number>;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Group {
  readonly id: number;
  readonly name: string;
  readonly userIds: ReadonlySet<number>;
  readonly roleIds: ReadonlySet<number>;
}

/** Built-in roles are the service's own: they are held like others and are no data of the account. */
export const BUILT_IN_ROLES: readonly Role[] = [
  { id: 1, name: 'Admin', description: 'Everything', policies: [] },
  {
    id: 2,
    name: 'Developer',
    description: 'Works on data models',
    policies: [
      {
        resourceType: 'Deployment',
        actions: [
          'DeploymentRead',
          'DeploymentUpdate',
          'SchemaRead',
          'SchemaUpdate',
          'ReportRead',
          'ScheduledTasksCreate',
        ],
        resources: ['All'],
      },
      { resourceType: 'Global', actions: ['AIBIDevelop'], resources: ['All'] },
    ],
  },
  {
    id: 3,
    name: 'Explorer',
    description: 'Explores data',
    policies: [
      {
        resourceType: 'Deployment',
        actions: ['DeploymentRead', 'ReportRead', 'ScheduledTasksCreate'],
        resources: ['All'],
      },
      { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
    ],
  },
  {
    id: 4,
    name: 'Viewer',
    description: 'Looks at what others made',
    policies: [
      { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['All'] },
      { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
    ],
  },
];
export const ADMIN_ROLE = 1;

export interface Account {
  readonly name: string;
  readonly users: Collection<User>;
  readonly groups: Collection<Group>;
  /** Custom roles. */
  readonly roles: Collection<Role>;
  /** People and things by the part they play, for those who need one of them. */
  readonly cast: Cast;
}

/** The seeded people. Each may what the roles say and nothing by name. */
export interface Cast {
  readonly admin: number;
  readonly secondAdmin: number;
  readonly groupAdmin: number;
  readonly member: number;
  readonly outsider: number;
  readonly taskReader: number;
  readonly taskManager: number;
  readonly taskCreator: number;
  readonly noTaskCreate: number;
  readonly allActions: number;
  readonly builtInOnly: number;
  readonly schemaReader: number;
  readonly noSchemaRead: number;
  readonly deactivated: number;
  readonly group: number;
  readonly otherGroup: number;
  readonly groupRole: number;
  readonly otherGroupRole: number;
}

export function seedAccount(random: Random, home: number): Account {
  const users = new Collection<User>(11);
  const groups = new Collection<Group>(21);
  const roles = new Collection<Role>(101);
  const here = String(home);

  const role = (name: string, policies: readonly Policy[], description: string | null = null) =>
    roles.add({ id: roles.nextId(), name, description, policies }).id;
  const onHome = (...actions: string[]): Policy => ({ resourceType: 'Deployment', actions, resources: [here] });
  const user = (firstName: string, roleIds: readonly number[], active = true) =>
    users.add({
      id: users.nextId(),
      email: `${firstName.toLowerCase()}.${random.word(4)}@example.com`,
      firstName,
      picture: null,
      active,
      roleIds: new Set(roleIds),
      settings: {},
    }).id;

  const reader = role('Deployment readers', [
    onHome('DeploymentRead'),
    { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
  ]);
  const creator = role('Task creators', [onHome('DeploymentRead', 'ScheduledTasksCreate')], 'May create tasks');
  const taskReader = role('Task readers', [onHome('DeploymentRead', 'ScheduledTasksRead')]);
  const taskManager = role('Task managers', [onHome('DeploymentRead', 'ScheduledTasksCreate', 'ScheduledTasksManage')]);
  const everything = role('All on one deployment', [onHome('All')]);
  const schemaReader = role('Schema readers', [onHome('DeploymentRead', 'SchemaRead')]);
  const shared = role('Held through a group', [
    { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
  ]);
  const second = role('Held through a second group', [
    { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
  ]);

  const admin = user('Ada', [ADMIN_ROLE]);
  const secondAdmin = user('Alan', [ADMIN_ROLE]);
  const member = user('Mary', [reader]);
  const deactivated = user('Dora', [], false);
  const group = groups.add({
    id: groups.nextId(),
    name: 'Analysts',
    userIds: new Set([member, deactivated]),
    roleIds: new Set([shared]),
  }).id;
  const otherGroup = groups.add({
    id: groups.nextId(),
    name: 'Reviewers',
    userIds: new Set([member]),
    roleIds: new Set([shared, second]),
  }).id;
  // Between two whose names also have its second word, in either order of the list.
  groups.add({ id: groups.nextId(), name: 'Sales analysts', userIds: new Set(), roleIds: new Set() });
  groups.add({ id: groups.nextId(), name: 'Finance', userIds: new Set([admin]), roleIds: new Set() });
  groups.add({ id: groups.nextId(), name: 'Marketing analysts', userIds: new Set(), roleIds: new Set() });

  const cast = {
    admin,
    secondAdmin,
    member,
    outsider: user('Oscar', []),
    taskReader: user('Rita', [taskReader]),
    taskManager: user('Max', [taskManager]),
    taskCreator: user('Carl', [creator]),
    noTaskCreate: user('Nora', [reader]),
    allActions: user('Olga', [everything]),
    builtInOnly: user('Bert', [3]),
    schemaReader: user('Sam', [schemaReader]),
    noSchemaRead: user('Nick', [reader]),
    groupAdmin: user('Grace', []),
    deactivated,
    group,
    otherGroup,
    groupRole: shared,
    otherGroupRole: second,
  };
  groups.add({
    id: groups.nextId(),
    name: 'Operators',
    userIds: new Set([cast.groupAdmin]),
    roleIds: new Set([ADMIN_ROLE]),
  });
  groups.add({ id: groups.nextId(), name: 'Büro Orléans', userIds: new Set(), roleIds: new Set() });

  return {
    name: `acme-${random.word(4)}`,
    users,
    groups,
    roles,
    cast,
  };
}
