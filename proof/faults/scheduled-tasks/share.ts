import { openToSome } from '../../lib/closed-features.ts';
import { faults } from '../../lib/fault.ts';
import { doneFromEmbedSession, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';

/** Faults of sharing tasks. */
export const shareFaults = faults({
  'scheduled-tasks.share.no-read-access': withoutReadAccess('share'),
  'scheduled-tasks.share.feature-disabled': [...openToSome('shareScheduledTask'), ...whileDisabled('share')],
  'scheduled-tasks.share.embed-session-refused': doneFromEmbedSession('share'),
});
