import type { BindingId } from '../../contracts/bindings/index.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { jobIdIn, jobIdsWithin, requestExport, readStatus } from './exports.ts';

const PRINT = { format: 'pdf', layout: 'print' };

checkEveryOperation('dashboard-exports', calls);

test(...verifies('dashboard-exports.start.answers-job'), async ({ check, admin }) => {
  const [user, oauth] = [check.asOptional('MEMBER_TOKEN'), check.asOptional('OAUTH_TOKEN')];
  const cases = {
    'as png': { who: admin, options: {} },
    'as pdf': { who: admin, options: { format: 'pdf' } },
    'a print': { who: admin, options: PRINT },
    'once more': { who: admin, options: {} },
    'by a user without the admin role': user && { who: user, options: {} },
    'with an OAuth token': oauth && { who: oauth, options: {} },
  };
  const accepted: boolean[] = [];
  await inEach<{ readonly who: Actor; readonly options: object }>(check, cases, async ({ who, options }) => {
    const answer = await requestExport(check, who, options);
    accepted.push(isSuccess(answer));
    await expectJob(check, who, answer);
  });
  requireSome(accepted);
});

function requireSome(accepted: readonly boolean[]): void {
  if (!accepted.includes(true)) throw setupFailed('no export was accepted');
}

/** Expects the job of an export that was accepted; other requirements cover which exports are. */
async function expectJob(check: Check, actor: Actor, answer: Answer): Promise<void> {
  if (!isSuccess(answer)) return;
  const jobId = jobIdIn(check, answer);
  expect(typeof jobId, 'type of the job id').toBe('string');
  expect(await readStatus(actor, jobId ?? '')).toSucceed();
}

// Each option with a submission that is accepted without it.
const ACCEPTED = {
  'dashboard-exports.start.layout-screenshot': {
    options: { png: { layout: 'screenshot' }, pdf: { format: 'pdf', layout: 'screenshot' } },
    without: {},
  },
  'dashboard-exports.start.layout-print': {
    options: { 'for the first time': PRINT, 'a second time': PRINT },
    without: { format: 'pdf' },
  },
  'dashboard-exports.start.layout-default': {
    options: {
      'after a screenshot': { format: 'png' },
      'as pdf': { format: 'pdf' },
      'after a print': { format: 'png' },
    },
    without: { layout: 'screenshot' },
    // What comes of it is about other requirements.
    before: { 'after a print': PRINT },
  },
} as const satisfies Partial<Record<RequirementId, Accepted>>;

interface Accepted {
  readonly options: Readonly<Record<string, object>>;
  readonly without: object;
  readonly before?: Readonly<Record<string, object>>;
}

async function prepareBy(check: Check, admin: Actor, options: object | undefined): Promise<void> {
  if (options) await requestExport(check, admin, options);
}

for (const [id, { options, without, before = {} }] of Object.entries<Accepted>(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    granted(await requestExport(check, admin, without), 'the export without the option');
    await inEach<object>(check, options, async (one, name) => {
      await prepareBy(check, admin, before[name]);
      expect(await requestExport(check, admin, one)).toSucceed();
    });
  });
}

const FORMATS = {
  'dashboard-exports.start.format-png': 'png',
  'dashboard-exports.start.format-pdf': 'pdf',
} as const satisfies Partial<Record<RequirementId, string>>;

for (const [id, format] of Object.entries(FORMATS)) {
  test(...verifies(id as keyof typeof FORMATS), async ({ check, admin }) => {
    const callers = { 'with an API key': admin, 'with an OAuth token': check.asOptional('OAUTH_TOKEN') };
    await inEach(check, callers, async (by) => {
      expect(await exportInDefaultLayout(check, by, format)).toSucceed();
    });
  });
}

/** With the default layout, omitted or explicit: either form may be refused for another reason. */
async function exportInDefaultLayout(check: Check, by: Actor, format: string): Promise<Answer> {
  const implicit = await requestExport(check, by, { format });
  return isSuccess(implicit) ? implicit : requestExport(check, by, { format, layout: 'screenshot' });
}

const CONSOLE: BindingId = 'dashboard-exports.console-subject';
const EMBED: BindingId = 'dashboard-exports.embed-subject';

/** Expects that no job was started: the status of a job id in the refusal cannot be read. */
async function expectNoJob(check: Check, admin: Actor, refused: Answer): Promise<void> {
  for (const jobId of jobIdsWithin(check, refused)) {
    const status = await readUntil(check, () => readStatus(admin, jobId), isSuccess);
    expect(status, `the status of job ${jobId} in the refusal`).toBeRefused();
  }
}

/** Expects that a print as PNG is refused with renderAs as well; other conditions may decide the status. */
async function expectNoPrintAs(check: Check, admin: Actor): Promise<void> {
  for (const binding of [CONSOLE, EMBED]) {
    const renderAs = check.tenant.wire.value(binding);
    if (renderAs === undefined) continue;
    const refused = await requestExport(check, admin, { format: 'png', layout: 'print', renderAs });
    expect(refused, 'a print as PNG, rendered as another user').toBeRefused();
  }
}

const PRINT_AS_PNG = { format: 'png', layout: 'print' };

/** The class of a user of whom it is open whether he may export the dashboard at all. */
const BY_A_PLAIN_USER = 'by a user without the admin role';

/** Who sends the requests of a class; where the credential is not lent, the administrator does. */
const CALLERS = new Map<string, 'MEMBER_TOKEN' | 'OAUTH_TOKEN'>([
  [BY_A_PLAIN_USER, 'MEMBER_TOKEN'],
  ['with an OAuth token', 'OAUTH_TOKEN'],
]);

function callerOf(check: Check, admin: Actor, name: string): Actor {
  const credential = CALLERS.get(name);
  return (credential && check.asOptional(credential)) ?? admin;
}

/** Expects a refusal of any status. */
function expectRefused(refused: Answer, body: object): void {
  expect(refused, JSON.stringify(body)).toBeRefused();
}

/** Expects the printed status. Whether a user may export the dashboard at all is about other requirements. */
function expectBadRequest(refused: Answer, body: object, name: string): void {
  if (name === BY_A_PLAIN_USER && refused.status === 403) expectRefused(refused, body);
  else expect(refused, JSON.stringify(body)).toBeRefusedWith(400);
}

/** Requires that each of the valid neighbours is accepted. */
async function requireAccepted(check: Check, admin: Actor, neighbours: readonly object[]): Promise<void> {
  for (const body of neighbours)
    granted(await requestExport(check, admin, body), `the valid neighbour ${JSON.stringify(body)}`);
}

interface Refused {
  readonly expectRefusal: (refused: Answer, body: object, name: string) => void;
  readonly broken: Readonly<Record<string, object>>;
  readonly further: (check: Check, admin: Actor) => Promise<void>;
  readonly neighbours: readonly object[];
}

const REFUSED = {
  'dashboard-exports.start.format-other': {
    expectRefusal: expectRefused,
    broken: {
      jpeg: { format: 'jpeg' },
      'jpeg once more': { format: 'jpeg' },
      gif: { format: 'gif' },
      xlsx: { format: 'xlsx' },
      'with an OAuth token': { format: 'jpeg' },
    },
    further: () => Promise.resolve(),
    neighbours: [{ format: 'png' }],
  },
  'dashboard-exports.start.layout-other': {
    expectRefusal: expectRefused,
    broken: {
      png: { layout: 'poster' },
      pdf: { format: 'pdf', layout: 'landscape' },
      'with an OAuth token': { layout: 'poster' },
    },
    further: () => Promise.resolve(),
    neighbours: [{ layout: 'screenshot' }],
  },
  'dashboard-exports.start.print-png': {
    expectRefusal: expectBadRequest,
    broken: {
      'for the first time': PRINT_AS_PNG,
      'once more': PRINT_AS_PNG,
      [BY_A_PLAIN_USER]: PRINT_AS_PNG,
      'with an OAuth token': PRINT_AS_PNG,
    },
    further: expectNoPrintAs,
    neighbours: [
      { format: 'pdf', layout: 'print' },
      { format: 'png', layout: 'screenshot' },
    ],
  },
} as const satisfies Partial<Record<RequirementId, Refused>>;

for (const [id, { expectRefusal, broken, further, neighbours }] of Object.entries<Refused>(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    await inEach(check, broken, async (body, name) => {
      const refused = await requestExport(check, callerOf(check, admin, name), body);
      expectRefusal(refused, body, name);
      await expectNoJob(check, admin, refused);
    });
    await further(check, admin);
    await requireAccepted(check, admin, neighbours);
  });
}

function consoleSubject(check: Check): object {
  const member = check.tenant.wire.value('dashboard-exports.console-user');
  if (typeof member !== 'string') untested(unstated('dashboard-exports.console-user'));
  const id = check.provided('MEMBER_USER_ID');
  // The specification prints ids of users as integers.
  return { ...(check.tenant.wire.value(CONSOLE) as object), [member]: /^\d+$/.test(id) ? Number(id) : id };
}

const SUBJECTS = {
  'dashboard-exports.start.render-as-console': consoleSubject,
  'dashboard-exports.start.render-as-embed': ({ tenant }: Check) => tenant.wire.value(EMBED) as object,
} as const;

for (const [id, subject] of Object.entries(SUBJECTS)) {
  test(...verifies(id as keyof typeof SUBJECTS), async ({ check, admin }) => {
    granted(await requestExport(check, admin), 'an export without renderAs');
    const renderAs = subject(check);
    const answer = await requestExport(check, admin, { renderAs });
    await unlessReserved(answer, 'renderAs', () => requestExport(check, admin));
    expect(answer).toSucceed();
    await expectPrintAs(check, admin, renderAs);
  });
}

/** Expects that a print may be rendered as another user, where the dashboard can be printed. */
async function expectPrintAs(check: Check, admin: Actor, renderAs: object): Promise<void> {
  if (!isSuccess(await requestExport(check, admin, PRINT))) return;
  expect(await requestExport(check, admin, { ...PRINT, renderAs }), 'a print').toSucceed();
}

async function requireExport(check: Check, member: Actor): Promise<void> {
  const without = await requestExport(check, member);
  if (!isSuccess(without)) untested('let the user of MEMBER_TOKEN export the provided dashboard');
}

test(...verifies('dashboard-exports.start.render-as-admin-only'), async ({ check, admin, member }) => {
  await requireExport(check, member);
  const renderAs = consoleSubject(check);
  const embed = check.tenant.wire.value(EMBED) as object | undefined;
  const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
  const cases = {
    'as a console user': { by: member, options: { renderAs } },
    'as an embed user': embed && { by: member, options: { renderAs: embed } },
    'a print': { by: member, options: { ...PRINT, renderAs } },
    'with an OAuth token': oauth && { by: oauth, options: { renderAs } },
  };
  const expectNoExport = async ({ by, options }: { readonly by: Actor; readonly options: object }) => {
    const refused = await requestExport(check, by, options);
    expect(refused, JSON.stringify(options)).toBeRefused();
    await expectNoJob(check, admin, refused);
  };
  await inEach(check, cases, expectNoExport);
  const answer = await requestExport(check, admin, { renderAs });
  await unlessReserved(answer, 'renderAs', () => requestExport(check, admin));
  granted(answer, 'the same by an administrator');
  const afterwards = { by: member, options: { format: 'pdf', renderAs } };
  await inEach(check, { 'as pdf, once an administrator did': afterwards }, expectNoExport);
});
