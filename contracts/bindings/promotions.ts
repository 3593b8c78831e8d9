import { ENVELOPE, type Bindings } from './binding.ts';

const WORKBOOK = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}';

export const promotions = {
  // The paths that are printed with dots in front: under the workbook, or under the deployment.
  'promotions.apply-route': {
    kind: 'route',
    what: 'the operation that applies a promotion',
    point: 'U075',
    default: { method: 'post', path: `${WORKBOOK}/promotions` },
    discover: {
      rule: 'operation',
      methods: ['post'],
      paths: ['/api/v1/deployments/{}/workbooks/{}/promotions', '/api/v1/deployments/{}/promotions'],
    },
  },
  'promotions.get-route': {
    kind: 'route',
    what: 'the operation that reads the promotion of a workbook',
    point: 'U075',
    default: { method: 'get', path: `${WORKBOOK}/promotion` },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: ['/api/v1/deployments/{}/workbooks/{}/promotion', '/api/v1/deployments/{}/promotion'],
    },
  },
  'promotions.list-route': {
    kind: 'route',
    what: 'the operation that lists promotions',
    point: 'U075',
    default: { method: 'get', path: `${WORKBOOK}/promotions` },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: ['/api/v1/deployments/{}/workbooks/{}/promotions', '/api/v1/deployments/{}/promotions'],
    },
  },
  'promotions.links-route': {
    kind: 'route',
    what: 'the operation that lists promotion links',
    point: 'U075',
    default: { method: 'get', path: `${WORKBOOK}/promotion-links` },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: ['/api/v1/deployments/{}/workbooks/{}/promotion-links', '/api/v1/deployments/{}/promotion-links'],
    },
  },

  // Preview.
  'promotions.preview-request': {
    kind: 'body',
    what: 'what a request for a promotion preview has to hold besides the target deployment',
    point: 'U075',
    default: {},
  },
  'promotions.preview-target': {
    kind: 'name',
    what: 'the member of a request for a promotion preview that names the target deployment',
    point: 'U075',
    default: 'targetDeploymentId',
    discover: {
      rule: 'member',
      operation: 'previewPromotion',
      in: 'request',
      like: ['^(target|destination|to)_?deployment(_?id)?$', 'deployment', '^(target|destination)'],
      mayBeInside: true,
    },
  },
  'promotions.preview-hash': {
    kind: 'name',
    what: 'the member of a promotion preview with the hash of the source, where the preview shows it',
    point: 'U075',
    default: 'sourceHash',
    discover: {
      rule: 'member',
      operation: 'previewPromotion',
      in: 'answer',
      like: ['^source_?hash$', 'source.*(hash|checksum|digest)', '^hash$', 'hash'],
      type: 'string',
    },
  },
  'promotions.preview-id': {
    kind: 'name',
    what: 'the member of a promotion preview with its id, where the preview has one',
    point: 'U075',
    default: 'previewId',
    discover: {
      rule: 'member',
      operation: 'previewPromotion',
      in: 'answer',
      like: ['^(promotion_?)?preview_?id$', '^id$'],
      orOnlyId: true,
    },
  },

  // Apply.
  'promotions.apply-request': {
    kind: 'body',
    what: 'what an apply has to hold besides the target deployment, what it takes over from the preview, and the idempotency key',
    point: 'U075',
    default: {},
  },
  'promotions.apply-target': {
    kind: 'name',
    what: 'the member of an apply that names the target deployment, which a tenant may know from the preview',
    point: 'U075',
    default: 'targetDeploymentId',
    discover: {
      rule: 'member',
      operation: 'applyPromotion',
      in: 'request',
      like: ['^(target|destination|to)_?deployment(_?id)?$', 'deployment', '^(target|destination)'],
      mayBeInside: true,
    },
  },
  'promotions.apply-preview': {
    kind: 'name',
    what: 'the member of an apply that names the preview, where an apply refers to it',
    point: 'U075',
    default: 'previewId',
    discover: {
      rule: 'member',
      operation: 'applyPromotion',
      in: 'request',
      like: ['^(promotion_?)?preview_?id$', '^preview$', '^{promotions.preview-id}$'],
      mayBeInside: true,
    },
  },
  'promotions.apply-hash': {
    kind: 'name',
    what: 'the member of an apply that carries the hash of the source from the preview, where an apply repeats it',
    point: 'U075',
    default: 'sourceHash',
    discover: {
      rule: 'member',
      operation: 'applyPromotion',
      in: 'request',
      like: ['^source_?hash$', 'source.*(hash|checksum|digest)', '^(expected_?|preview_?)?hash$', 'hash'],
      type: 'string',
      mayBeInside: true,
    },
  },
  'promotions.idempotency-member': {
    kind: 'name',
    what: 'the member of an apply with the idempotency key, where the key travels in the body',
    point: 'U075',
    default: 'idempotencyKey',
    discover: {
      rule: 'member',
      operation: 'applyPromotion',
      in: 'request',
      like: ['^idempotency_?key$', 'idempot'],
      orSaid: 'idempot',
      mayBeInside: true,
    },
  },
  'promotions.idempotency-header': {
    kind: 'name',
    what: 'the header of an apply with the idempotency key, where the key travels in a header',
    point: 'U075',
    default: 'Idempotency-Key',
    discover: {
      rule: 'parameter',
      operation: 'applyPromotion',
      in: 'header',
      like: ['^(x-)?idempotency-key$', 'idempot'],
    },
  },

  // Lists.
  'promotions.list': {
    kind: 'envelope',
    what: 'where the list of promotions keeps its elements',
    point: 'U075',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listPromotions' },
  },
  'promotions.links': {
    kind: 'envelope',
    what: 'where the list of promotion links keeps its elements',
    point: 'U075',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listPromotionLinks' },
  },
} as const satisfies Bindings;
