import { done } from '../../../mock/answer.ts';
import type { Call } from '../../../mock/call.ts';
import { BY_OAUTH, openTo } from '../../lib/closed-features.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { replaceSync } from '../../lib/patches.ts';

const previews = (operation: string) => openTo(BY_OAUTH, operation, 'lakehouse');

function openGate(
  operation:
    | 'startMetricViewPreview'
    | 'getMetricViewPreview'
    | 'getMetricViewPreviewResult'
    | 'cancelMetricViewPreview'
    | 'getMetricViewIntegration'
    | 'putMetricViewIntegration',
  what: string,
): readonly Deviation[] {
  const isClosed = ({ tenant }: Call): boolean => !tenant.features.previews;
  return [
    {
      name: 'open',
      sentence: `${what} works while the preview feature is closed.`,
      patch: ({ lakehouse }) => {
        const { isOpen } = lakehouse;
        lakehouse.isOpen = (previews, id) => id === operation || isOpen(previews, id);
      },
    },
    {
      name: 'empty-success',
      sentence: `${what} is answered with an empty success while the preview feature is closed.`,
      // Where nothing in a success is 204, as a tenant may have it, that is no documented answer.
      also: alsoThese('an empty answer is not as documented', `lakehouse.${operation}.answers-as-documented`),
      patch: replaceSync(operation, (call, original) => (isClosed(call) ? done() : original(call))),
    },
  ];
}

/** Faults of the feature being closed for an account. */
export const gateFaults = faults({
  'lakehouse.gate.start-preview': [
    previews('startMetricViewPreview'),
    ...openGate('startMetricViewPreview', 'Starting a preview'),
  ],
  'lakehouse.gate.read-preview': [
    previews('getMetricViewPreview'),
    ...openGate('getMetricViewPreview', 'Reading the status of a preview'),
  ],
  'lakehouse.gate.read-result': [
    previews('getMetricViewPreviewResult'),
    ...openGate('getMetricViewPreviewResult', 'Reading the result of a preview'),
  ],
  'lakehouse.gate.cancel-preview': [
    previews('cancelMetricViewPreview'),
    ...openGate('cancelMetricViewPreview', 'Cancelling a preview'),
  ],
  'lakehouse.gate.read-integration': [
    previews('getMetricViewIntegration'),
    ...openGate('getMetricViewIntegration', 'Reading an integration'),
  ],
  'lakehouse.gate.put-integration': [
    previews('putMetricViewIntegration'),
    ...openGate('putMetricViewIntegration', 'Storing an integration'),
  ],
});
