/** Kinds of things whose ids have no printed type. */
export type IdKind =
  | 'task'
  | 'delivery'
  | 'environment'
  | 'token'
  | 'api key'
  | 'export'
  | 'sync'
  | 'preview'
  | 'promotion preview'
  | 'comment'
  | 'placement'
  | 'thread';

/** Kinds of values that no list is printed of. */
export type ValueKind =
  | 'cloud-provider'
  | 'region'
  | 'release-channel'
  | 'template'
  | 'view-group'
  | 'launchpad-tab'
  | 'host'
  | 'bulk-action';
