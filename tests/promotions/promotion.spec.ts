import { sentUntilGranted } from '../../harness/rules/permissions.ts';
import { policy } from '../../harness/things/roles.ts';
import { memberByRole } from '../../harness/things/rights.ts';
import { withinSeconds } from '../../harness/check/eventually.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { previewRequest, promotionRequest } from '../../harness/things/promotions.ts';
import { caseIf, inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { BY_OTHER, otherAdministrators, BY_PLAIN } from '../../harness/things/administrators.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { changedDraft, providedWorkbook, respelt } from '../../harness/things/workbooks.ts';
import {
  addedSince,
  listResponse,
  elementsIn,
  expectAdded,
  requireAdded,
  promote,
  promotionsOf,
  settledPromotions,
  requireHash,
  applyWithOrWithoutKey,
} from './lists.ts';

/** A promotion needs a session or an API key, and a tenant may count an OAuth token as neither. */
const NEITHER_SESSION_NOR_KEY = 403;

/** What goes before a request; what the tenant makes of it is about other requirements. */
type Before = (check: Check, admin: Actor) => Promise<unknown>;
const nothing: Before = () => Promise.resolve();
const TIMES = { 'the first time': nothing, 'the second time': nothing };
const REFUSED_BEFORE = 'after a refused apply';
/** An apply of no preview, which is about no requirement. It has all members of another one, because a tenant may require each. */
const refusedApply: Before = async (check, admin) => {
  const { body, ...request } = await promotionRequest(check, admin.preparing, { isUnchanged: true });
  const { sourceHash, previewId, ...others } = body as Readonly<Record<string, unknown>>;
  const made = {
    ...(typeof sourceHash === 'string' && { sourceHash: backwards(sourceHash) }),
    ...(sourceHash === undefined && previewId !== undefined && { previewId: unlike(previewId) }),
  };
  // Without either of the two, the tenant would apply it.
  const isOfNone = Object.keys(made).length > 0;
  return admin.raw('applyPromotion', { ...request, body: isOfNone ? { previewId, ...others, ...made } : {} });
};

function backwards(text: string): string {
  return Array.from(text).reverse().join('');
}

function unlike(id: unknown): unknown {
  return typeof id === 'number' ? id + 1_000_000 : typeof id === 'bigint' ? id + 1_000_000n : backwards(String(id));
}

/** Each request is sent twice, because state that the first one leaves may make the second one fail. */
const ATTEMPTS = { 'the first time': 'first', 'the second time': 'second' } as const;

test(...verifies('promotions.preview.accepted'), async ({ check, admin }) => {
  await inEach<Before>(check, { ...TIMES, 'once applied': promote, [REFUSED_BEFORE]: refusedApply }, async (before) => {
    await before(check, admin);
    expect(await admin.raw('previewPromotion', previewRequest(check))).toSucceed();
  });
});

test(...verifies('promotions.apply.matching-hash'), async ({ check, admin }) => {
  await inEach<Before>(check, { ...TIMES, [REFUSED_BEFORE]: refusedApply }, async (before) => {
    await before(check, admin);
    const { withKey, without = withKey } = await applyWithOrWithoutKey(check, admin);
    expect(without).toSucceed();
  });
});

/** Requires a known name for the idempotency key; otherwise no apply carries one. */
function requireKey({ tenant: { wire } }: Check): void {
  const names = ['promotions.idempotency-member', 'promotions.idempotency-header'] as const;
  if (names.every((name) => wire.value(name) === undefined)) untested(unstated(names.join(' or ')));
}

test(...verifies('promotions.apply.idempotency-key-accepted'), async ({ check, admin }) => {
  requireKey(check);
  await inEach(check, ATTEMPTS, async () => {
    const { withKey, without = withKey } = await applyWithOrWithoutKey(check, admin);
    // An apply that is refused without a key as well is a setup failure.
    granted(without, 'the same without an idempotency key');
    expect(withKey).toSucceed();
  });
});

test(...verifies('promotions.apply.idempotency-key-repeated'), async ({ check, admin }) => {
  requireKey(check);
  const initial = await settledPromotions(check, admin);
  const first = await promotionRequest(check, admin.preparing);
  granted(await admin.raw('applyPromotion', first), 'the first apply');
  await requireAdded(check, admin, initial);
  const afterFirst = await promotionsOf(check, admin);
  // The source stays unchanged, because a change would make the first apply stale. A second apply may then be refused.
  const second = await promotionRequest(check, admin.preparing, { isUnchanged: true });
  const isSecond = isSuccess(await admin.raw('applyPromotion', second));
  if (isSecond) await requireAdded(check, admin, afterFirst);

  const change: Before = async () => {
    await changedDraft(check, admin, providedWorkbook(check), respelt);
    await admin.raw('publishWorkbook', { path: { workbookId: providedWorkbook(check) }, body: {} });
  };
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const repeated = {
    'of two, the second': isSecond ? { request: second, then: nothing } : undefined,
    'the first': { request: first, then: nothing },
    'once more': { request: first, then: nothing },
    'once the source has changed': { request: first, then: change },
  };
  await inEach(check, repeated, async ({ request, then }) => {
    await then(check, admin);
    const before = await promotionsOf(check, admin);
    const { status } = await admin.raw('applyPromotion', request);
    expect(
      await addedSince(check, admin, before),
      `promotions added by a repeated apply with response ${status}`,
    ).toEqual([]);
  });
  await inEach(check, { 'two at once': admin }, async (by) => {
    const request = await promotionRequest(check, admin.preparing);
    const before = await promotionsOf(check, admin);
    await Promise.all([by.raw('applyPromotion', request), by.raw('applyPromotion', request)]);
    await requireAdded(check, admin, before);
    const added = await addedSince(check, admin, before);
    expect(added.length, 'promotions added by two applies at once').toBeLessThanOrEqual(1);
  });
  // Whether a key is of its user or of its workbook is open, so that the same caller repeats what it sent.
  await inEach(check, { 'with an OAuth token': oauth }, async (by) => {
    const request = await promotionRequest(check, admin.preparing);
    const before = await promotionsOf(check, admin);
    const applied = await by.raw('applyPromotion', request);
    leaveOutIf(applied.status === NEITHER_SESSION_NOR_KEY);
    granted(applied, 'the first apply');
    await requireAdded(check, admin, before);
    const afterFirst = await promotionsOf(check, admin);
    await by.raw('applyPromotion', request);
    expect(await addedSince(check, admin, afterFirst), 'promotions added by a repeated apply').toEqual([]);
  });
});

const namesPreview = ({ body }: Asked): boolean =>
  ['previewId', 'sourceHash'].some((member) => Object.keys(body ?? {}).includes(member));

interface Apply {
  readonly by: Actor;
  readonly asked: Asked;
  readonly first?: Before;
}

test(...verifies('promotions.apply.stale-hash'), async ({ check, admin }) => {
  const workbookId = providedWorkbook(check);
  const request = await promotionRequest(check, admin.preparing);
  requireHash(request);
  const keyless = await promotionRequest(check, admin.preparing, { isKeyless: true, isUnchanged: true });
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const another = await promotionRequest(check, admin.preparing, { isUnchanged: true });
  // A preview that was applied once is none that can be applied whatever becomes of its source.
  await admin.raw('applyPromotion', keyless);
  const before = await settledPromotions(check, admin);
  await changedDraft(check, admin, workbookId, respelt);
  granted(await admin.raw('publishWorkbook', { path: { workbookId }, body: {} }), 'the publication of the change');

  const applies = {
    'the first time': { by: admin, asked: request },
    'once more': { by: admin, asked: request },
    'without a key': { by: admin, asked: keyless },
    'with an OAuth token': oauth && { by: oauth, asked: another },
    // Where an apply names no preview, a tenant may take it for one of the newest.
    'once previewed anew': caseIf(namesPreview(keyless), () => ({
      by: admin,
      asked: keyless,
      first: () => admin.raw('previewPromotion', previewRequest(check)),
    })),
  };
  await inEach<Apply>(check, applies, async ({ by, asked, first = nothing }) => {
    await first(check, admin);
    expect(await by.raw('applyPromotion', asked), 'an apply of the preview from before the change').toBeRefused();
    expect(await addedSince(check, admin, before), 'promotions by the apply that was refused').toEqual([]);
  });
  await inEach(check, { [BY_PLAIN]: memberByRole(check, admin) }, async ({ who, hold }) => {
    const both = [check.provided('DEPLOYMENT_ID'), check.provided('OTHER_DEPLOYMENT_ID')];
    await hold(policy({ actions: ['All'], resources: both }));
    await sentUntilGranted(check, () => who.in(check.provided('OTHER_DEPLOYMENT_ID')).ask('getDeploymentSettings'));
    expect(await who.raw('applyPromotion', another), 'an apply of the preview from before the change').toBeRefused();
    expect(await addedSince(check, admin, before), 'promotions by the apply that was refused').toEqual([]);
  });
  await promote(check, admin);
});

for (const list of ['promotions.list', 'promotions.links'] as const) {
  test(...verifies(`${list}.answers-list`), async ({ check, admin }) => {
    const look = async (when: string) => {
      const answer = await listResponse(check, admin, list);
      expect(
        Array.isArray(elementsIn(check, list, answer)),
        `the response ${when} is a list: ${answer.text.slice(0, 200)}`,
      ).toBe(true);
    };
    await look('before a promotion');
    if (isSuccess(await admin.raw('applyPromotion', await promotionRequest(check, admin.preparing)))) {
      await look('after a promotion');
    }
  });
}

test(...verifies('promotions.list.shows-applied'), async ({ check, admin }) => {
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const appliers = { 'the first time': admin, 'the second time': admin, 'with an OAuth token': oauth };
  await inEach(check, appliers, async (by) => {
    const before = await settledPromotions(check, admin);
    const mayNot = async () =>
      (await by.raw('previewPromotion', previewRequest(check))).status === NEITHER_SESSION_NOR_KEY;
    leaveOutIf(by === oauth && (await mayNot()));
    await promote(check, by);
    await expectAdded(check, admin, before);
    // How many a tenant keeps is open; a new one does not take the place of all.
    const left = (await promotionsOf(check, admin)).filter((one) => before.includes(one));
    expect(left.length, 'promotions from before').toBeGreaterThanOrEqual(Math.min(1, before.length));
  });
  const { [BY_OTHER]: other } = otherAdministrators(check);
  await inEach(check, { [BY_OTHER]: other }, async (who) => {
    const all = await promotionsOf(check, admin);
    // The list may show somebody else a new promotion with a delay.
    await withinSeconds(check, async () => {
      const own = await promotionsOf(check, who);
      expect(own.length, 'promotions that another administrator is shown').toBeGreaterThanOrEqual(all.length);
    });
  });
});
