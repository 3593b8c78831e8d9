import type { Samples } from './sample.ts';

const policy = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['12'] };
const tier = { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] };
const text = (length: number) => 'x'.repeat(length);
const policies = (count: number) => Array.from({ length: count }, () => policy);

/** Defects of the members that creating and updating a role have in common. */
const inputDefects = [
  { defect: 'the name is empty', lines: '61, 310', value: { name: '' } },
  { defect: 'the name has 256 characters', lines: '61, 310', value: { name: text(256) } },
  { defect: 'the name is null', lines: '61', value: { name: null } },
  { defect: 'the name is a number', lines: '61', value: { name: 7 } },
  { defect: 'the description has 256 characters', lines: '62, 311', value: { name: 'A', description: text(256) } },
  { defect: 'the description is a number', lines: '62', value: { name: 'A', description: 7 } },
  { defect: 'there are 201 policies', lines: '63, 312', value: { name: 'A', policies: policies(201) } },
  { defect: 'the policies are an object', lines: '63', value: { name: 'A', policies: policy } },
  {
    defect: 'a policy grants no action',
    lines: '46',
    value: { name: 'A', policies: [policy, { ...policy, actions: [] }] },
  },
] as const;

export const roles: Samples = {
  Role: {
    conforming: [
      { id: 7, name: 'Analysts', policies: [], description: null },
      {
        id: 8,
        name: 'Authors',
        policies: [{ resourceType: 'Deployment', actions: ['ReportRead'], resources: ['12', '13'] }],
        description: 'People who write reports',
      },
      { id: 9, name: 'No description', policies: [tier, policy] },
    ],
    free: [
      { point: 'U104', value: { id: 9, name: 'More', policies: [], createdAt: '2026-01-01' } },
      {
        point: 'U025',
        value: { id: 9, name: 'Grown', policies: [{ resourceType: 'Galaxy', actions: ['Orbit'], resources: ['1'] }] },
      },
      { point: 'U027', value: { id: 9, name: 'Empty', policies: [], description: '' } },
    ],
    defects: [
      {
        defect: 'the id is a string',
        lines: '34',
        value: { id: '7', name: 'A', policies: [] },
        blames: 'roles.role.id',
      },
      {
        defect: 'the id is a fraction',
        lines: '34',
        value: { id: 7.5, name: 'A', policies: [] },
        blames: 'roles.role.id',
      },
      { defect: 'the id is missing', lines: '34', value: { name: 'A', policies: [] }, blames: 'roles.role.id' },
      { defect: 'the name is missing', lines: '35', value: { id: 7, policies: [] }, blames: 'roles.role.name' },
      {
        defect: 'the name is null',
        lines: '35',
        value: { id: 7, name: null, policies: [] },
        blames: 'roles.role.name',
      },
      { defect: 'the policies are missing', lines: '36', value: { id: 7, name: 'A' }, blames: 'roles.role.policies' },
      {
        defect: 'the policies are null',
        lines: '36',
        value: { id: 7, name: 'A', policies: null },
        blames: 'roles.role.policies',
      },
      {
        defect: 'the description is a number',
        lines: '37',
        value: { id: 7, name: 'A', policies: [], description: 7 },
        blames: 'roles.role.description',
      },
      {
        defect: 'a policy has no actions',
        lines: '46',
        value: { id: 7, name: 'A', policies: [{ resourceType: 'Global', resources: ['All'] }] },
        blames: 'roles.policy.actions',
      },
    ],
  },
  Policy: {
    conforming: [policy, tier, { ...policy, resources: ['All'] }, { ...policy, resources: ['12', '13', '14'] }],
    free: [
      { point: 'U024', value: { ...policy, resources: ['All', '12', '0', '-3', '007'] } },
      { point: 'U024', value: { ...tier, resources: ['a-slug', 'A name', '*'] } },
      { point: 'U025', value: { resourceType: 'Galaxy', actions: ['Orbit'], resources: ['a-slug'] } },
      { point: 'U104', value: { ...policy, id: 3 } },
    ],
    defects: [
      {
        defect: 'the resource type is missing',
        lines: '45',
        value: { actions: ['All'], resources: ['All'] },
        blames: 'roles.policy.resource-type',
      },
      {
        defect: 'the resource type is null',
        lines: '45',
        value: { ...policy, resourceType: null },
        blames: 'roles.policy.resource-type',
      },
      { defect: 'there is no action', lines: '46', value: { ...policy, actions: [] }, blames: 'roles.policy.actions' },
      {
        defect: 'the actions are one string',
        lines: '46',
        value: { ...policy, actions: 'DeploymentRead' },
        blames: 'roles.policy.actions',
      },
      {
        defect: 'there is no resource',
        lines: '47',
        value: { ...tier, resources: [] },
        blames: 'roles.policy.resources',
      },
      {
        defect: 'the resources are missing',
        lines: '47',
        value: { resourceType: 'Global', actions: ['AIBIView'] },
        blames: 'roles.policy.resources',
      },
      {
        defect: 'a resource is a number',
        lines: '47',
        value: { ...policy, resources: [12] },
        blames: 'roles.policy.resources',
      },
      {
        defect: 'a deployment is named by its slug',
        lines: '47',
        value: { ...policy, resources: ['12', 'sales-eu'] },
        blames: 'roles.policy.deployment-resources',
      },
    ],
  },
  PolicyInput: {
    conforming: [
      policy,
      tier,
      { ...policy, resources: ['All'] },
      { ...policy, actions: ['ScheduledTasksRead', 'ScheduledTasksManage'] },
      { resourceType: 'ReportFolder', actions: ['ReportRead', 'FolderManage'], resources: ['All'] },
    ],
    free: [{ point: 'U024', value: { ...tier, resources: ['a-slug', 'A name', '*'] } }],
    defects: [
      { defect: 'there is no resource type', lines: '45', value: { actions: ['All'], resources: ['All'] } },
      { defect: 'the resource type is none of those printed', lines: '49', value: { ...tier, resourceType: 'Galaxy' } },
      { defect: 'there are no actions', lines: '46', value: { resourceType: 'Deployment', resources: ['12'] } },
      { defect: 'the list of actions is empty', lines: '46', value: { ...policy, actions: [] } },
      { defect: 'an action is none of those printed', lines: '51', value: { ...policy, actions: ['All', 'Orbit'] } },
      { defect: 'there are no resources', lines: '47', value: { resourceType: 'Deployment', actions: ['All'] } },
      { defect: 'the list of resources is empty', lines: '47', value: { ...policy, resources: [] } },
      { defect: 'a deployment is named by its slug', lines: '47', value: { ...policy, resources: ['sales-eu'] } },
      { defect: 'a deployment is named by its name', lines: '47', value: { ...policy, resources: ['Sales EU'] } },
      { defect: 'a slug stands after an id', lines: '47', value: { ...policy, resources: ['12', 'sales-eu'] } },
      { defect: 'a deployment id is a number', lines: '47', value: { ...policy, resources: [12] } },
    ],
  },
  RoleCreateBody: {
    conforming: [
      { name: 'A', policies: [policy] },
      { name: text(255), description: text(255), policies: policies(200) },
      { name: 'A', description: null, policies: [tier, policy] },
    ],
    free: [
      { point: 'U018', value: { name: 'A' } },
      { point: 'U018', value: { name: 'A', policies: [] } },
      { point: 'U018', value: { name: 'Admin', policies: [policy] } },
      { point: 'U028', value: { name: 'A', policies: [policy], colour: 'red' } },
    ],
    defects: [
      { defect: 'the name is missing', lines: '35', value: { description: 'no name', policies: [policy] } },
      ...inputDefects,
    ],
  },
  RoleUpdateBody: {
    conforming: [
      {},
      { name: 'A' },
      { name: text(255), description: text(255), policies: policies(200) },
      { description: null },
      { policies: [] },
    ],
    free: [
      { point: 'U027', value: { description: '' } },
      { point: 'U028', value: { colour: 'red' } },
    ],
    defects: [{ defect: 'the policies are null', lines: '63', value: { policies: null } }, ...inputDefects],
  },
  RolesListResponse: {
    conforming: [
      { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null } },
      {
        items: [{ id: 7, name: 'Analysts', policies: [policy] }],
        pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'b3Bh', startCursor: 'b3Bh' },
      },
    ],
    free: [
      { point: 'U029', value: { roles: [{ id: 7, name: 'Analysts', policies: [] }], next: 'b3Bh' } },
      { point: 'U104', value: { items: [], pageInfo: {}, pagination: null, data: [], count: 0 } },
    ],
    defects: [
      {
        defect: 'a role has no id',
        lines: '34',
        value: { items: [{ name: 'A', policies: [] }] },
        blames: 'roles.role.id',
      },
      {
        defect: 'the name of the second role is a number',
        lines: '35',
        value: {
          items: [
            { id: 7, name: 'A', policies: [] },
            { id: 8, name: 8, policies: [] },
          ],
        },
        blames: 'roles.role.name',
      },
    ],
  },
};
