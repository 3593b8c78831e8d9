import fc from 'fast-check';
import { property } from '../../harness/check/property.ts';
import { test, verifies } from '../../harness/test.ts';
import { expectAsKept, expectListed, expectRuns, Model, type Cast, type Part } from './model.ts';
import {
  creating,
  CRONS,
  deleting,
  deletingPaused,
  refused,
  reschedulingPaused,
  running,
  sharing,
  switching,
  updating,
  ZONES,
  type Change,
  type Command,
  type Stage,
} from './steps.ts';

/** After each step the task that it was about and another one are compared, in turn by each who may read them. */
async function perform(stage: Stage, commands: readonly Command[]): Promise<void> {
  const { check, cast, model } = stage;
  const readers = [cast.admin, cast.creator ?? cast.admin, cast.oauth ?? cast.admin];
  for (const [at, { run: step }] of commands.entries()) {
    const touched = await step(stage);
    if (!touched) continue;
    const reader = readers[at % readers.length] ?? cast.admin;
    await expectAsKept(check, reader, touched);
    const other = model.another(touched);
    if (other) await expectAsKept(check, reader, other);
  }
  for (const task of model.living) {
    const others = model.tasks.filter((one) => one !== task);
    if (task.runs.size > 0) await expectRuns(check, cast.admin, task, others);
  }
  await expectListed(check, cast.admin, model);
}

async function takeAway({ cast, model }: Stage): Promise<void> {
  for (const { id } of model.living) await cast.admin.ask('deleteScheduledTask', id);
}

function changes(): fc.Arbitrary<Change> {
  return fc.record(
    {
      prompt: fc.constant(true),
      notificationEnabled: fc.boolean(),
      condition: fc.constantFrom('threshold', 'change', null),
      cron: fc.constantFrom(...CRONS),
      timezone: fc.constantFrom(...ZONES),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
}

/** Members that are changed together, each to another value than before. */
const TOGETHER: readonly Change[] = [
  { notificationEnabled: true, condition: 'threshold' },
  { notificationEnabled: false, condition: null },
  { prompt: true, condition: 'change' },
  { reschedules: true, notificationEnabled: true },
  { prompt: true, condition: null },
];

/** Which of the first tasks each changes: one that somebody else created, where they may. */
const UPDATED_BY = { admin: 1, oauth: 0, creator: 1, manager: 2 } as const satisfies Record<Part, number>;

/** Each who may change tasks changes members together, before and after a run; one task is run by its creator, one by somebody else. */
const UPDATES: readonly Command[] = [
  running('admin', 0),
  refused('update', 0),
  ...(Object.entries(UPDATED_BY) as [Part, number][]).flatMap(([part, index]) =>
    TOGETHER.map((change) => updating(part, index, change)),
  ),
  running('admin', 0),
  // So that what it is after a pause and a resume by others is told from what it was before.
  updating('manager', 1, {
    prompt: true,
    notificationEnabled: false,
    condition: 'threshold',
    cron: CRONS[0],
    timezone: ZONES[1],
  }),
  sharing('admin', 0),
  sharing('admin', 1),
];

/** A new task is what its own body says, whatever the task was that its creator deleted before. */
const AFTER_DELETE: readonly Command[] = [
  updating('admin', 0, { notificationEnabled: true }),
  deleting('oauth', 0),
  creating('admin', 'with a schedule', {}),
  creating('creator', 'with a schedule', { notificationEnabled: true }),
];

/** Two tasks of one creator and one of another that are paused, resumed, and paused again by somebody else. */
const SECOND_TIMES: readonly Command[] = [
  switching('pause', 'admin', 0),
  switching('pause', 'admin', 1),
  switching('pause', 'creator', 0),
  reschedulingPaused('admin'),
  switching('resume', 'admin', 0),
  switching('resume', 'admin', 1),
  switching('resume', 'admin', 0),
  switching('pause', 'manager', 0),
  switching('pause', 'manager', 0),
  deletingPaused('admin'),
  creating('creator', 'with a schedule', {}),
];

/** Four tasks of different kinds, what is always tried, and each step several times in any order, by anybody who may take it. */
function sequences(): fc.Arbitrary<Command[]> {
  const index = fc.nat({ max: 11 });
  const part = fc.constantFrom<Part[]>('admin', 'oauth', 'creator', 'manager');
  const times = (count: number, one: fc.Arbitrary<Command>) => Array.from({ length: count }, () => one);
  const begin = fc.tuple(
    changes().map((change) => creating('admin', 'with a schedule', change)),
    changes().map((change) => creating('creator', 'with a schedule', change)),
    changes().map((change) => creating('oauth', 'with a schedule', change)),
    changes().map((change) => creating('admin', 'on demand', change)),
  );
  const again = fc.tuple(fc.constantFrom<('admin' | 'creator' | 'oauth')[]>('admin', 'creator', 'oauth'), changes());
  const steps = fc.tuple(
    ...times(
      1,
      again.map(([by, change]) => creating(by, 'with a schedule', change)),
    ),
    ...times(
      4,
      fc.tuple(part, index, changes()).map((given) => updating(...given)),
    ),
    ...times(
      2,
      fc.tuple(part, index).map((given) => switching('pause', ...given)),
    ),
    ...times(
      1,
      fc.tuple(part, index).map((given) => switching('resume', ...given)),
    ),
    ...times(
      1,
      fc.tuple(part, index).map((given) => running(...given)),
    ),
    ...times(
      2,
      fc.tuple(part, index).map((given) => deleting(...given)),
    ),
    ...times(
      2,
      fc.tuple(fc.constantFrom('update', 'run', 'delete'), index).map((given) => refused(...given)),
    ),
  );
  return fc
    .tuple(
      begin,
      steps.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
    )
    .map(([first, then]) => [...first, ...UPDATES, ...SECOND_TIMES, ...then, ...AFTER_DELETE]);
}

test.describe('sequences', () => {
  test(...verifies('scheduled-tasks.list.same-as-read'), async ({ check, admin }) => {
    const creator = check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
    const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
    const manager = check.asOptional('TASK_MANAGER_TOKEN', 'task manager');
    const cast: Cast = { admin, ...(creator && { creator }), ...(oauth && { oauth }), ...(manager && { manager }) };
    await property(
      check,
      sequences(),
      async (commands) => {
        const stage = { check, cast, model: new Model() };
        try {
          await perform(stage, commands);
        } finally {
          await takeAway(stage);
        }
      },
      { share: 0.02 },
    );
  });
});
