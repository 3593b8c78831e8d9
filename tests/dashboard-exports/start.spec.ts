import type { BindingId } from '../../contracts/bindings/index.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { jobIn, jobsWithin, start, status } from './exports.ts';

checkEveryOperation('dashboard-exports', calls);

test(...verifies('dashboard-exports.start.answers-job'), async ({ check, admin }) => {
  // What is accepted at all is for other rows to say.
  const answers = [await start(check, admin), await start(check, admin, { format: 'pdf' })].filter(isSuccess);
  if (answers.length === 0) throw setupFailed('no export is accepted');
  for (const answer of answers) {
    const jobId = jobIn(check, answer);
    expect(typeof jobId, 'the id of the job').toBe('string');
    expect(await status(admin, jobId ?? '')).toSucceed();
  }
});

// Each with a submission that differs in nothing else and is accepted.
const ACCEPTED = {
  'dashboard-exports.start.layout-screenshot': { sent: { layout: 'screenshot' }, beside: {} },
  'dashboard-exports.start.layout-print': { sent: { format: 'pdf', layout: 'print' }, beside: { format: 'pdf' } },
  'dashboard-exports.start.layout-default': { sent: { format: 'png' }, beside: { layout: 'screenshot' } },
} as const satisfies Partial<Record<RequirementId, { sent: object; beside: object }>>;

for (const [id, { sent, beside }] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    granted(await start(check, admin, beside), 'the export beside');
    expect(await start(check, admin, sent)).toSucceed();
  });
}

const FORMATS = {
  'dashboard-exports.start.format-png': 'png',
  'dashboard-exports.start.format-pdf': 'pdf',
} as const satisfies Partial<Record<RequirementId, string>>;

for (const [id, format] of Object.entries(FORMATS)) {
  test(...verifies(id as keyof typeof FORMATS), async ({ check, admin }) => {
    // With the layout that holds without one, said or not: either may be refused for its own sake.
    const unsaid = await start(check, admin, { format });
    expect(isSuccess(unsaid) ? unsaid : await start(check, admin, { format, layout: 'screenshot' })).toSucceed();
  });
}

const CONSOLE: BindingId = 'dashboard-exports.console-subject';
const EMBED: BindingId = 'dashboard-exports.embed-subject';

/** What is refused may have been started all the same, where the refusal itself speaks of a job. */
async function expectNoJob(check: Check, admin: Actor, refused: Answer): Promise<void> {
  for (const jobId of jobsWithin(check, refused)) {
    expect(await status(admin, jobId), `the status of job ${jobId} of the refusal`).toBeRefused();
  }
}

/** What is refused by itself is refused as well where somebody else is to see it: with which status, others may say. */
async function expectNoPrintAs(check: Check, admin: Actor): Promise<void> {
  for (const binding of [CONSOLE, EMBED]) {
    const renderAs = check.tenant.wire.value(binding);
    if (renderAs === undefined) continue;
    const refused = await start(check, admin, { format: 'png', layout: 'print', renderAs });
    expect(refused, 'a print as a png, rendered as somebody else').toBeRefused();
  }
}

const REFUSED = {
  'dashboard-exports.start.format-other': {
    code: undefined,
    broken: [{ format: 'jpeg' }, { format: 'gif' }, { format: 'xlsx' }],
    neighbours: [{ format: 'png' }],
  },
  'dashboard-exports.start.layout-other': {
    code: undefined,
    broken: [{ layout: 'poster' }, { format: 'pdf', layout: 'landscape' }],
    neighbours: [{ layout: 'screenshot' }],
  },
  'dashboard-exports.start.print-png': {
    code: 400,
    broken: [{ format: 'png', layout: 'print' }],
    neighbours: [
      { format: 'pdf', layout: 'print' },
      { format: 'png', layout: 'screenshot' },
    ],
  },
} as const;

for (const [id, { code, broken, neighbours }] of Object.entries(REFUSED)) {
  test(...verifies(id as keyof typeof REFUSED), async ({ check, admin }) => {
    for (const body of broken) {
      const refused = await start(check, admin, body);
      if (code === undefined) expect(refused, JSON.stringify(body)).toBeRefused();
      else expect(refused, JSON.stringify(body)).toBeRefusedWith(code);
      await expectNoJob(check, admin, refused);
    }
    if (id === 'dashboard-exports.start.print-png') await expectNoPrintAs(check, admin);
    for (const body of neighbours) granted(await start(check, admin, body), `the neighbour ${JSON.stringify(body)}`);
  });
}

function consoleSubject(check: Check): object {
  const member = check.tenant.wire.value('dashboard-exports.console-user');
  if (typeof member !== 'string') untested('state dashboard-exports.console-user in BINDINGS');
  const id = check.provided('MEMBER_USER_ID');
  // Ids of users are printed as integers.
  return { ...(check.tenant.wire.value(CONSOLE) as object), [member]: /^\d+$/.test(id) ? Number(id) : id };
}

const SUBJECTS = {
  'dashboard-exports.start.render-as-console': [CONSOLE, consoleSubject],
  'dashboard-exports.start.render-as-embed': [EMBED, ({ tenant }: Check) => tenant.wire.value(EMBED) as object],
} as const;

for (const [id, [binding, subject]] of Object.entries(SUBJECTS)) {
  test(...verifies(id as keyof typeof SUBJECTS), async ({ check, admin }) => {
    granted(await start(check, admin), 'an export without renderAs');
    const renderAs = subject(check);
    expect(unlessGuessed(check, binding, await start(check, admin, { renderAs }))).toSucceed();
    const print = { format: 'pdf', layout: 'print' };
    if (!isSuccess(await start(check, admin, print))) return;
    expect(await start(check, admin, { ...print, renderAs }), 'a print').toSucceed();
  });
}

test(...verifies('dashboard-exports.start.render-as-admin-only'), async ({ check, admin, member }) => {
  const without = await start(check, member);
  if (!isSuccess(without)) untested('let the user of MEMBER_TOKEN export the lent dashboard');
  const renderAs = consoleSubject(check);
  for (const subject of [renderAs, check.tenant.wire.value(EMBED)]) {
    if (subject === undefined) continue;
    const refused = await start(check, member, { renderAs: subject });
    expect(refused, JSON.stringify(subject)).toBeRefused();
    await expectNoJob(check, admin, refused);
  }
  granted(unlessGuessed(check, CONSOLE, await start(check, admin, { renderAs })), 'the same by an administrator');
});
