import { BY_PLAIN } from '../../lib/plain-users.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import {
  asAdministrator,
  byOAuth,
  byPlainUser,
  doneYetRefused,
  isAdministrator,
  isOutOfScope,
  isOutsider,
  openToAll,
} from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given } from '../../lib/earlier-calls.ts';
import { once } from '../../lib/other-operations.ts';
import type { When } from '../../lib/conditions.ts';
import {
  all,
  changeBodySync,
  during,
  refusing,
  remembering,
  replace,
  replaceSync,
  withBody,
  withRules,
} from '../../lib/patches.ts';
import {
  hasTargetAlone,
  isPlain,
  letInWhenRepeated,
  mayReadSource,
  withoutSource,
  withoutTarget,
  withoutTargetUnscoped,
} from '../../lib/promotions.ts';
import { refusedYet } from '../../lib/reports.ts';
import { byWorkbook, ofWorkbook } from '../../lib/workbooks.ts';

/** The key of an apply, wherever it travels. */
function keyIn(call: Call): string | undefined {
  const key = call.headers['idempotency-key'] ?? bodyOf(call)['idempotencyKey'];
  return typeof key === 'string' ? key : undefined;
}

/** A call that carries another key. */
function withKey(call: Call, idempotencyKey: string): Call {
  return {
    ...call,
    headers: { ...call.headers, 'idempotency-key': idempotencyKey },
    body: { ...bodyOf(call), idempotencyKey },
  };
}

const anyKeyIn = ({ headers, body }: Call): unknown =>
  headers['idempotency-key'] ?? (body as { readonly idempotencyKey?: unknown } | undefined)?.idempotencyKey;

/** The key of an apply, in the body or in the header. */
function keyOf(call: Call): unknown {
  return call.headers['idempotency-key'] ?? bodyOf(call)['idempotencyKey'];
}

function withoutKey(call: Call): Call {
  const { idempotencyKey: _, ...body } = bodyOf(call);
  const { 'idempotency-key': __, ...headers } = call.headers;
  return { ...call, body, headers };
}

const isKeyed: When = (call) => anyKeyIn(call) !== undefined;
const workbookOf = ({ path }: Call) => `${path['deploymentId']}/${path['workbookId']}`;

/** Whether a key is scoped to deployments of which the target is none. */
function isScopedToSource({ principal, path }: Call): boolean {
  return (
    principal.scope !== 'all' && principal.scope.length === 1 && principal.scope[0] === Number(path['deploymentId'])
  );
}

const isUnscoped = ({ principal }: Call): boolean => principal.scope === 'all' && principal.kind === 'api-key';

/** Faults of applying promotions. */
export const applyFaults = faults({
  'promotions.apply.matching-hash': [
    {
      name: 'never-fresh',
      sentence: 'Every apply is refused as if the source had changed since the preview.',
      patch: ({ promotions }) => {
        promotions.isFresh = () => false;
      },
    },
    {
      name: 'over-an-earlier-one',
      sentence: 'An apply over an earlier promotion of the same workbook is refused as if the source had changed.',
      patch: remembering(
        () => new Set<string>(),
        (applied) =>
          replaceSync('applyPromotion', (call, original) => {
            const isLater = applied.has(ofWorkbook(call));
            const isFresh = isLater ? { isFresh: () => false } : {};
            const answer = withRules(call, 'promotions', isFresh, () => original(call));
            applied.add(ofWorkbook(call));
            return answer;
          }),
      ),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'After an apply was refused no preview of the workbook can be applied.',
      also: alsoThese('an apply follows the refusal', 'promotions.apply.stale-hash'),
      patch: given(
        'applyPromotion',
        afterRefusal,
        refusing('applyPromotion', () => true, 409),
        { of: byWorkbook },
      ),
    },
  ],
  'promotions.apply.idempotency-key-accepted': [
    {
      name: 'refused',
      sentence: 'An apply with an idempotency key is refused.',
      also: [{ id: 'promotions.apply.matching-hash', because: 'an apply with a key and a matching hash is refused' }],
      patch: replaceSync('applyPromotion', (call, original) => {
        if (keyIn(call) !== undefined && mayReadSource(call)) refuse('invalid', 'the idempotency key is unknown');
        return original(call);
      }),
    },
    {
      name: 'one-key-only',
      sentence: 'An apply with another idempotency key than that of the first promotion of the workbook is refused.',
      patch: remembering(
        () => new Map<string, string | undefined>(),
        (keys) =>
          replaceSync('applyPromotion', (call, original) => {
            const [key, first] = [keyIn(call), keys.get(ofWorkbook(call))];
            if (key !== undefined && first !== undefined && key !== first) refuse('conflict', 'the key differs');
            const answer = original(call);
            keys.set(ofWorkbook(call), first ?? key);
            return answer;
          }),
      ),
      also: [
        {
          id: 'promotions.apply.matching-hash',
          because: 'one promotion after another, each with a key of its own, is applied once alone',
        },
      ],
    },
  ],
  'promotions.apply.idempotency-key-repeated': [
    {
      name: 'never-a-repeat',
      sentence: 'An apply with an idempotency key that was used before is carried out once more.',
      patch: ({ promotions }) => {
        promotions.isRepeat = () => false;
      },
    },
    {
      name: 'last-key-alone',
      sentence: 'Of the idempotency keys of a workbook the last one alone is known again.',
      patch: remembering(
        () => new Map<string, string>(),
        (last) =>
          all(
            ({ promotions }) => {
              const { isRepeat } = promotions;
              promotions.isRepeat = (promotion, key, workbookId) =>
                isRepeat(promotion, key, workbookId) && last.get(String(workbookId)) === key;
            },
            replaceSync('applyPromotion', (call, original) => {
              const answer = original(call);
              last.set(ofWorkbook(call), keyIn(call) ?? '');
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'answered-and-listed',
      sentence: 'A repeated apply is answered like the first one, and stands in the list as a further promotion.',
      patch: remembering(
        () => new Set<unknown>(),
        (seen) =>
          replaceSync('applyPromotion', (call, original) => {
            const key = keyIn(call);
            const answer = original(call);
            if (key !== undefined && seen.has(key)) original(withKey(call, `${key} repeated`));
            seen.add(key);
            return answer;
          }),
      ),
    },
    {
      name: 'twice-repeated',
      sentence: 'The second repetition of an apply adds a promotion.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (times) =>
          during(
            'applyPromotion',
            'promotions',
            () => ({ isRepeat: () => false }),
            (call) => {
              const key = anyKeyIn(call);
              times.set(key, (times.get(key) ?? 0) + 1);
              return key !== undefined && times.get(key) === 3;
            },
          ),
      ),
    },
    {
      name: 'once-the-source-changed',
      sentence: 'Repeating an apply adds a promotion once the source has changed.',
      patch: remembering(
        () => new Map<unknown, string>(),
        (seen) =>
          during('applyPromotion', 'promotions', ({ sourceHash }, call) => {
            const workbook = call.tenant.content.workbooks.get(Number(call.path['workbookId']));
            const [key, now] = [anyKeyIn(call), workbook && sourceHash(workbook)];
            if (key === undefined || now === undefined) return {};
            const isChanged = seen.has(key) && seen.get(key) !== now;
            if (!seen.has(key)) seen.set(key, now);
            return isChanged ? { isRepeat: () => false, isFresh: () => true } : {};
          }),
      ),
    },
    {
      name: 'at-once',
      sentence: 'Two applies at once with one idempotency key promote twice.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (underWay) =>
          replace('applyPromotion', async (call, original) => {
            const key = keyOf(call);
            if (key === undefined) return original(call);
            const isSecond = underWay.has(key);
            underWay.set(key, (underWay.get(key) ?? 0) + 1);
            await sleep(50);
            underWay.delete(key);
            return original(isSecond ? withoutKey(call) : call);
          }),
      ),
    },
    {
      name: 'third-time',
      sentence: 'The third apply with one idempotency key promotes again.',
      patch: given(
        'applyPromotion',
        (_call, { done }) => done >= 2,
        replace('applyPromotion', (call, original) => original(withoutKey(call))),
        { of: keyOf },
      ),
    },
    {
      name: 'added-by-oauth',
      sentence: 'An apply that is repeated with an OAuth token adds a promotion.',
      patch: during('applyPromotion', 'promotions', () => ({ isRepeat: () => false }), byOAuth),
    },
  ],
  'promotions.apply.stale-hash': [
    {
      name: 'applied-once-published',
      sentence: 'A stale preview is applied where the source has been published since it changed.',
      patch: during(
        'applyPromotion',
        'promotions',
        () => ({ isFresh: () => true }),
        ({ tenant, path }) => {
          const workbook = tenant.content.workbooks.get(Number(path['workbookId']));
          return workbook?.published === workbook?.draft;
        },
      ),
    },
    {
      name: 'of-a-preview-applied-before',
      sentence: 'A preview that was applied once is applied again, whatever became of its source.',
      patch: once(
        'applyPromotion',
        (call) => String(bodyOf(call)['previewId']),
        (applied) =>
          during('applyPromotion', 'promotions', (own, call) => ({
            isFresh: (previewed, now) => own.isFresh(previewed, now) || applied.has(String(bodyOf(call)['previewId'])),
          })),
      ),
    },
    {
      name: 'a-newer-preview-counts',
      sentence: 'An apply of an older preview is taken where a newer one of the workbook fits.',
      patch: remembering(
        () => new Map<unknown, { readonly previewId: unknown; readonly sourceHash: unknown }>(),
        (latest) =>
          all(
            replaceSync('previewPromotion', (call, original) =>
              withBody(original(call), (body) => {
                latest.set(call.path['workbookId'], {
                  previewId: body['previewId'],
                  sourceHash: body['sourceHash'],
                });
                return body;
              }),
            ),
            replaceSync('applyPromotion', (call, original) => {
              const newer = latest.get(call.path['workbookId']);
              return original(newer ? { ...call, body: { ...bodyOf(call), ...newer } } : call);
            }),
          ),
      ),
    },
    {
      name: 'never-stale',
      sentence: 'An apply is carried out however much the source has changed since the preview.',
      patch: ({ promotions }) => {
        promotions.isFresh = () => true;
      },
    },
    {
      name: 'of-the-same-length',
      sentence: 'A source counts as changed only if its draft or what is published is longer or shorter than before.',
      patch: ({ promotions }) => {
        promotions.sourceHash = ({ draft, published }) => `${draft.length}-${published?.length ?? 0}`;
      },
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply of a source that has changed since the preview is refused, and the source is promoted.',
      patch: refusedYet('applyPromotion', (call, original, { why }) => {
        if (why === 'conflict') withRules(call, 'promotions', { isFresh: () => true }, () => original(call));
      }),
    },
    {
      name: 'applied-again',
      sentence: 'A stale preview is applied when it is requested once more.',
      patch: remembering(
        () => new Set<unknown>(),
        (refused) =>
          replaceSync('applyPromotion', (call, original) => {
            const { previewId } = bodyOf(call);
            const { promotions } = call.tenant.rules;
            const { isFresh } = promotions;
            if (refused.has(previewId)) promotions.isFresh = () => true;
            try {
              return original(call);
            } catch (error) {
              if (error instanceof Refusal) refused.add(previewId);
              throw error;
            } finally {
              promotions.isFresh = isFresh;
            }
          }),
      ),
    },
    {
      name: 'applied-without-a-key',
      sentence: 'A stale preview is applied where the apply carries no idempotency key.',
      patch: during(
        'applyPromotion',
        'promotions',
        () => ({ isFresh: () => true }),
        (call) => !isKeyed(call),
      ),
    },
    {
      name: 'applied-once-promoted',
      sentence: 'A stale preview of a workbook that was promoted before is applied.',
      patch: given(
        'applyPromotion',
        (_call, { done }) => done > 0,
        during('applyPromotion', 'promotions', () => ({ isFresh: () => true })),
        { of: byWorkbook },
      ),
    },
    {
      name: 'accepted-from-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An apply of a stale preview with an OAuth token succeeds.',
      patch: during('applyPromotion', 'promotions', () => ({ isFresh: () => true }), byOAuth),
    },
    {
      name: 'newer-preview',
      sentence: 'A preview of a workbook that has changed since is applied if there is a newer preview.',
      patch: remembering(
        () => new Map<unknown, unknown>(),
        (latest) =>
          all(
            replaceSync('previewPromotion', (call, original) => {
              const answer = original(call);
              if ('body' in answer) latest.set(workbookOf(call), (answer.body as Body)['sourceHash']);
              return answer;
            }),
            during('applyPromotion', 'promotions', ({ isFresh }, call) => ({
              isFresh: (previewed, now) => isFresh(previewed, now) || latest.get(workbookOf(call)) === now,
            })),
          ),
      ),
    },
    {
      name: 'accepted-from-plain-users',
      sentence: 'A stale preview is applied for a user without the admin role.',
      seenIn: BY_PLAIN,
      patch: during('applyPromotion', 'promotions', () => ({ isFresh: () => true }), byPlainUser),
    },
  ],
  'promotions.apply.no-source-access': [
    {
      name: 'target-suffices',
      sentence: 'An apply is open to whoever has access to the target deployment alone.',
      patch: withoutSource('applyPromotion', hasTargetAlone),
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply by a caller without access to the source deployment is refused, and the source is promoted.',
      patch: all(
        openToAll('applyPromotion'),
        doneYetRefused('applyPromotion', (call) => !mayReadSource(call), 403, asAdministrator),
      ),
    },
    letInWhenRepeated('applyPromotion', isOutsider, 'An apply without access to the source'),
  ],
  'promotions.apply.no-target-access': [
    {
      name: 'source-suffices',
      sentence: 'An apply is open to whoever has access to the source deployment alone.',
      patch: withoutTarget('applyPromotion'),
      also: [{ id: 'promotions.apply.no-target-role', because: 'access to the target is asked of nobody' }],
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply with a key that is scoped to the source deployment is refused, and the source is promoted.',
      patch: doneYetRefused('applyPromotion', isScopedToSource, 403, asAdministrator),
    },
    letInWhenRepeated('applyPromotion', isOutOfScope, 'An apply with a key for the source alone'),
  ],
  'promotions.apply.no-target-role': [
    {
      name: 'repeat-of-another',
      sentence: 'An apply with the idempotency key of one that an administrator made is answered to whoever sends it.',
      patch: remembering(
        () => new Set<string>(),
        (known) =>
          replaceSync('applyPromotion', (call, original) => {
            const { idempotencyKey = call.headers['idempotency-key'] } = bodyOf(call);
            const key = `${call.path['workbookId']} ${String(idempotencyKey)}`;
            const isKnown = idempotencyKey !== undefined && known.has(key) && call.principal.scope === 'all';
            const answer = original(byPlainUser(call) && isKnown ? asAdministrator(call) : call);
            known.add(key);
            return answer;
          }),
      ),
    },
    {
      name: 'asked-at-the-preview',
      sentence: 'Whether a user has access to the target is asked when they preview, and not when they apply.',
      patch: remembering(
        () => new Set<string>(),
        (previewed) =>
          all(
            changeBodySync('previewPromotion', (preview, { principal }) => {
              previewed.add(`${principal.token} ${String(preview['previewId'])}`);
              return preview;
            }),
            during(
              'applyPromotion',
              'promotions',
              () => ({ needsTargetAccess: false }),
              (call) => previewed.has(`${call.principal.token} ${String(bodyOf(call)['previewId'])}`),
            ),
          ),
      ),
    },
    {
      name: 'scope-alone',
      sentence: 'Whether an apply is open is decided by the scope of the key alone, once the source may be read.',
      patch: withoutTargetUnscoped('applyPromotion'),
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply by a user with access to the source deployment alone is refused, and the source is promoted.',
      patch: doneYetRefused(
        'applyPromotion',
        (call) => isUnscoped(call) && mayReadSource(call) && !isAdministrator(call),
        403,
        asAdministrator,
      ),
    },
    letInWhenRepeated('applyPromotion', isPlain, 'An apply without access to the target'),
  ],
});
