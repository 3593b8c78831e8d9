import { refuse } from '../../../mock/answer.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { queuedForLong } from '../../lib/jobs.ts';
import { all, refusing, replaceSync, underStatus } from '../../lib/patches.ts';
import { isRunning } from '../../lib/previews.ts';

/** Faults of starting previews and their status. */
export const previewFaults = faults({
  'lakehouse.preview.accepted': [
    {
      name: '200-the-second-time',
      sentence: 'The start of a preview beside one that runs is answered with 200.',
      patch: given(
        'startMetricViewPreview',
        (_call, { done }) => done > 0,
        replaceSync('startMetricViewPreview', (call, original) => ({ ...original(call), status: 200 })),
      ),
    },
    {
      name: '200-for-oauth',
      sentence: 'The start of a preview with an OAuth token is answered with 200.',
      patch: given(
        'startMetricViewPreview',
        byOAuth,
        replaceSync('startMetricViewPreview', (call, original) => ({ ...original(call), status: 200 })),
      ),
    },
    ...[200, 201].map((status) => ({
      name: String(status),
      sentence: `The start of a preview is answered with ${status}.`,
      patch: replaceSync('startMetricViewPreview', (call, original) => underStatus(original(call), status)),
    })),
  ],
  'lakehouse.preview.status': [
    {
      name: 'not-to-oauth',
      sentence: 'The status of a preview is not found by an OAuth token.',
      patch: given(
        'getMetricViewPreview',
        byOAuth,
        refusing('getMetricViewPreview', () => true, 404),
      ),
    },
    {
      name: 'not-found',
      sentence: 'A preview is not found until it has ended.',
      also: alsoThese(
        'the check reads the status',
        'lakehouse.getMetricViewPreview.is-served',
        'lakehouse.result.running',
        'lakehouse.result.ready',
        'lakehouse.result.none',
        'lakehouse.result.retention',
      ),
      patch: all(
        queuedForLong,
        replaceSync('getMetricViewPreview', (call, original) => {
          const answer = original(call);
          if (isRunning(call)) refuse(404, 'there is no such preview');
          return answer;
        }),
      ),
    },
    {
      name: 'conflict',
      sentence: 'The status of a preview is refused with 409 as if it were its result.',
      also: alsoThese(
        'the check reads the status',
        'lakehouse.result.running',
        'lakehouse.result.ready',
        'lakehouse.result.none',
        'lakehouse.result.retention',
      ),
      patch: replaceSync('getMetricViewPreview', (call, original) => {
        const answer = original(call);
        return 'body' in answer ? refuse(409, 'the preview is not ready') : answer;
      }),
    },
  ],
});
