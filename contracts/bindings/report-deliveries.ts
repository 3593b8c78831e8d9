import { ENVELOPE, type Bindings } from './binding.ts';

const DELIVERY = '/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}';
const ANY_DELIVERY = '/api/v1/deployments/{}/report-deliveries/{}';

export const reportDeliveries = {
  // Where lists keep their elements.
  'report-deliveries.list': {
    kind: 'envelope',
    what: 'where the list of report deliveries keeps its elements and its cursor',
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listReportDeliveries' },
  },
  'report-deliveries.runs': {
    kind: 'envelope',
    what: "where the list of a delivery's runs keeps its elements and its cursor",
    point: 'U104',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listReportDeliveryRuns' },
  },

  // Members and bodies.
  'report-deliveries.id': {
    kind: 'name',
    what: "the member with a delivery's id",
    point: 'U061',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'getReportDelivery',
      in: 'answer',
      like: ['^id$', '^(report_?)?delivery_?id$'],
      orOnlyId: true,
    },
  },
  'report-deliveries.report': {
    kind: 'name',
    what: 'the member of the body that creates a delivery with the id of its report',
    point: 'U061',
    default: 'reportId',
    discover: {
      rule: 'member',
      operation: 'createReportDelivery',
      in: 'request',
      like: ['^report_?id$', 'report'],
      mayBeInside: true,
    },
  },
  'report-deliveries.create': {
    kind: 'body',
    what: 'what the body that creates a delivery needs beside its report',
    point: 'U061',
    default: {
      name: 'Conformance delivery',
      cron: '7 9 * * 1',
      timezone: 'Europe/Vienna',
      recipients: ['conformance@example.com'],
    },
    discover: { rule: 'example', operation: 'createReportDelivery' },
  },
  'report-deliveries.update-body': {
    kind: 'body',
    what: 'members of a delivery that an update may change, each with a value that no new delivery of the run has',
    point: 'U061',
    default: { name: 'Conformance delivery, renamed' },
    discover: { rule: 'change', operation: 'updateReportDelivery' },
  },
  'report-deliveries.share-body': {
    kind: 'body',
    what: 'the body of the request that shares a delivery',
    point: 'U061',
    default: { shared: true },
    discover: { rule: 'sharing', route: 'report-deliveries.share' },
  },
  'report-deliveries.new-owner': {
    kind: 'name',
    what: 'the member of the body that transfers a delivery with the id of the new owner',
    point: 'U061',
    default: 'userId',
  },

  // Operations without a printed path.
  'report-deliveries.get': {
    kind: 'route',
    what: 'the operation that reads a delivery',
    point: 'U061',
    default: { method: 'get', path: DELIVERY },
    discover: { rule: 'operation', methods: ['get'], paths: [ANY_DELIVERY] },
  },
  'report-deliveries.update': {
    kind: 'route',
    what: 'the operation that updates a delivery',
    point: 'U061',
    default: { method: 'put', path: DELIVERY },
    discover: { rule: 'operation', methods: ['put', 'patch', 'post'], paths: [ANY_DELIVERY] },
  },
  'report-deliveries.delete': {
    kind: 'route',
    what: 'the operation that deletes a delivery',
    point: 'U061',
    default: { method: 'delete', path: DELIVERY },
    discover: { rule: 'operation', methods: ['delete'], paths: [ANY_DELIVERY] },
  },
  'report-deliveries.pause': {
    kind: 'route',
    what: 'the operation that pauses a delivery',
    point: 'U061',
    default: { method: 'post', path: `${DELIVERY}/pause` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put', 'patch'],
      paths: [`${ANY_DELIVERY}/pause`, `${ANY_DELIVERY}/disable|deactivate|suspend|hold`],
      orUpdate: 'paused',
    },
  },
  'report-deliveries.pause-body': {
    kind: 'body',
    what: 'the body of the request that pauses a delivery, where it takes one',
    point: 'U061',
    default: {},
    discover: { rule: 'state', route: 'report-deliveries.pause', change: 'paused' },
  },
  'report-deliveries.resume': {
    kind: 'route',
    what: 'the operation that resumes a paused delivery',
    point: 'U061',
    default: { method: 'post', path: `${DELIVERY}/resume` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put', 'patch'],
      paths: [
        `${ANY_DELIVERY}/resume`,
        `${ANY_DELIVERY}/unpause|enable|activate|reactivate|reenable|restart|continue|release`,
      ],
      orUpdate: 'active',
    },
  },
  'report-deliveries.resume-body': {
    kind: 'body',
    what: 'the body of the request that resumes a delivery, where it takes one',
    point: 'U061',
    default: {},
    discover: { rule: 'state', route: 'report-deliveries.resume', change: 'active' },
  },
  'report-deliveries.run': {
    kind: 'route',
    what: 'the operation that runs a delivery now',
    point: 'U061',
    default: { method: 'post', path: `${DELIVERY}/run` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put'],
      paths: [
        `${ANY_DELIVERY}/run`,
        `${ANY_DELIVERY}/run-now|send|send-now|trigger|execute|dispatch|runs|executions|invocations`,
      ],
    },
  },
  'report-deliveries.list-runs': {
    kind: 'route',
    what: 'the operation that lists the runs of a delivery',
    point: 'U061',
    default: { method: 'get', path: `${DELIVERY}/runs` },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: [
        `${ANY_DELIVERY}/runs`,
        `${ANY_DELIVERY}/history|run-history|executions|invocations|sendings|sends|dispatches|attempts`,
      ],
    },
  },
  'report-deliveries.share': {
    kind: 'route',
    what: 'the operation that shares a delivery',
    point: 'U061',
    default: { method: 'put', path: `${DELIVERY}/share` },
    discover: {
      rule: 'operation',
      methods: ['put', 'post', 'patch'],
      paths: [
        `${ANY_DELIVERY}/share`,
        `${ANY_DELIVERY}/sharing|shares|access|audience|permissions|grants|viewers|visibility`,
        `${ANY_DELIVERY}/share|sharing|shares|access|permissions|grants|viewers|users|members/{user}`,
      ],
    },
  },
  'report-deliveries.transfer': {
    kind: 'route',
    what: 'the operation that hands a delivery to another owner',
    point: 'U061',
    default: { method: 'post', path: `${DELIVERY}/transfer` },
    discover: {
      rule: 'operation',
      methods: ['post', 'put', 'patch'],
      paths: [`${ANY_DELIVERY}/transfer`, `${ANY_DELIVERY}/transfer-ownership|owner|reassign|change-owner|hand-over`],
      orUpdate: 'owner',
    },
  },
} as const satisfies Bindings;
