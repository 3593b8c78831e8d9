import { lakehouseState } from '../../../mock/families/lakehouse.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { onlyWhere } from '../../lib/paging.ts';
import { replaceSync } from '../../lib/patches.ts';

/** Faults of cancelling previews. */
export const cancelFaults = faults({
  'lakehouse.cancel.no-result': [
    {
      name: 'by-oauth-acknowledged',
      sentence: 'The deletion of a preview with an OAuth token is acknowledged, and the preview goes on.',
      also: alsoThese(
        'what is acknowledged whatever happens is so with the feature switched off',
        'lakehouse.gate.cancel-preview',
      ),
      seenWith: 'OAUTH_TOKEN',
      patch: onlyWhere(
        'cancelMetricViewPreview',
        byOAuth,
        replaceSync('cancelMetricViewPreview', () => ({ kind: 'done' })),
      ),
    },
    {
      name: 'acknowledged',
      sentence: 'The deletion of a preview is acknowledged, and the preview goes on.',
      patch: replaceSync('cancelMetricViewPreview', (call, original) => {
        const { previews } = lakehouseState(call.tenant);
        const preview = previews.get(call.path['previewId'] ?? '');
        const answer = original(call);
        if (preview) previews.set(preview.id, preview);
        return answer;
      }),
    },
    {
      name: 'result-kept',
      sentence: 'A preview that was deleted is not found any more, and its result is there in time.',
      patch: (rules) => {
        const deleted = new Map<string, Parameters<ReturnType<typeof lakehouseState>['previews']['set']>[1]>();
        replaceSync('cancelMetricViewPreview', (call, original) => {
          const preview = lakehouseState(call.tenant).previews.get(call.path['previewId'] ?? '');
          const answer = original(call);
          if (preview) deleted.set(preview.id, preview);
          return answer;
        })(rules);
        replaceSync('getMetricViewPreviewResult', (call, original) => {
          const preview = deleted.get(call.path['previewId'] ?? '');
          if (!preview) return original(call);
          const { previews } = lakehouseState(call.tenant);
          previews.set(preview.id, preview);
          try {
            return original(call);
          } finally {
            previews.delete(preview.id);
          }
        })(rules);
      },
    },
  ],
});
