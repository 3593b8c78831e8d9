import { reads } from '../../mock/authority.ts';
import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { faults } from '../lib/fault.ts';
import { all, changeBodySync, replaceSync, withRules } from '../lib/patches.ts';
import { asAdministrator, doneYetRefused, isAdministrator, openToAll } from '../lib/access.ts';
import { itemsOf, refusedYet } from '../lib/reports.ts';

const PREVIEW = 'previewPromotion';
const APPLY = 'applyPromotion';
const READ = 'getPromotion';
const LIST = 'listPromotions';
const LINKS = 'listPromotionLinks';

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

const workbookIn = ({ path }: Call): string => path['workbookId'] ?? '';
const mayReadSource = ({ tenant, principal, path }: Call): boolean =>
  reads(tenant, principal, Number(path['deploymentId']));

/** Whether a caller has access to a deployment that a workbook can be promoted to, and not to that of the workbook. */
function hasTargetAlone(call: Call): boolean {
  const { tenant, principal } = call;
  return (
    !mayReadSource(call) && tenant.deployments.deployments.filter(({ id }) => reads(tenant, principal, id)).length > 0
  );
}

/** An operation for which no access to the deployment of the workbook is needed by some of those who have none. */
function withoutSource(operation: string, isMeant: (call: Call) => boolean): Patch {
  return all(
    openToAll(operation),
    replaceSync(operation, (call, original) => {
      if (mayReadSource(call)) return original(call);
      return isMeant(call) ? original(asAdministrator(call)) : refuse(403, 'the deployment may not be read');
    }),
  );
}

/** An operation for which no access to the target deployment is needed. */
function withoutTarget(operation: string): Patch {
  return replaceSync(operation, (call, original) =>
    withRules(call, 'promotions', { needsTargetAccess: false }, () => original(call)),
  );
}

/** The same for users with a key for everything that they may do: of a scoped one the scope is looked at. */
function withoutTargetUnscoped(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const others = call.principal.scope === 'all' ? { needsTargetAccess: false } : {};
    return withRules(call, 'promotions', others, () => original(call));
  });
}

const isUnscoped = ({ principal }: Call): boolean => principal.scope === 'all' && principal.kind === 'api-key';

/** Whether a key is scoped to deployments of which the target is none. */
function isScopedToSource({ principal, path }: Call): boolean {
  return (
    principal.scope !== 'all' && principal.scope.length === 1 && principal.scope[0] === Number(path['deploymentId'])
  );
}

/** Runs something of a patch's own for each tenant, with what it keeps in mind. */
function remembering<Memory>(create: () => Memory, patch: (memory: Memory) => Patch): Patch {
  return (rules) => {
    patch(create())(rules);
  };
}

const UNDECLARED = {
  id: 'openapi-spec.serving.body-declared',
  because: "the tenant's own document declares what is printed, and the answer departs from that as well",
} as const;

/** Faults of promotions: preview, apply, what is listed of them, and who may. */
export const promotionsFaults = faults({
  // Preview.
  'promotions.preview.accepted': [
    {
      name: 'once',
      sentence: 'A second preview of the same workbook is refused as a conflict.',
      patch: remembering(
        () => new Set<string>(),
        (previewed) =>
          replaceSync(PREVIEW, (call, original) => {
            if (previewed.has(workbookIn(call))) refuse('conflict', 'a preview of this workbook is open');
            const answer = original(call);
            previewed.add(workbookIn(call));
            return answer;
          }),
      ),
    },
    {
      name: 'no-api-key',
      sentence: 'A preview with an API key is refused.',
      patch: replaceSync(PREVIEW, (call, original) => {
        if (call.principal.kind === 'api-key' && call.principal.scope === 'all') refuse(403, 'no workspace session');
        return original(call);
      }),
    },
  ],

  // Apply.
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
          replaceSync(APPLY, (call, original) => {
            const isLater = applied.has(workbookIn(call));
            const isFresh = isLater ? { isFresh: () => false } : {};
            const answer = withRules(call, 'promotions', isFresh, () => original(call));
            applied.add(workbookIn(call));
            return answer;
          }),
      ),
    },
  ],
  'promotions.apply.idempotency-key-accepted': [
    {
      name: 'refused',
      sentence: 'An apply with an idempotency key is refused.',
      also: [{ id: 'promotions.apply.matching-hash', because: 'an apply with a key and a matching hash is refused' }],
      patch: replaceSync(APPLY, (call, original) => {
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
          replaceSync(APPLY, (call, original) => {
            const [key, first] = [keyIn(call), keys.get(workbookIn(call))];
            if (key !== undefined && first !== undefined && key !== first) refuse('conflict', 'the key differs');
            const answer = original(call);
            keys.set(workbookIn(call), first ?? key);
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
            replaceSync(APPLY, (call, original) => {
              const answer = original(call);
              last.set(workbookIn(call), keyIn(call) ?? '');
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
          replaceSync(APPLY, (call, original) => {
            const key = keyIn(call);
            const answer = original(call);
            if (key !== undefined && seen.has(key)) original(withKey(call, `${key} repeated`));
            seen.add(key);
            return answer;
          }),
      ),
    },
  ],
  'promotions.apply.stale-hash': [
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
      patch: refusedYet(APPLY, (call, original, { why }) => {
        if (why === 'conflict') withRules(call, 'promotions', { isFresh: () => true }, () => original(call));
      }),
    },
  ],

  // What is listed.
  'promotions.list.answers-list': [
    {
      name: 'by-id',
      sentence: 'The promotions of a workbook are answered as an object with a member for each.',
      patch: changeBodySync(LIST, (list) => ({
        ...list,
        items: Object.fromEntries(itemsOf(list).map((one) => [String(one['id']), one])),
      })),
      also: [UNDECLARED],
    },
    {
      name: 'null-when-empty',
      sentence: 'The list of promotions of a workbook that was never promoted is null.',
      patch: changeBodySync(LIST, (list) => (itemsOf(list).length === 0 ? { ...list, items: null } : list)),
      also: [UNDECLARED],
    },
  ],
  'promotions.list.shows-applied': [
    {
      name: 'one-behind',
      sentence: 'The list of promotions shows a promotion only when another one has followed.',
      patch: changeBodySync(LIST, (list) => ({ ...list, items: itemsOf(list).slice(0, -1) })),
    },
    {
      name: 'first-of-each-target',
      sentence: 'The list of promotions shows the first promotion to each deployment alone.',
      patch: changeBodySync(LIST, (list) => ({
        ...list,
        items: itemsOf(list).filter(
          ({ targetDeploymentId }, index, whole) =>
            whole.findIndex((one) => one['targetDeploymentId'] === targetDeploymentId) === index,
        ),
      })),
    },
  ],
  'promotions.links.answers-list': [
    {
      name: 'single',
      sentence: 'The one promotion link of a workbook is answered without a list around it.',
      patch: changeBodySync(LINKS, (list) =>
        itemsOf(list).length === 1 ? { ...list, items: itemsOf(list)[0] } : list,
      ),
    },
    {
      name: 'null-when-empty',
      sentence: 'The list of promotion links of a workbook that was never promoted is null.',
      patch: changeBodySync(LINKS, (list) => (itemsOf(list).length === 0 ? { ...list, items: null } : list)),
      also: [UNDECLARED],
    },
  ],

  // Who may.
  'promotions.preview.no-source-access': [
    {
      name: 'target-suffices',
      sentence: 'A preview is open to whoever has access to the target deployment alone.',
      patch: withoutSource(PREVIEW, hasTargetAlone),
    },
  ],
  'promotions.preview.no-target-access': {
    name: 'source-suffices',
    sentence: 'A preview is open to whoever has access to the source deployment alone.',
    patch: withoutTarget(PREVIEW),
    also: [{ id: 'promotions.preview.no-target-role', because: 'access to the target is asked of nobody' }],
  },
  'promotions.preview.no-target-role': {
    name: 'scope-alone',
    sentence: 'Whether a preview is open is decided by the scope of the key alone, once the source may be read.',
    patch: withoutTargetUnscoped(PREVIEW),
  },
  'promotions.apply.no-source-access': [
    {
      name: 'target-suffices',
      sentence: 'An apply is open to whoever has access to the target deployment alone.',
      patch: withoutSource(APPLY, hasTargetAlone),
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply by a caller without access to the source deployment is refused, and the source is promoted.',
      patch: all(
        openToAll(APPLY),
        doneYetRefused(APPLY, (call) => !mayReadSource(call), 403, asAdministrator),
      ),
    },
  ],
  'promotions.apply.no-target-access': [
    {
      name: 'source-suffices',
      sentence: 'An apply is open to whoever has access to the source deployment alone.',
      patch: withoutTarget(APPLY),
      also: [{ id: 'promotions.apply.no-target-role', because: 'access to the target is asked of nobody' }],
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply with a key that is scoped to the source deployment is refused, and the source is promoted.',
      patch: doneYetRefused(APPLY, isScopedToSource, 403, asAdministrator),
    },
  ],
  'promotions.apply.no-target-role': [
    {
      name: 'scope-alone',
      sentence: 'Whether an apply is open is decided by the scope of the key alone, once the source may be read.',
      patch: withoutTargetUnscoped(APPLY),
    },
    {
      name: 'refused-and-promoted',
      sentence: 'An apply by a user with access to the source deployment alone is refused, and the source is promoted.',
      patch: doneYetRefused(
        APPLY,
        (call) => isUnscoped(call) && mayReadSource(call) && !isAdministrator(call),
        403,
        asAdministrator,
      ),
    },
  ],
  'promotions.get.no-source-access': {
    name: 'let-in',
    sentence: 'The promotion of a workbook is read without access to its deployment.',
    patch: withoutSource(READ, () => true),
  },
  'promotions.list.no-source-access': {
    name: 'let-in',
    sentence: 'The promotions of a workbook are listed without access to its deployment.',
    patch: withoutSource(LIST, () => true),
  },
  'promotions.links.no-source-access': {
    name: 'let-in',
    sentence: 'The promotion links of a workbook are listed without access to its deployment.',
    patch: withoutSource(LINKS, () => true),
  },
});
