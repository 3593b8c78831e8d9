import type { BindingId } from '../../contracts/bindings/index.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { bothAtOnce } from '../../harness/check/at-once.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { BY_OTHER, otherAdministrators } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { jobIdIn, jobIdsWithin, requestExport, readStatus } from './exports.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

const BY_PLAIN = 'by a user without the admin role';
const BY_OAUTH = 'with an OAuth token';

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
  testRequires(accepted.includes(true), 'no export was accepted');
  await inEach(check, { 'two at the same time': admin }, async (who) => {
    const taken = await bothAtOnce(() => requestExport(check, who));
    await Promise.all(taken.map((answer) => expectJob(check, who, answer)));
    const ids = taken.map((answer) => jobIdIn(check, answer));
    expect(new Set(ids).size, 'jobs of the submissions').toBe(ids.length);
  });
});

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

function first(options: Accepted['options']): object {
  return Object.values(options)[0] ?? {};
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
    await inEach(check, { [BY_OAUTH]: check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
      const answer = await requestExport(check, oauth, first(options));
      // That the token is taken for an export of this format is about other requirements.
      leaveOutIf(!isSuccess(answer) && !isSuccess(await requestExport(check, oauth, without)));
      expect(answer).toSucceed();
    });
  });
}

const FORMATS = {
  'dashboard-exports.start.format-png': 'png',
  'dashboard-exports.start.format-pdf': 'pdf',
} as const satisfies Partial<Record<RequirementId, string>>;

/** With the default layout, omitted or explicit: either form may be refused for another reason. */
async function startedAs(format: string, check: Check, by: Actor): Promise<Answer> {
  const implicit = await requestExport(check, by, { format });
  return isSuccess(implicit) ? implicit : requestExport(check, by, { format, layout: 'screenshot' });
}

const otherThan = (format: string): string => (format === 'png' ? 'pdf' : 'png');

for (const [id, format] of Object.entries(FORMATS)) {
  test(...verifies(id as keyof typeof FORMATS), async ({ check, admin }) => {
    const callers = { 'with an API key': admin, 'with an OAuth token': check.asOptional('OAUTH_TOKEN') };
    await inEach(check, callers, async (by) => {
      expect(await startedAs(format, check, by)).toSucceed();
    });
    await inEach(check, { [BY_PLAIN]: check.asOptional('MEMBER_TOKEN') }, async (member) => {
      const answer = await startedAs(format, check, member);
      // Whether the dashboard is open to the user is shown by the other format.
      leaveOutUnless(isSuccess(answer) || isSuccess(await requestExport(check, member, { format: otherThan(format) })));
      expect(answer).toSucceed();
    });
  });
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

const PRINT_AS_PNG = { format: 'png', layout: 'print' };

/** Requests that are refused, by class, and what is accepted in their place. */
interface Refused {
  /** Undefined where no status is printed. */
  readonly code?: 400;
  readonly broken: Readonly<Record<string, object>>;
  readonly neighbours: readonly object[];
}

const REFUSED = {
  'dashboard-exports.start.format-other': {
    broken: {
      jpeg: { format: 'jpeg' },
      'jpeg once more': { format: 'jpeg' },
      gif: { format: 'gif' },
      xlsx: { format: 'xlsx' },
      'beside a layout': { format: 'jpeg', layout: 'screenshot' },
      'a print': { format: 'jpeg', layout: 'print' },
      [BY_OAUTH]: { format: 'jpeg' },
    },
    neighbours: [{ format: 'png' }],
  },
  'dashboard-exports.start.layout-other': {
    broken: {
      png: { layout: 'poster' },
      pdf: { format: 'pdf', layout: 'landscape' },
      [BY_OAUTH]: { layout: 'poster' },
    },
    neighbours: [{ layout: 'screenshot' }],
  },
  'dashboard-exports.start.print-png': {
    code: 400,
    broken: {
      'for the first time': PRINT_AS_PNG,
      'once more': PRINT_AS_PNG,
      [BY_PLAIN]: PRINT_AS_PNG,
      [BY_OAUTH]: PRINT_AS_PNG,
    },
    neighbours: [
      { format: 'pdf', layout: 'print' },
      { format: 'png', layout: 'screenshot' },
    ],
  },
} as const satisfies Partial<Record<RequirementId, Refused>>;

interface Request {
  readonly by: Actor;
  readonly body: object;
  /** Other conditions may decide the status: rights to the dashboard, or to a subject. */
  readonly isOpen: boolean;
}

/** Requests by class; undefined where nobody lent the credential, or the run does not know what a subject looks like. */
function requestsOf(check: Check, admin: Actor, broken: Refused['broken']): Record<string, Request | undefined> {
  const others: Readonly<Record<string, () => Actor | undefined>> = {
    [BY_PLAIN]: () => check.asOptional('MEMBER_TOKEN'),
    [BY_OAUTH]: () => check.asOptional('OAUTH_TOKEN'),
  };
  const requests = Object.entries(broken).map(([name, body]) => {
    const other = others[name];
    const by = other ? other() : admin;
    return [name, by && { by, body, isOpen: name === BY_PLAIN }] as const;
  });
  const [first] = Object.values(broken);
  const subjects = {
    'rendered as a console user': consoleUser(check, check.optional('MEMBER_USER_ID')),
    'rendered as an embed user': check.tenant.wire.value(EMBED),
  };
  const rendered = Object.entries(subjects).map(([name, renderAs]) => {
    return [
      name,
      renderAs === undefined ? undefined : { by: admin, body: { ...first, renderAs }, isOpen: true },
    ] as const;
  });
  return Object.fromEntries([...requests, ...rendered]);
}

function expectRefusedWith(code: 400 | undefined, { body, isOpen }: Request, refused: Answer): void {
  if (code === undefined || isOpen) expect(refused, JSON.stringify(body)).toBeRefused();
  else expect(refused, JSON.stringify(body)).toBeRefusedWith(code);
}

async function requireNeighbours(check: Check, admin: Actor, neighbours: readonly object[]): Promise<void> {
  for (const body of neighbours)
    granted(await requestExport(check, admin, body), `the valid neighbour ${JSON.stringify(body)}`);
}

for (const [id, { code, broken, neighbours }] of Object.entries<Refused>(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    await inEach(check, requestsOf(check, admin, broken), async (request) => {
      const refused = await requestExport(check, request.by, request.body);
      expectRefusedWith(code, request, refused);
      await expectNoJob(check, admin, refused);
    });
    await requireNeighbours(check, admin, neighbours);
  });
}

function consoleSubject(check: Check): object {
  return consoleUser(check, check.provided('MEMBER_USER_ID')) ?? untested(unstated('dashboard-exports.console-user'));
}

/** A console user as a subject; undefined where nobody is known, or how one is named. */
function consoleUser(check: Check, id: string | undefined): object | undefined {
  const member = check.tenant.wire.value('dashboard-exports.console-user');
  if (typeof member !== 'string' || id === undefined) return undefined;
  // The specification prints ids of users as integers.
  const user = /^\d+$/.test(id) ? numberOf(id) : id;
  const subject = check.tenant.wire.value(CONSOLE) as object;
  const [outer = '', inner] = member.split('.');
  return inner === undefined ? { ...subject, [member]: user } : { ...subject, [outer]: { [inner]: user } };
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
    const print = { format: 'pdf', layout: 'print' };
    if (!isSuccess(await requestExport(check, admin, print))) return;
    expect(await requestExport(check, admin, { ...print, renderAs }), 'a print').toSucceed();
    const others = { [BY_OAUTH]: check.asOptional('OAUTH_TOKEN'), [BY_OTHER]: otherAdministrators(check)[BY_OTHER] };
    await inEach(check, others, async (other) => {
      const rendered = await requestExport(check, other, { renderAs });
      // That who it is may export at all is about other requirements.
      leaveOutIf(!isSuccess(rendered) && !isSuccess(await requestExport(check, other)));
      expect(rendered).toSucceed();
    });
  });
}

test(...verifies('dashboard-exports.start.render-as-admin-only'), async ({ check, admin, member }) => {
  const without = await requestExport(check, member);
  if (!isSuccess(without)) untested('let the user of MEMBER_TOKEN export the provided dashboard');
  const renderAs = consoleSubject(check);
  const embed = check.tenant.wire.value(EMBED);
  const oauth = check.asOptional('MEMBER_OAUTH_TOKEN');
  const cases = {
    'as a console user': { by: member, options: { renderAs } },
    'as an embed user': embed === undefined ? undefined : { by: member, options: { renderAs: embed } },
    'a print': { by: member, options: { ...PRINT, renderAs } },
    'with an OAuth token': oauth && { by: oauth, options: { renderAs } },
  };
  const expectRefused = async ({ by, options }: { readonly by: Actor; readonly options: object }) => {
    const refused = await requestExport(check, by, options);
    expect(refused, JSON.stringify(options)).toBeRefused();
    await expectNoJob(check, admin, refused);
  };
  await inEach(check, cases, expectRefused);
  const answer = await requestExport(check, admin, { renderAs });
  await unlessReserved(answer, 'renderAs', () => requestExport(check, admin));
  granted(answer, 'the same by an administrator');
  const afterwards = { by: member, options: { format: 'pdf', renderAs } };
  await inEach(check, { 'as pdf, once an administrator did': afterwards }, expectRefused);
});
