import { _baseTest as base, type TestInfo } from '@playwright/test';
import type { Requirement, RequirementId } from '../contracts/requirements/index.ts';
import { ANNOTATIONS, ATTACHMENT, packed, type Bound, type LedgerEntry } from '../evidence/evidence.ts';
import { takeAsserted } from './check/asserted.ts';
import { Check } from './check/check.ts';
import { expect } from './check/expect.ts';
import { blamedIn } from './check/judging.ts';
import { redactWith } from './check/outlet.ts';
import { asPlanned, turnOf } from './check/trials.ts';
import { ACTORS, type Actor, type ActorName } from './client/actor.ts';
import { notAsked, Trouble, troubleIn, untested } from './failures/trouble.ts';
import { unmetNeeds } from './tenant/needs.ts';
import { configuration, giveAllBack, registry, tenantFor } from './tenant/tenant.ts';
import type { Clock } from './tenant/clock.ts';
import { madeRole, type Role } from './things/roles.ts';
import { remnant } from './undo/ledger.ts';

export { Check, expect };

type Actors = { readonly [Name in ActorName]: Actor };

interface Fixtures extends Actors {
  readonly check: Check;
  readonly clock: Clock;
  /** A custom role of this check's own, with a description and two policies. */
  readonly role: Role;
}

function requirementOf(testInfo: TestInfo): Requirement {
  const id = testInfo.annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description ?? '';
  const requirement = registry.get(id);
  if (!requirement) throw new Error(`"${testInfo.title}" names no requirement: begin it with ...verifies('<id>')`);
  return requirement;
}

/** Playwright would tell its runner four times of each fixture of each check, which is a third of all that a worker says. */
const UNTOLD = { box: 'self' } as const;

const actorFixtures = Object.fromEntries(
  Object.entries(ACTORS).map(([name, setting]) => [
    name,
    [
      async ({ check }: Fixtures, use: (actor: Actor) => Promise<void>) => {
        await use(check.as(setting, name));
      },
      UNTOLD,
    ],
  ]),
) as never;

/**
 * Playwright's `test` without its browser: that one sets thirty options of a context up and down again around each test,
 * which costs more than a quarter of a run that opens no page.
 */
const once = base.extend<Fixtures, { readonly leases: undefined }>({
  leases: [
    async ({}, use) => {
      await use(undefined);
      await giveAllBack();
    },
    { ...UNTOLD, auto: true, scope: 'worker' },
  ],
  check: [
    async ({}, use, testInfo) => {
      const requirement = requirementOf(testInfo);
      const tenant = await tenantFor(requirement.id, turnOf(testInfo)).catch((error: unknown) => {
        if (error instanceof Trouble) notAsked(error.message);
        throw error;
      });
      tenant.transport.sharedBy(testInfo.config.workers);
      redactWith(tenant.secrets);
      const check = new Check(requirement, tenant);
      tellNames(check);
      const unmet = unmetNeeds(requirement, tenant, configuration);
      try {
        if (unmet.length > 0) untested(unmet.join('; '));
        await use(check);
      } finally {
        await conclude(check, testInfo);
      }
    },
    { ...UNTOLD, auto: true },
  ],
  ...(actorFixtures as object),
  clock: [
    async ({ check }, use) => {
      await use(check.clock);
    },
    UNTOLD,
  ],
  role: async ({ admin }, use) => {
    await use(await madeRole(admin));
  },
});

/** How a check is written down, also where a campaign has it played more than once. */
export const test = asPlanned(once);

let areNamesTold = false;

/** Every worker works out the tenant's names once, and says them once. */
function tellNames({ tenant, recorder }: Check): void {
  if (areNamesTold) return;
  areNamesTold = true;
  const bound = [...tenant.wire.resolved].map(([id, resolution]): Bound => {
    if ('unresolved' in resolution) return { id, source: 'unresolved', reason: resolution.unresolved };
    return { id, source: resolution.source, value: resolution.value };
  });
  recorder.binds(bound);
}

function annotateTrouble(testInfo: TestInfo): void {
  const trouble = troubleIn(
    testInfo.status,
    testInfo.errors.map(({ message }) => message),
  );
  if (trouble) testInfo.annotations.push({ type: trouble.type, description: trouble.message });
}

/** A failed assertion prints bodies, in which a one-time token may stand. */
function redactErrors({ tenant }: Check, { errors }: TestInfo): void {
  for (const error of errors) {
    if (error.message !== undefined) error.message = tenant.secrets.redacted(error.message);
    if (error.stack !== undefined) error.stack = tenant.secrets.redacted(error.stack);
  }
}

/** What was made may be named by a part of an answer. */
function withoutSecrets({ tenant: { secrets } }: Check, ledger: readonly LedgerEntry[]): LedgerEntry[] {
  return ledger.map(({ what, why, ...entry }) => ({
    ...entry,
    what: secrets.redacted(what),
    ...(why !== undefined && { why: secrets.redacted(why) }),
  }));
}

async function conclude(check: Check, testInfo: TestInfo): Promise<void> {
  // A failure that somebody looks for does not cost the worker that it happens in.
  if (check.tenant.isFaulty && testInfo.status === 'failed') testInfo.fail();
  redactErrors(check, testInfo);
  const left = (description: string) => testInfo.annotations.push({ type: ANNOTATIONS.left, description });
  const ledger = await check.close().catch((error: unknown) => {
    left(`closing failed: ${(error as Error).message}`);
    return [];
  });
  for (const description of ledger.flatMap((entry) => remnant(entry) ?? [])) left(description);
  annotateTrouble(testInfo);
  const blamed = blamedIn(testInfo.errors[0]?.message);
  if (blamed !== undefined) testInfo.annotations.push({ type: ANNOTATIONS.blame, description: blamed });
  const evidence = {
    ...check.recorder.evidence(check.requirement.id),
    asserted: takeAsserted(),
    ...(ledger.length > 0 && { ledger: withoutSecrets(check, ledger) }),
  };
  // `attach` makes a folder on the disk and a step of the test for each of thousands, and neither is wanted.
  testInfo.attachments.push({ name: ATTACHMENT, contentType: packed.contentType, body: packed.from(evidence) });
}

/**
 * Names the promise that a test holds the tenant to: `test(...verifies('roles.update.name-null'), async () => ...)`. The
 * title begins with the id, so that `--grep roles.update` finds it; `--grep @limit` goes by the kind.
 */
export function verifies(
  id: RequirementId,
): [title: string, details: { annotation: { type: string; description: string }; tag: string }] {
  const { sentence, kind } = registry.get(id) as Requirement;
  return [`${id}: ${sentence}`, { annotation: { type: ANNOTATIONS.requirement, description: id }, tag: `@${kind}` }];
}
