import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('embed', calls, {
  except: [
    // These require more than a documented success and have checks of their own.
    'embed.generate.session-id',
    'embed.exchange.token-produced',
    'embed.revoke.unexchanged',
    'embed.mention.list',
  ],
});
