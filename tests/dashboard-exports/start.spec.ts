import type { BindingId } from '../../contracts/bindings/index.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { jobIdIn, jobIdsWithin, requestExport, readStatus } from './exports.ts';

checkEveryOperation('dashboard-exports', calls);

test(...verifies('dashboard-exports.start.answers-job'), async ({ check, admin }) => {
  // Other requirements cover which exports are accepted.
  const answers = [await requestExport(check, admin), await requestExport(check, admin, { format: 'pdf' })].filter(
    isSuccess,
  );
  if (answers.length === 0) throw setupFailed('no export was accepted');
  for (const answer of answers) {
    const jobId = jobIdIn(check, answer);
    expect(typeof jobId, 'type of the job id').toBe('string');
    expect(await readStatus(admin, jobId ?? '')).toSucceed();
  }
});

// Each option with a submission that is accepted without it.
const ACCEPTED = {
  'dashboard-exports.start.layout-screenshot': { options: { layout: 'screenshot' }, without: {} },
  'dashboard-exports.start.layout-print': { options: { format: 'pdf', layout: 'print' }, without: { format: 'pdf' } },
  'dashboard-exports.start.layout-default': { options: { format: 'png' }, without: { layout: 'screenshot' } },
} as const satisfies Partial<Record<RequirementId, { options: object; without: object }>>;

for (const [id, { options, without }] of Object.entries(ACCEPTED)) {
  test(...verifies(id as keyof typeof ACCEPTED), async ({ check, admin }) => {
    granted(await requestExport(check, admin, without), 'the export without the option');
    expect(await requestExport(check, admin, options)).toSucceed();
  });
}

const FORMATS = {
  'dashboard-exports.start.format-png': 'png',
  'dashboard-exports.start.format-pdf': 'pdf',
} as const satisfies Partial<Record<RequirementId, string>>;

for (const [id, format] of Object.entries(FORMATS)) {
  test(...verifies(id as keyof typeof FORMATS), async ({ check, admin }) => {
    // With the default layout, omitted or explicit: either form may be refused for another reason.
    const implicit = await requestExport(check, admin, { format });
    expect(
      isSuccess(implicit) ? implicit : await requestExport(check, admin, { format, layout: 'screenshot' }),
    ).toSucceed();
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

/** Expects that a print as PNG is refused with renderAs as well; other conditions may decide the status. */
async function expectNoPrintAs(check: Check, admin: Actor): Promise<void> {
  for (const binding of [CONSOLE, EMBED]) {
    const renderAs = check.tenant.wire.value(binding);
    if (renderAs === undefined) continue;
    const refused = await requestExport(check, admin, { format: 'png', layout: 'print', renderAs });
    expect(refused, 'a print as PNG, rendered as another user').toBeRefused();
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
      const refused = await requestExport(check, admin, body);
      if (code === undefined) expect(refused, JSON.stringify(body)).toBeRefused();
      else expect(refused, JSON.stringify(body)).toBeRefusedWith(code);
      await expectNoJob(check, admin, refused);
    }
    if (id === 'dashboard-exports.start.print-png') await expectNoPrintAs(check, admin);
    for (const body of neighbours)
      granted(await requestExport(check, admin, body), `the valid neighbour ${JSON.stringify(body)}`);
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
    const print = { format: 'pdf', layout: 'print' };
    if (!isSuccess(await requestExport(check, admin, print))) return;
    expect(await requestExport(check, admin, { ...print, renderAs }), 'a print').toSucceed();
  });
}

test(...verifies('dashboard-exports.start.render-as-admin-only'), async ({ check, admin, member }) => {
  const without = await requestExport(check, member);
  if (!isSuccess(without)) untested('let the user of MEMBER_TOKEN export the provided dashboard');
  const renderAs = consoleSubject(check);
  for (const subject of [renderAs, check.tenant.wire.value(EMBED)]) {
    if (subject === undefined) continue;
    const refused = await requestExport(check, member, { renderAs: subject });
    expect(refused, JSON.stringify(subject)).toBeRefused();
    await expectNoJob(check, admin, refused);
  }
  const answer = await requestExport(check, admin, { renderAs });
  await unlessReserved(answer, 'renderAs', () => requestExport(check, admin));
  granted(answer, 'the same by an administrator');
});
