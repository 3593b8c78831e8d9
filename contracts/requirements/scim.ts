import { promises } from './row.ts';

export const scim = promises('scim', [
  // The credential. The prefix Bearer is a row of auth; what SCIM serves is open beyond its base path.
  {
    id: 'scim.credential.api-key-accepted',
    kind: 'auth',
    lines: '279',
    operations: ['probeScim'],
    needs: { actors: ['SCIM_TOKEN'], bindings: ['scim.resource'] },
    sentence: 'SCIM accepts a SCIM token after the prefix Api-Key.',
  },
]);
