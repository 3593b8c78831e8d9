import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('workbooks', calls, {
  except: [
    // Both own the shape of a response; checks of their own make the change that the response needs.
    'workbooks.publish.without-config',
    'workbooks.ai-widget-thread.answers-dashboard',
  ],
});
