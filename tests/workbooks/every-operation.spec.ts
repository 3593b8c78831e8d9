import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { calls } from './calls.ts';

checkEveryOperation('workbooks', calls);
checkShapes('workbooks', calls, [
  // Both own an answer, and that there is one is another promise or takes a change first.
  'workbooks.publish.without-config',
  'workbooks.ai-widget-thread.answers-dashboard',
]);
