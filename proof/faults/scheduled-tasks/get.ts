import { refuse } from '../../../mock/answer.ts';
import { isOutsider, openToAll } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all, replaceSync } from '../../lib/patches.ts';
import { GET, isOthers, taskIn } from '../../lib/scheduled-tasks.ts';
import { creatorKept, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';

/** Faults of reading a task. */
export const getFaults = faults({
  'scheduled-tasks.get.no-read-access': [
    {
      name: 'shared-ones',
      also: alsoThese(
        'the task of who may read the deployment no longer is shared as well',
        'scheduled-tasks.get.read-access-revoked',
      ),
      sentence: 'A task that is shared can be read without read access to its deployment.',
      patch: all(
        openToAll(GET),
        replaceSync(GET, (call, original) => {
          if (isOutsider(call) && taskIn(call)?.isShared !== true)
            refuse(403, 'the deployment may not be read by this caller');
          return original(call);
        }),
      ),
    },
    ...withoutReadAccess('get'),
  ],
  'scheduled-tasks.get.read-access-revoked': [
    {
      name: 'shared-kept',
      sentence:
        'A task that is shared can be read by its creator whatever has become of their access to the deployment.',
      patch: all(
        openToAll(GET),
        replaceSync(GET, (call, original) => {
          if (isOutsider(call) && !(taskIn(call)?.isShared === true && !isOthers(call)))
            refuse(403, 'the deployment may not be read by this caller');
          return original(call);
        }),
      ),
    },
    creatorKept('get'),
  ],
  'scheduled-tasks.get.feature-disabled': [...openToSome('getScheduledTask'), ...whileDisabled('get')],
});
