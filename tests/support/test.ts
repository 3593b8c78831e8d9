import { _baseTest as base, type TestInfo } from '@playwright/test';
import { ANNOTATIONS, ATTACHMENT, packed, type Bound, type LedgerEntry } from '../../contracts/evidence.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Requirement, RequirementId } from '../../contracts/requirements/index.ts';
import type { SettingName } from '../../contracts/settings.ts';
import { ACTORS, makeActor, type Actor, type ActorName } from './actor.ts';
import { takeAsserted } from './asserted.ts';
import { blamedIn } from './blame.ts';
import { Client } from './client.ts';
import { Clock } from './clock.ts';
import { expect } from './matchers.ts';
import { Ledger, ledgerFile, remnant } from './ledger.ts';
import { unmetNeeds } from './needs.ts';
import { asPlanned, turnOf } from './planned.ts';
import { redactWith } from './outlet.ts';
import { Recorder } from './recorder.ts';
import { madeRole, type Role } from './roles.ts';
import { configuration, giveAllBack, registry, tenantFor, type Account, type TenantUnderTest } from './tenant.ts';
import { notAsked, Trouble, troubleIn, untested } from './trouble.ts';
import { disturb, DISTURBS, takeTurn, type Release } from './turns.ts';

import './stacks.ts';

export { expect };

/** One check: its promise, its tenant, and everything that it will be judged by. */
export class Check {
  readonly requirement: Requirement;
  readonly tenant: TenantUnderTest;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly #client: Client;
  readonly #ledger: Ledger;
  /** What this check has to itself, or has said that it disturbs. */
  readonly #turns = new Map<string, Release>();
  readonly #disturbed = new Set<string>();

  constructor(requirement: Requirement, tenant: TenantUnderTest) {
    this.requirement = requirement;
    this.tenant = tenant;
    this.recorder = new Recorder(tenant.secrets);
    this.clock = new Clock(configuration, tenant.advance, () => {
      this.#letOthersGo();
    });
    const shared = {
      ...tenant,
      isReadOnly: configuration.isReadOnly,
      disturbing: (operation: AnyOperationId) => this.#disturbing(operation),
    };
    const keeper = () =>
      this.#actorOf(
        new Client({
          ...shared,
          recorder: new Recorder(tenant.secrets),
          ledger: new Ledger(undefined, keeper),
          subject: undefined,
        }),
        'ADMIN_TOKEN',
        'admin',
      );
    const file = tenant.isLive ? ledgerFile(tenant.settings.BASE_URL ?? '') : undefined;
    this.#ledger = new Ledger(file, keeper);
    this.#client = new Client({
      ...shared,
      recorder: this.recorder,
      ledger: this.#ledger,
      subject: requirement.operations[0],
    });
  }

  /** An actor by the setting with its credential. */
  as(setting: SettingName, name: string = setting): Actor {
    return this.#actorOf(this.#client, setting, name);
  }

  /** Somebody with a token that the check came by itself. */
  holding(token: string, name: string): Actor {
    return makeActor(this.#client, { name, token });
  }

  /** Somebody whose whole `Authorization` header is given, or who has none. */
  showing(header: string | undefined, name: string): Actor {
    return makeActor(this.#client, { name, ...(header !== undefined && { header }) });
  }

  /** A thing that the run was lent. */
  lent(setting: SettingName): string {
    const value = this.tenant.settings[setting];
    if (value === undefined) untested(`set ${setting}`);
    return value;
  }

  /** The account from outside the API; a row that needs it says so, and is untested on a live tenant. */
  get account(): Account {
    return this.tenant.account ?? untested('only a tenant of its own can be put into this state');
  }

  /** Has what all checks of a live tenant share to itself from here on, before anything is made. */
  async turn(what: string): Promise<void> {
    const { isLive, settings } = this.tenant;
    if (isLive && !this.#turns.has(what)) this.#turns.set(what, await takeTurn(settings.BASE_URL ?? '', what));
  }

  async #disturbing(operation: AnyOperationId): Promise<void> {
    const { isLive, settings } = this.tenant;
    const what = DISTURBS[operation];
    if (!isLive || what === undefined || this.#turns.has(what)) return;
    this.#turns.set(what, await disturb(settings.BASE_URL ?? '', what));
    this.#disturbed.add(what);
  }

  /** While a check waits it disturbs nobody: what it made stays as it is. */
  #letOthersGo(): void {
    for (const what of this.#disturbed) {
      this.#turns.get(what)?.();
      this.#turns.delete(what);
    }
    this.#disturbed.clear();
  }

  async close(): Promise<readonly LedgerEntry[]> {
    const made = await this.#ledger.settle();
    for (const release of this.#turns.values()) release();
    this.tenant.release();
    return made;
  }

  #actorOf(client: Client, setting: SettingName, name: string): Actor {
    const token = this.tenant.settings[setting];
    if (token === undefined) untested(`set ${setting}`);
    return makeActor(client, { name, token });
  }
}

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
