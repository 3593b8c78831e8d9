import { type Answer, ok, Refusal, refuse, type Why } from '../../../mock/answer.ts';
import type { Call } from '../../../mock/call.ts';
import { lakehouseState } from '../../../mock/families/lakehouse.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { refusing, remembering, replaceSync, type SyncHandler } from '../../lib/patches.ts';
import { hasCompleted, hasFailed, isRunning } from '../../lib/previews.ts';
import { DAY } from '../../lib/times.ts';

/** What a read of the result answers in some cases. */
function reading(isMeant: (call: Call) => boolean, answer: (call: Call, original: SyncHandler) => Answer): Patch {
  return replaceSync('getMetricViewPreviewResult', (call, original) =>
    isMeant(call) ? answer(call, original) : original(call),
  );
}

function refusal(why: Why): () => never {
  return () => refuse(why, 'there is no result');
}

const previewOf = ({ path }: Call): unknown => path['previewId'];

/** Previews whose time starts anew with each reading of the result. */
function renewed(): Patch {
  return replaceSync('getMetricViewPreviewResult', (call, original) => {
    const answer = original(call);
    const { previews } = lakehouseState(call.tenant);
    const preview = previews.get(call.path['previewId'] ?? '');
    const { work } = call.tenant.rules.lakehouse;
    if (preview) previews.set(preview.id, { ...preview, startedAt: call.tenant.clock.now() - work });
    return answer;
  });
}

/** Faults of the results of previews. */
export const resultFaults = faults({
  'lakehouse.result.running': [
    {
      name: 'not-found',
      sentence: 'The result of a preview that runs is refused with 404.',
      patch: reading(isRunning, refusal(404)),
    },
    {
      name: 'too-early',
      sentence: 'The result of a preview that runs is refused with 400.',
      patch: reading(isRunning, refusal(400)),
    },
  ],
  'lakehouse.result.ready': [
    {
      name: 'not-when-asked-for-too-early',
      sentence: 'The result of a preview that was asked for while it ran does not become readable.',
      also: alsoThese('the result is asked for too early there', 'lakehouse.result.running'),
      patch: given(
        'getMetricViewPreviewResult',
        (_call, { refused }) => refused > 0,
        refusing('getMetricViewPreviewResult', () => true, 409),
        { of: previewOf },
      ),
    },
    {
      name: 'not-to-oauth',
      sentence: 'The result of a preview is refused to an OAuth token.',
      patch: given(
        'getMetricViewPreviewResult',
        byOAuth,
        refusing('getMetricViewPreviewResult', () => true, 409),
      ),
    },
    {
      name: 'conflict',
      sentence: 'The result of a preview that has completed is refused with 409.',
      also: alsoThese('no result can be read', 'lakehouse.result.retention'),
      patch: reading(hasCompleted, refusal(409)),
    },
    {
      name: 'gone',
      sentence: 'The result of a preview is gone as soon as it has completed.',
      also: alsoThese(
        'no result can be read',
        'lakehouse.result.retention',
        'lakehouse.getMetricViewPreviewResult.is-served',
      ),
      patch: reading(hasCompleted, refusal(404)),
    },
    {
      name: 'once-alone',
      sentence: 'The result of a preview can be read once.',
      patch: remembering(
        () => new Set<unknown>(),
        (read) =>
          replaceSync('getMetricViewPreviewResult', (call, original) => {
            const id = call.path['previewId'];
            const answer = original(call);
            if (read.has(id)) refuse(409, 'the result was read before');
            read.add(id);
            return answer;
          }),
      ),
    },
  ],
  'lakehouse.result.none': [
    {
      name: 'second-read',
      sentence: 'The second read of the result of a preview that ended without one answers an empty one.',
      patch: remembering(
        () => new Set<unknown>(),
        (read) =>
          replaceSync('getMetricViewPreviewResult', (call, original) => {
            try {
              return original(call);
            } catch (error) {
              if (!(error instanceof Refusal) || !hasFailed(call)) throw error;
              const { previewId } = call.path;
              if (read.has(previewId)) return ok({ previewId, metricViews: [] });
              read.add(previewId);
              throw error;
            }
          }),
      ),
    },
    {
      name: 'not-found-the-second-time',
      sentence: 'The result of a preview that ended without one is refused with 404 when it is asked for again.',
      patch: given(
        'getMetricViewPreviewResult',
        (call, { refused }) => refused > 0 && hasFailed(call),
        refusing('getMetricViewPreviewResult', () => true, 404),
        { of: previewOf },
      ),
    },
    {
      name: 'that-of-the-one-before',
      sentence: 'A preview that ended without a result has that of an earlier one.',
      patch: (rules) => {
        let earlier: unknown;
        replaceSync('getMetricViewPreviewResult', (call, original) => {
          if (earlier !== undefined && hasFailed(call)) return { kind: 'ok', body: earlier };
          const answer = original(call);
          earlier = 'body' in answer ? answer.body : earlier;
          return answer;
        })(rules);
      },
    },
    {
      name: 'not-found',
      sentence: 'The result of a preview that ended without one is refused with 404.',
      patch: reading(hasFailed, refusal(404)),
    },
    {
      name: 'empty',
      sentence: 'The result of a preview that ended without one is empty.',
      patch: reading(hasFailed, () => ok({ metricViews: [] })),
    },
  ],
  'lakehouse.result.retention': [
    {
      name: 'eight-days',
      sentence: 'The result of a preview is kept for eight days.',
      patch: ({ lakehouse }) => {
        lakehouse.resultLifetime = 8 * DAY;
      },
    },
    {
      name: 'renewed',
      sentence: 'The seven days of a result start anew whenever it is read.',
      patch: renewed(),
    },
    {
      name: 'for-ever',
      sentence: 'The result of a preview is kept for ever.',
      patch: ({ lakehouse }) => {
        lakehouse.resultLifetime = Number.POSITIVE_INFINITY;
      },
    },
  ],
});
