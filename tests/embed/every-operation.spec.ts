import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('embed', calls);
checkShapes('embed', calls, [
  // These say more than that a success is documented.
  'embed.exchange.token-produced',
  'embed.revoke.unexchanged',
  'embed.mention.list',
]);
