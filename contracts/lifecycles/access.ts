import type { Lifecycle } from './lifecycle.ts';

/** Lifecycles of roles and API keys. */

export const role: Lifecycle<'present' | 'deleted', 'read' | 'update' | 'create another of its name' | 'delete'> = {
  name: 'custom role',
  walkedBy: 'roles.delete.removes',
  starts: ['present'],
  cells: {
    present: {
      read: { to: 'present', row: 'roles.get.same-id' },
      update: { to: 'present', status: 200, row: 'roles.update.description-changes' },
      'create another of its name': { refused: 409, row: 'roles.create.name-taken' },
      delete: { to: 'deleted', row: 'roles.delete.removes' },
    },
    deleted: {
      read: { refused: 404, row: 'roles.delete.removes' },
      update: { refused: 404, row: 'roles.delete.update-after' },
      // The new role replaces the deleted one, so that the thing is present again.
      'create another of its name': { to: 'present', row: 'roles.create.name-freed-by-delete' },
      delete: { refused: 404, row: 'roles.delete.again' },
    },
  },
};

export const apiKey: Lifecycle<'live' | 'deleted', 'use' | 'read' | 'delete'> = {
  name: 'API key',
  walkedBy: 'api-keys.delete.not-authenticating',
  starts: ['live'],
  cells: {
    live: {
      use: { to: 'live', row: 'api-keys.create.authenticates' },
      read: { to: 'live', row: 'api-keys.get.readable' },
      delete: { to: 'deleted', row: 'api-keys.deleteApiKey.answers-as-documented' },
    },
    deleted: {
      use: { refused: '4xx', row: 'api-keys.delete.not-authenticating' },
      read: { open: 'whether a deleted key can be read with a mark' },
      delete: { open: 'the response to deleting a deleted key' },
    },
  },
};
