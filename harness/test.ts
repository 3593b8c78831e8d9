import { _baseTest as base, type TestInfo } from '@playwright/test';
import type { Requirement, RequirementId } from '../contracts/requirements/index.ts';
import { ANNOTATIONS, ATTACHMENT, type Bound, type Evidence, type LedgerEntry } from '../evidence/evidence.ts';
import type { Failure } from '../evidence/failure.ts';
import { Check } from './check/check.ts';
import { expect } from './check/expect.ts';
import { Session } from './check/session.ts';
import { asPlanned, trialIndexOf } from './check/trials.ts';
import { ACTORS, type Actor, type ActorName } from './client/actor.ts';
import { attempt } from './failures/failure.ts';
import { openLog, type CheckLog } from './failures/log.ts';
import { untested } from './failures/untested.ts';
import type { Clock } from './tenant/clock.ts';
import { readConfiguration } from './tenant/configuration.ts';
import { registry } from './tenant/contract.ts';
import { unmetNeeds } from './tenant/needs.ts';
import { madeRole, type Role } from './things/roles.ts';
import { describeRemaining } from './undo/ledger.ts';

export { Check, expect };

type Actors = { readonly [Name in ActorName]: Actor };

interface Fixtures extends Actors {
  readonly check: Check;
  readonly clock: Clock;
  /** A custom role of this check's own, with a description and two policies. */
  readonly role: Role;
}

interface WorkerFixtures {
  readonly session: Session;
}

function requirementOf(testInfo: TestInfo): Requirement {
  const id = testInfo.annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description ?? '';
  const requirement = registry.get(id);
  if (!requirement) throw new Error(`"${testInfo.title}" names no requirement: begin it with ...verifies('<id>')`);
  return requirement;
}

/** Playwright reports four messages for each fixture of each check otherwise, a third of all that a worker sends. */
const BOXED = { box: 'self' } as const;

const actorFixtures = Object.fromEntries(
  Object.entries(ACTORS).map(([name, setting]) => [
    name,
    [
      async ({ check }: Fixtures, use: (actor: Actor) => Promise<void>) => {
        await use(check.as(setting, name));
      },
      BOXED,
    ],
  ]),
) as never;

/**
 * Playwright's `test` without its browser: that one sets thirty options of a context up and down again around each test,
 * which costs more than a quarter of a run that opens no page.
 */
const once = base.extend<Fixtures, WorkerFixtures>({
  session: [
    async ({}, use) => {
      const session = new Session(readConfiguration());
      await use(session);
      await session.close();
    },
    { ...BOXED, scope: 'worker' },
  ],
  check: [
    async ({ session }, use, testInfo) => {
      const requirement = requirementOf(testInfo);
      const { value: tenant, failure } = await attempt(() =>
        session.tenants.openFor(requirement.id, trialIndexOf(testInfo)),
      );
      if (!tenant) return endWithoutTenant(testInfo, requirement, failure.failure);
      tenant.transport.sharedBy(testInfo.config.workers);
      const check = new Check(requirement, tenant, session);
      const log = openLog(testInfo, {
        redacted: (text) => tenant.secrets.redacted(text),
        exchanges: () => check.recorder.length,
      });
      if (session.takeReportOfNames()) reportNames(check);
      const unmet = unmetNeeds(requirement, tenant, session.configuration);
      try {
        if (unmet.length > 0) untested(unmet.join('; '));
        await use(check);
      } finally {
        await conclude(check, log, testInfo);
      }
    },
    { ...BOXED, auto: true },
  ],
  ...(actorFixtures as object),
  clock: [
    async ({ check }, use) => {
      await use(check.clock);
    },
    BOXED,
  ],
  role: async ({ admin }, use) => {
    await use(await madeRole(admin));
  },
});

/** How a check is declared, also where a proof run plays it more than once. */
export const test = asPlanned(once);

function reportNames({ tenant, recorder }: Check): void {
  const bound = [...tenant.wire.resolved].map(([id, resolution]): Bound => {
    if ('unresolved' in resolution) return { id, source: 'unresolved', reason: resolution.unresolved };
    return { id, source: resolution.source, value: resolution.value };
  });
  recorder.binds(bound);
}

/** What ended a check, where it was not the end of its body. */
function failureIn({ status, error }: TestInfo, log: CheckLog, { tenant }: Check): Failure | undefined {
  if (status === 'timedOut') return { kind: 'transient', summary: 'the check did not end within its time' };
  if (status !== 'failed') return undefined;
  // An error that no assertion and no step of ours has thrown is a mistake in the check.
  return (
    log.ending ?? { kind: 'defect', summary: tenant.secrets.redacted(error?.message ?? 'an error without a message') }
  );
}

/** What was made may be named by a part of a response. */
function withoutSecrets({ tenant: { secrets } }: Check, ledger: readonly LedgerEntry[]): LedgerEntry[] {
  return ledger.map(({ what, why, ...entry }) => ({
    ...entry,
    what: secrets.redacted(what),
    ...(why !== undefined && { why: secrets.redacted(why) }),
  }));
}

/** Playwright starts a worker anew after a failure that it does not expect, which costs more than the check. */
const areFailuresExpected = process.env['EXPECT_FAILURES'] === '1';

async function conclude(check: Check, log: CheckLog, testInfo: TestInfo): Promise<void> {
  if (areFailuresExpected && testInfo.status === 'failed') testInfo.fail();
  // What goes wrong from here on is not what ended the check.
  const failure = failureIn(testInfo, log, check);
  const annotate = (type: string, description: string) => testInfo.annotations.push({ type, description });
  const { value: ledger = [], failure: unfinished } = await attempt(() => check.close());
  if (unfinished) annotate(ANNOTATIONS.left, `closing failed: ${unfinished.message}`);
  for (const description of ledger.flatMap((entry) => describeRemaining(entry) ?? []))
    annotate(ANNOTATIONS.left, description);
  if (failure?.kind === 'setup') annotate(ANNOTATIONS.setupFailed, failure.summary ?? '');
  if (failure?.requirement !== undefined) annotate(ANNOTATIONS.blame, failure.requirement);
  await attachEvidence(testInfo, {
    ...check.recorder.evidence(check.requirement.id),
    asserted: log.asserted,
    ...(failure && { failure }),
    ...(ledger.length > 0 && { ledger: withoutSecrets(check, ledger) }),
  });
}

/** A check that could not ask anything. It is skipped: a failure would cost the worker, and there is nothing to fail. */
async function endWithoutTenant(testInfo: TestInfo, { id }: Requirement, failure: Failure): Promise<void> {
  await attachEvidence(testInfo, { requirement: id, exchanges: [], notKept: 0, findings: [], met: {}, failure });
  testInfo.skip(true, failure.summary ?? '');
}

function attachEvidence(testInfo: TestInfo, evidence: Evidence): Promise<void> {
  return testInfo.attach(ATTACHMENT, { body: JSON.stringify(evidence), contentType: 'application/json' });
}

/**
 * Names the requirement that a test holds the tenant to: `test(...verifies('roles.update.name-null'), async () => ...)`. The
 * title begins with the id, so that `--grep roles.update` finds it; `--grep @limit` goes by the kind.
 */
export function verifies(
  id: RequirementId,
): [title: string, details: { annotation: { type: string; description: string }; tag: string }] {
  const { sentence, kind } = registry.get(id) as Requirement;
  return [`${id}: ${sentence}`, { annotation: { type: ANNOTATIONS.requirement, description: id }, tag: `@${kind}` }];
}
