import { createHash } from 'node:crypto';
import type { TestInfo } from '@playwright/test';
import { insteadOf } from '../contracts/nearest.ts';
import type { Requirement, RequirementId } from '../contracts/requirements/index.ts';
import { QUICK, quickIds } from '../contracts/requirements/quick.ts';
import { ANNOTATIONS, ATTACHMENT, type Bound, type Evidence } from '../evidence/evidence.ts';
import type { LedgerEntry } from '../evidence/ledger-entry.ts';
import { exchangeJson, exchangeTitle, shownOf } from '../evidence/exchange-text.ts';
import type { Failure } from '../evidence/failure.ts';
import { readProvided } from '../evidence/provided.ts';
import { baseTest } from './check/base-test.ts';
import { Check } from './check/check.ts';
import { expect } from './check/expect.ts';
import { labelsOf, type Annotation } from './check/labels.ts';
import { Session } from './check/session.ts';
import { asPlanned, trialIndexOf } from './check/trials.ts';
import { ACTORS, type Actor, type ActorName } from './client/actor.ts';
import { attempt } from './failures/failure.ts';
import { openLog, type CheckLog } from './failures/log.ts';
import { untested } from './failures/untested.ts';
import { placeOf } from './schedule/locks.ts';
import type { Clock } from './tenant/clock.ts';
import { readConfiguration, type Configuration } from './tenant/configuration.ts';
import { registry } from './tenant/contract.ts';
import { unmetNeeds } from './tenant/needs.ts';
import { withSpare } from './tenant/spare-deployment.ts';
import { madeRole, type Role } from './things/roles.ts';

export { Check, expect };

type Actors = { readonly [Name in ActorName]: Actor };

interface Fixtures extends Actors {
  readonly check: Check;
  /** The user whom the requests of the check change: the administrator, or one that the run made (`Check.caller`). */
  readonly caller: Actor;
  readonly clock: Clock;
  /** A custom role that is created for this check, with a description and two policies. */
  readonly role: Role;
}

interface WorkerFixtures {
  readonly session: Session;
}

function requirementOf(testInfo: TestInfo): Requirement {
  const id = testInfo.annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description ?? '';
  const requirement = registry.get(id);
  if (!requirement) throw new Error(`"${testInfo.title}" names no requirement: declare it with ...verifies('<id>')`);
  return requirement;
}

/** Without `box` Playwright reports four messages per fixture and check, a third of all that a worker sends. */
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
 * Playwright's `test` without the browser fixtures, which set up and tear down thirty context options around each test. That
 * takes more than a quarter of a run, and checks open no page.
 */
const declareOnce = baseTest.extend<Fixtures, WorkerFixtures>({
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
      if (!tenant) return endBeforeIt(testInfo, requirement, failure.failure);
      // Each shard is a run of its own, and the budget is that of all.
      tenant.transport.sharedBy(testInfo.config.workers * (testInfo.config.shard?.total ?? 1));
      const check = new Check(requirement, withSpare(tenant, requirement, session.configuration), session);
      const log = openLog(testInfo, {
        redacted: (text) => {
          if (tenant.isLive) tenant.secrets.addOthers();
          return tenant.secrets.redacted(text);
        },
        exchanges: () => check.recorder.length,
      });
      const unmet = unmetNeeds(requirement, tenant, session.configuration);
      const { failure: unplayed } = unmet.length > 0 ? {} : await attempt(() => check.playPart());
      if (unplayed) return endBeforeIt(testInfo, requirement, unplayed.failure);
      if (session.claimReportOfNames()) {
        reportNames(check);
        const provided = readProvided();
        if (provided) check.recorder.provides(provided);
      }
      try {
        if (unmet.length > 0) untested(...unmet);
        await use(check);
      } finally {
        await conclude(check, log, testInfo);
      }
    },
    { ...BOXED, auto: true },
  ],
  ...(actorFixtures as object),
  caller: [
    async ({ check }, use) => {
      await use(check.caller);
    },
    BOXED,
  ],
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

/** Declares a check, once per trial in a proof run. */
export const test = asPlanned(declareOnce);

function reportNames({ tenant, recorder }: Check): void {
  const bound = [...tenant.wire.resolved].map(([id, resolution]): Bound => {
    if ('unresolved' in resolution) return { id, source: 'unresolved', reason: resolution.unresolved };
    return { id, source: resolution.source, value: resolution.value };
  });
  const { document } = tenant.wire;
  recorder.binds(bound, document && createHash('sha256').update(JSON.stringify(document)).digest('hex'));
}

/** The failure that ended a check; undefined if it passed or was skipped. */
function failureIn({ status, error }: TestInfo, log: CheckLog, { tenant }: Check): Failure | undefined {
  if (status === 'timedOut')
    return log.notedViolation ?? { kind: 'transient', summary: 'the check did not end within its time' };
  if (status !== 'failed') return undefined;
  // An error that is not a CheckFailure is a defect of the check.
  return (
    log.ending ?? { kind: 'defect', summary: tenant.secrets.redacted(error?.message ?? 'an error without a message') }
  );
}

/** What is left is not known where the end of a check failed. */
function notClosed({ message }: Error): LedgerEntry {
  return { operation: '', what: 'the end of the check', became: 'left', why: `failed: ${message}` };
}

/** Redacts the ledger: descriptions may contain parts of responses. */
function withoutSecrets({ tenant: { secrets } }: Check, ledger: readonly LedgerEntry[]): LedgerEntry[] {
  return ledger.map(({ what, why, ...entry }) => ({
    ...entry,
    what: secrets.redacted(what),
    ...(why !== undefined && { why: secrets.redacted(why) }),
  }));
}

/** After an unexpected failure Playwright starts a new worker, which takes longer than the check. */
const areFailuresExpected = process.env['EXPECT_FAILURES'] === '1';

async function conclude(check: Check, log: CheckLog, testInfo: TestInfo): Promise<void> {
  if (areFailuresExpected && testInfo.status === 'failed') testInfo.fail();
  // Determined before closing, so that a failure of closing is not reported as the failure of the check.
  const unasserted: Failure | undefined =
    testInfo.status === 'passed' && log.causes.length === 0 && !log.hasAsserted && log.onlyLeftOut.length === 0
      ? { kind: 'defect', summary: 'the check ended without having asserted anything' }
      : undefined;
  const failure = unasserted ?? failureIn(testInfo, log, check);
  const annotate = (type: string, description: string) => testInfo.annotations.push({ type, description });
  const { value: ledger = [], failure: unfinished } = await attempt(() => check.close());
  const remains = unfinished ? [...ledger, notClosed(unfinished)] : ledger;
  if (failure?.kind === 'setup') annotate(ANNOTATIONS.setupFailed, failure.summary ?? '');
  if (failure?.requirement !== undefined) annotate(ANNOTATIONS.blame, failure.requirement);
  if (check.tenant.isLive) check.tenant.secrets.addOthers();
  if (log.drift.length > 0) check.recorder.drifts(log.drift);
  check.recorder.redactAgain();
  const recorded = check.recorder.evidence(check.requirement.id);
  if (failure && !areFailuresExpected) await attachExchanges(testInfo, recorded, failure);
  await attachEvidence(testInfo, {
    ...recorded,
    asserted: log.asserted,
    ...(log.drawsInputs && { drawsInputs: true }),
    ...(log.classes.length > 0 && { classes: log.classes }),
    ...(log.onlyLeftOut.length > 0 && { leftOut: log.onlyLeftOut }),
    ...(failure && { failure }),
    ...(log.causes.length > 0 && { causes: log.causes }),
    ...(remains.length > 0 && { ledger: withoutSecrets(check, remains) }),
  });
  if (unasserted) throw new Error(unasserted.summary);
}

/**
 * Ends a check that could not begin, because its tenant could not be opened or the player could not be given its part. It is
 * skipped, because a failure would only cost a new worker.
 */
async function endBeforeIt(testInfo: TestInfo, { id }: Requirement, failure: Failure): Promise<void> {
  await attachEvidence(testInfo, { requirement: id, exchanges: [], notKept: 0, findings: [], met: {}, failure });
  testInfo.skip(true, failure.summary ?? '');
}

/** Shows the requests of a check that failed one by one in the reports of other reporters. As JSON they are not printed on the terminal. */
async function attachExchanges(testInfo: TestInfo, { exchanges }: Evidence, { exchange }: Failure): Promise<void> {
  for (const one of shownOf(exchanges, exchange).shown)
    await testInfo.attach(exchangeTitle(one), { body: exchangeJson(one), contentType: 'application/json' });
}

function attachEvidence(testInfo: TestInfo, evidence: Evidence): Promise<void> {
  return testInfo.attach(ATTACHMENT, { body: JSON.stringify(evidence), contentType: 'application/json' });
}

const quick = quickIds(registry);

/** Read once, because a process declares more than a thousand checks. */
let configuration: Configuration | undefined;

/**
 * The title and details of a test of one requirement: `test(...verifies('roles.update.name-null'), async () => ...)`. The
 * title begins with the id, so that `--grep roles.update` selects it; the tags are the kind, for `--grep @limit`, whether
 * `--quick` selects it, and on a live tenant whether the check comes first.
 */
export function verifies(
  id: RequirementId,
): [title: string, details: { annotation: [Annotation, ...Annotation[]]; tag: string[]; lock: string[] }] {
  const requirement = registry.get(id);
  if (!requirement) throw new Error(`${id}: no requirement has this id, ${insteadOf(id, [...registry.keys()])}`);
  const { sentence, kind } = requirement;
  configuration ??= readConfiguration();
  const annotation: [Annotation, ...Annotation[]] = [
    { type: ANNOTATIONS.requirement, description: id },
    ...labelsOf(requirement, configuration.settings.SPECIFICATION_URL),
  ];
  const { locks, order } = placeOf(requirement, configuration);
  const tag = [`@${kind}`, ...(order ? [order] : []), ...(quick.has(id) ? [QUICK] : [])];
  return [`${id}: ${sentence}`, { annotation, tag, lock: locks }];
}
