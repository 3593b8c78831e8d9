import { requirements } from './row.ts';

export const scim = requirements('scim', [
  // The credential. The prefix Bearer is a row of auth; beyond its base path, what SCIM serves is left open.
  {
    id: 'scim.credential.api-key-accepted',
    kind: 'auth',
    lines: '279',
    operations: ['probeScim'],
    needs: { actors: ['SCIM_TOKEN'], bindings: ['scim.resource'] },
    sentence: 'SCIM accepts a SCIM token after the prefix Api-Key, whatever it reads or changes.',
    classes: ['something that is served', 'users', 'groups', 'for a change'],
  },
  {
    id: 'scim.credential.api-key-unknown',
    kind: 'auth',
    lines: '279, 296',
    operations: ['probeScim'],
    needs: { actors: ['SCIM_TOKEN'], bindings: ['scim.resource'] },
    sentence: 'SCIM refuses a token that nobody has after the prefix Api-Key.',
    classes: [
      'with one character changed',
      'with its last characters changed',
      'with its second half reversed',
      'made up',
    ],
  },
]);
