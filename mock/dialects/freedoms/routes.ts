import { BINDINGS, type BindingId } from '../../../contracts/bindings/index.ts';
import type { Route } from '../../../contracts/bindings/binding.ts';
import type { Freedoms } from './freedom.ts';

const ACCOUNT = '/api/v1';
const DEPLOYMENT = `${ACCOUNT}/deployments/{deploymentId}`;
const BUILD = `/build${DEPLOYMENT}`;
const TASK = `${DEPLOYMENT}/scheduled-tasks/{taskId}`;
const DELIVERY = `${DEPLOYMENT}/report-deliveries/{deliveryId}`;
const ENVIRONMENT = `${DEPLOYMENT}/environments/{environmentId}`;

const pausing = (thing: string) => [
  `post ${thing}/pause`,
  `put ${thing}/pause`,
  `post ${thing}/disable`,
  `post ${thing}/suspend`,
  `post ${thing}:pause`,
  `post ${thing}/actions/pause`,
];
const resuming = (thing: string) => [
  `post ${thing}/resume`,
  `put ${thing}/activate`,
  `post ${thing}/enable`,
  `put ${thing}/resume`,
  `post ${thing}:resume`,
  `post ${thing}/reactivate`,
  `post ${thing}/actions/resume`,
];
const sharing = (thing: string) => [
  `put ${thing}/share`,
  `post ${thing}/share`,
  `put ${thing}/sharing`,
  `put ${thing}/audience`,
];

/** Where vendors serve what the specification names without a path, the usual way first. */
const ROUTES: Readonly<Partial<Record<BindingId, readonly string[]>>> = {
  'scheduled-tasks.pause': pausing(TASK),
  'scheduled-tasks.resume': resuming(TASK),
  'scheduled-tasks.share': sharing(TASK),
  'report-deliveries.update': [`put ${DELIVERY}`, `patch ${DELIVERY}`],
  'report-deliveries.pause': pausing(DELIVERY),
  'report-deliveries.resume': resuming(DELIVERY),
  'report-deliveries.run': [
    `post ${DELIVERY}/run`,
    `post ${DELIVERY}/run-now`,
    `post ${DELIVERY}/trigger`,
    `post ${DELIVERY}:run`,
    `post ${DELIVERY}/executions`,
    `post ${DELIVERY}/actions/send`,
  ],
  'report-deliveries.list-runs': [
    `get ${DELIVERY}/runs`,
    `get ${DELIVERY}/history`,
    `get ${DELIVERY}/executions`,
    `get ${DELIVERY}/sendings`,
  ],
  'report-deliveries.share': sharing(DELIVERY),
  'report-deliveries.transfer': [
    `post ${DELIVERY}/transfer`,
    `put ${DELIVERY}/owner`,
    `post ${DELIVERY}/transfer-ownership`,
  ],
  'folders.list': [`get ${DEPLOYMENT}/folders`, `get ${DEPLOYMENT}/report-folders`],
  'users.groups': [
    `get ${ACCOUNT}/groups`,
    `get ${ACCOUNT}/user-groups`,
    `get ${ACCOUNT}/users/groups`,
    `get ${ACCOUNT}/security-groups`,
  ],
  'users.bulk-action': [
    `post ${ACCOUNT}/users/bulk`,
    `put ${ACCOUNT}/users/bulk`,
    `post ${ACCOUNT}/users/bulk-actions`,
    `post ${ACCOUNT}/users/batch`,
    `post ${ACCOUNT}/users-admin/bulk-reactivate`,
  ],
  'named.environment-variables': [`get ${ENVIRONMENT}/variables`, `get ${ENVIRONMENT}/environment-variables`],
  'named.regions': [`get ${ACCOUNT}/regions`, `get ${ACCOUNT}/deployments/regions`, `get ${DEPLOYMENT}/regions`],
  'named.data-model': [`get ${BUILD}/data-model`, `get ${BUILD}/data-model/files`],
  'named.data-model-uploads': [`get ${BUILD}/data-model/uploads`, `get ${BUILD}/data-model-uploads`],
  'named.source-control-connection': [
    `get ${DEPLOYMENT}/source-control`,
    `get ${DEPLOYMENT}/source-control/connection`,
  ],
  'named.workspace': [`get ${DEPLOYMENT}/workspace`, `get ${ACCOUNT}/workspace`],
  'named.agents': [`get ${DEPLOYMENT}/agents`, `get ${ACCOUNT}/agents`],
  'named.users-admin': [`get ${ACCOUNT}/users-admin`, `get ${ACCOUNT}/admin/users`],
  'named.user-attributes': [`get ${ACCOUNT}/user-attributes`, `get ${DEPLOYMENT}/user-attributes`],
  'named.user-attribute-values': [`get ${ACCOUNT}/user-attribute-values`, `get ${ACCOUNT}/user-attributes/values`],
  'named.tenant-settings': [`get ${ACCOUNT}/tenant-settings`, `get ${ACCOUNT}/settings`],
  'named.oauth-integrations': [`get ${ACCOUNT}/oauth-integrations`, `get ${ACCOUNT}/integrations/oauth`],
  'named.user-oauth-tokens': [`get ${ACCOUNT}/user-oauth-tokens`, `get ${ACCOUNT}/users/me/oauth-tokens`],
  'named.dashboard-embed-access': [`get ${DEPLOYMENT}/dashboard-embed-access`, `get ${ACCOUNT}/dashboard-embed-access`],
  'named.chat-history': [`get ${DEPLOYMENT}/chat-history`, `get ${ACCOUNT}/chat-history`],
  'named.semantic-model-conversion': [
    `get ${DEPLOYMENT}/semantic-model-conversions`,
    `get ${DEPLOYMENT}/semantic-model-conversion`,
  ],
};

const INBOXES = [`get ${DEPLOYMENT}/notifications`, `get ${ACCOUNT}/notifications`];

function routeIn(text: string): Route {
  const [method = '', path = ''] = text.split(' ');
  return { method: method as Route['method'], path };
}

function freedomOf(ids: readonly BindingId[], ways: readonly string[]): Freedoms[string] {
  const bindings = ids.map((id) => BINDINGS[id]);
  return {
    points: [
      ...new Set(bindings.map(({ point }) => point)),
      ...(ids[0]?.startsWith('named.') ? (['U110'] as const) : []),
    ],
    what: bindings.map(({ what }) => what).join('; '),
    values: Object.fromEntries(
      ways.map((way) => [way, { routes: Object.fromEntries(ids.map((id) => [id, routeIn(way)])) }]),
    ),
  };
}

export const routes: Freedoms = {
  ...Object.fromEntries(
    Object.entries(ROUTES).map(([id, ways]) => [`route.${id}`, freedomOf([id as BindingId], ways)]),
  ),
  // The inbox of tasks is what the family of notifications lists.
  'route.named.notifications': freedomOf(['named.notifications', 'scheduled-tasks.inbox'], INBOXES),
};
