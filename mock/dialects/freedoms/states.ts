import type { Freedom, Freedoms, StateWords } from './freedom.ts';

const flag = (member: string, paused = false): StateWords => ({ member, paused, active: !paused });
const listed = (member: string, active: string, paused: string): StateWords => ({ member, active, paused });

/** How vendors say in an update that something is paused, in words. */
const FORMS = {
  'a flag': flag('enabled'),
  'a flag of activity': flag('is active'),
  'a flag of the pause': flag('is paused', true),
  'a status': listed('status', 'active', 'paused'),
  'a state in capitals': listed('state', 'ACTIVE', 'PAUSED'),
} as const;

const OF_ITS_OWN = 'paths of their own';

/** Tasks are paused by the printed update, or by one beside it; deliveries by their update, whose method is open. */
const tasks: Freedom = {
  points: ['U054'],
  what: 'whether a task is paused and resumed at paths of their own, or by an update of a member',
  values: {
    [OF_ITS_OWN]: {},
    'put a flag': { states: { 'scheduled-tasks': { method: 'put', ...FORMS['a flag of activity'] } } },
    'put a status': { states: { 'scheduled-tasks': { method: 'put', ...FORMS['a status'] } } },
    'patch a flag': { states: { 'scheduled-tasks': { method: 'patch', ...FORMS['a flag of the pause'] } } },
    'patch a state': { states: { 'scheduled-tasks': { method: 'patch', ...FORMS['a state in capitals'] } } },
  },
};

const deliveries: Freedom = {
  points: ['U061'],
  what: 'whether a delivery is paused and resumed at paths of their own, or by an update of a member',
  values: {
    [OF_ITS_OWN]: {},
    ...Object.fromEntries(
      Object.entries(FORMS).map(([name, words]) => [name, { states: { 'report-deliveries': words } }]),
    ),
  },
};

/** What is done to tasks and deliveries where no path of its own is printed for it. */
export const states: Freedoms = {
  'state.scheduled-tasks': tasks,
  'state.report-deliveries': deliveries,
  'owner.report-deliveries': {
    points: ['U061'],
    what: 'whether a delivery is transferred at a path of its own, or by an update that names another owner',
    values: {
      'a path of its own': {},
      'the id of an owner': { newOwner: 'owner id' },
      'a new owner': { newOwner: 'new owner user id' },
    },
  },
  'prompt.scheduled-tasks': {
    points: ['U053'],
    what: 'whether the prompt of a task is an object of its own',
    values: {
      flat: {},
      prompt: { words: { 'scheduled-tasks.prompt': 'prompt.text' } },
      message: { words: { 'scheduled-tasks.prompt': 'message.content' } },
    },
  },
  'schedule.scheduled-tasks': {
    points: ['U053'],
    what: 'whether the schedule of a task is an object of its own',
    values: {
      flat: {},
      schedule: {
        words: { 'scheduled-tasks.cron': 'schedule.cron', 'scheduled-tasks.time-zone': 'schedule.timezone' },
      },
      trigger: {
        words: { 'scheduled-tasks.cron': 'trigger.cron expression', 'scheduled-tasks.time-zone': 'trigger.tz' },
      },
    },
  },
};
