import { refuse } from '../../../mock/answer.ts';
import { bodyOf } from '../../../mock/call.ts';
import { asAdministrator, byPlainUser, isOutOfScope, isOutsider } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given } from '../../lib/earlier-calls.ts';
import { refusing, remembering, replaceSync } from '../../lib/patches.ts';
import {
  hasTargetAlone,
  isPlain,
  letInWhenRepeated,
  withoutSource,
  withoutTarget,
  withoutTargetUnscoped,
} from '../../lib/promotions.ts';
import { byWorkbook, ofWorkbook } from '../../lib/workbooks.ts';

/** Faults of previewing promotions. */
export const previewFaults = faults({
  'promotions.preview.accepted': [
    {
      name: 'once',
      sentence: 'A second preview of the same workbook is refused as a conflict.',
      patch: remembering(
        () => new Set<string>(),
        (previewed) =>
          replaceSync('previewPromotion', (call, original) => {
            if (previewed.has(ofWorkbook(call))) refuse('conflict', 'a preview of this workbook is open');
            const answer = original(call);
            previewed.add(ofWorkbook(call));
            return answer;
          }),
      ),
    },
    {
      name: 'no-api-key',
      sentence: 'A preview with an API key is refused.',
      patch: replaceSync('previewPromotion', (call, original) => {
        if (call.principal.kind === 'api-key' && call.principal.scope === 'all') refuse(403, 'no workspace session');
        return original(call);
      }),
    },
    {
      name: 'not-once-applied',
      sentence: 'A workbook that was promoted cannot be previewed any more.',
      also: alsoThese(
        'a preview comes before an apply',
        'promotions.apply.matching-hash',
        'promotions.apply.idempotency-key-accepted',
        'promotions.list.shows-applied',
      ),
      patch: given(
        'previewPromotion',
        (_call, { done }) => done > 0,
        refusing('previewPromotion', () => true, 409),
        { past: 'applyPromotion', of: byWorkbook },
      ),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'After an apply was refused the workbook cannot be previewed.',
      also: alsoThese('a preview comes after the refusal', 'promotions.apply.stale-hash'),
      patch: given(
        'previewPromotion',
        afterRefusal,
        refusing('previewPromotion', () => true, 409),
        { past: 'applyPromotion', of: byWorkbook },
      ),
    },
  ],
  'promotions.preview.no-source-access': [
    {
      name: 'target-suffices',
      sentence: 'A preview is open to whoever has access to the target deployment alone.',
      patch: withoutSource('previewPromotion', hasTargetAlone),
    },
    letInWhenRepeated('previewPromotion', isOutsider, 'A preview without access to the source'),
  ],
  'promotions.preview.no-target-access': [
    {
      name: 'source-suffices',
      sentence: 'A preview is open to whoever has access to the source deployment alone.',
      patch: withoutTarget('previewPromotion'),
      also: [{ id: 'promotions.preview.no-target-role', because: 'access to the target is asked of nobody' }],
    },
    letInWhenRepeated('previewPromotion', isOutOfScope, 'A preview with a key for the source alone'),
  ],
  'promotions.preview.no-target-role': [
    {
      name: 'let-in-once-previewed',
      sentence: 'A preview that an administrator has made of a workbook and a target is shown to whoever asks for it.',
      patch: remembering(
        () => new Set<string>(),
        (known) =>
          replaceSync('previewPromotion', (call, original) => {
            const key = `${call.path['workbookId']} ${String(bodyOf(call)['targetDeploymentId'])}`;
            const isKnown = byPlainUser(call) && call.principal.scope === 'all' && known.has(key);
            const answer = original(isKnown ? asAdministrator(call) : call);
            known.add(key);
            return answer;
          }),
      ),
    },
    {
      name: 'scope-alone',
      sentence: 'Whether a preview is open is decided by the scope of the key alone, once the source may be read.',
      patch: withoutTargetUnscoped('previewPromotion'),
    },
    letInWhenRepeated('previewPromotion', isPlain, 'A preview without access to the target'),
  ],
});
