import { AS_ADMIN, JSON_BODY, type Story } from './exchange.ts';

const READ_ALL = '{"resourceType": "Deployment", "actions": ["DeploymentRead"], "resources": ["All"]}';
const ROLE = '{"id": "<integer role>", "name": "Readers", "policies": [' + READ_ALL + ']}';

const policy = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['All'] };

export const ROLES: readonly Story[] = [
  {
    about: 'a custom role from its creation to its end',
    exchanges: [
      {
        what: 'create',
        as: 'ADMIN_TOKEN',
        asks: ['createRole', { body: { name: 'Readers', policies: [policy] } }],
        request: `POST /api/v1/roles
${AS_ADMIN}
${JSON_BODY}

{"name": "Readers", "policies": [${READ_ALL}]}`,
        answer: `2xx

${ROLE}`,
        wrong: { id: '909', name: 5, policies: null },
      },
      {
        what: 'a name that is taken',
        as: 'ADMIN_TOKEN',
        asks: ['createRole', { body: { name: 'Readers', policies: [policy] } }],
        request: `POST /api/v1/roles
${AS_ADMIN}
${JSON_BODY}

{"name": "Readers", "policies": [${READ_ALL}]}`,
        answer: '409',
      },
      {
        what: 'read',
        as: 'ADMIN_TOKEN',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: `GET /api/v1/roles/<role>
${AS_ADMIN}`,
        answer: `2xx

${ROLE}`,
        wrong: { 'policies/0/resourceType': 5, 'policies/0/actions': 'All', 'policies/0/resources': null },
      },
      {
        what: 'another name, and all else as it was',
        as: 'ADMIN_TOKEN',
        asks: ['updateRole', { path: { roleId: '<role>' }, body: { name: 'Viewers' } }],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}
${JSON_BODY}

{"name": "Viewers"}`,
        answer: `200

{"id": "<role>", "name": "Viewers", "policies": [${READ_ALL}]}`,
        wrong: { id: 9.5, name: null, 'policies/0/actions': [null] },
      },
      {
        what: 'a description in any script',
        as: 'ADMIN_TOKEN',
        asks: ['updateRole', { path: { roleId: '<role>' }, body: { description: 'Lesende – 読む人' } }],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}
${JSON_BODY}

{"description": "Lesende – 読む人"}`,
        answer: `200

{"id": "<role>", "name": "Viewers", "description": "Lesende – 読む人", "policies": [${READ_ALL}]}`,
        wrong: { description: 7 },
      },
      {
        what: 'null clears the description, an empty list the policies',
        as: 'ADMIN_TOKEN',
        asks: ['updateRole', { path: { roleId: '<role>' }, body: { description: null, policies: [] } }],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}
${JSON_BODY}

{"description": null, "policies": []}`,
        answer: `200

{"id": "<role>", "name": "Viewers", "policies": []}`,
        wrong: { policies: {} },
      },
      {
        what: 'no body at all changes nothing',
        as: 'ADMIN_TOKEN',
        asks: ['updateRole', { path: { roleId: '<role>' } }],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}`,
        answer: `200

{"id": "<role>", "name": "Viewers", "policies": []}`,
      },
      {
        what: 'null is no name',
        as: 'ADMIN_TOKEN',
        asks: ['updateRole', { path: { roleId: '<role>' }, body: { name: null } }],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}
${JSON_BODY}

{"name": null}`,
        answer: '400',
      },
      {
        what: 'a slug is no deployment id',
        as: 'ADMIN_TOKEN',
        asks: [
          'updateRole',
          { path: { roleId: '<role>' }, body: { policies: [{ ...policy, resources: ['sales-analytics'] }] } },
        ],
        request: `PUT /api/v1/roles/<role>
${AS_ADMIN}
${JSON_BODY}

{"policies": [{"resourceType": "Deployment", "actions": ["DeploymentRead"], "resources": ["sales-analytics"]}]}`,
        answer: '400',
      },
      {
        what: 'the list, one to a page',
        as: 'ADMIN_TOKEN',
        asks: ['listRoles', { query: { first: 1 } }],
        request: `GET /api/v1/roles?first=1
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'a key that is scoped to a deployment',
        as: 'SCOPED_TOKEN',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: `GET /api/v1/roles/<role>
Authorization: Bearer <SCOPED_TOKEN>`,
        answer: '403',
      },
      {
        what: 'a plain user',
        as: 'MEMBER_TOKEN',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: `GET /api/v1/roles/<role>
Authorization: Bearer <MEMBER_TOKEN>`,
        answer: '403',
      },
      {
        what: 'nobody',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: 'GET /api/v1/roles/<role>',
        answer: '401',
      },
      {
        what: 'an expired key',
        as: 'EXPIRED_TOKEN',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: `GET /api/v1/roles/<role>
Authorization: Bearer <EXPIRED_TOKEN>`,
        answer: '401',
      },
      {
        what: 'delete',
        as: 'ADMIN_TOKEN',
        asks: ['deleteRole', { path: { roleId: '<role>' } }],
        request: `DELETE /api/v1/roles/<role>
${AS_ADMIN}`,
        answer: '2xx',
      },
      {
        what: 'read after its end',
        as: 'ADMIN_TOKEN',
        asks: ['getRole', { path: { roleId: '<role>' } }],
        request: `GET /api/v1/roles/<role>
${AS_ADMIN}`,
        answer: '404',
      },
    ],
  },
  {
    about: 'who holds a role',
    exchanges: [
      {
        what: 'a role with nothing but a name and no rights',
        as: 'ADMIN_TOKEN',
        asks: ['createRole', { body: { name: 'Guests', policies: [] } }],
        request: `POST /api/v1/roles
${AS_ADMIN}
${JSON_BODY}

{"name": "Guests", "policies": []}`,
        answer: '2xx\n\n{"id": "<integer role>", "name": "Guests", "policies": []}',
        wrong: { policies: 'none' },
      },
      {
        what: 'grant',
        as: 'ADMIN_TOKEN',
        asks: ['grantRole', { path: { roleId: '<role>', userId: '<MEMBER_USER_ID>' } }],
        request: `PUT /api/v1/roles/<role>/users/<MEMBER_USER_ID>
${AS_ADMIN}`,
        answer: '2xx',
      },
      {
        what: 'the holders, at most five to a page',
        as: 'ADMIN_TOKEN',
        asks: ['listRoleHolders', { path: { roleId: '<role>' }, query: { first: 5 } }],
        request: `GET /api/v1/roles/<role>/users?first=5
${AS_ADMIN}`,
        answer: '2xx\n\n{"items": "<array>"}',
      },
      {
        what: 'the roles of a user',
        as: 'ADMIN_TOKEN',
        asks: ['listUserRoles', { path: { id: '<MEMBER_USER_ID>' } }],
        request: `GET /api/v1/users/<MEMBER_USER_ID>/roles
${AS_ADMIN}`,
        answer: '2xx\n\n{"isAdmin": "<boolean>"}',
      },
      {
        what: 'revoke',
        as: 'ADMIN_TOKEN',
        asks: ['revokeRole', { path: { roleId: '<role>', userId: '<MEMBER_USER_ID>' } }],
        request: `DELETE /api/v1/roles/<role>/users/<MEMBER_USER_ID>
${AS_ADMIN}`,
        answer: '2xx',
      },
      {
        what: 'nobody is made an administrator by this endpoint',
        as: 'ADMIN_TOKEN',
        asks: ['grantRole', { path: { roleId: '<ADMIN_ROLE_ID>', userId: '<MEMBER_USER_ID>' } }],
        request: `PUT /api/v1/roles/<ADMIN_ROLE_ID>/users/<MEMBER_USER_ID>
${AS_ADMIN}`,
        answer: '404',
      },
    ],
  },
];
