import type { Freedoms } from './freedom.ts';

/** How soon and where things show, what needs a plan, and how values are stored. */
export const behaviour: Freedoms = {
  'late.jobs': {
    points: ['U106'],
    what: 'how soon a job that was started can be read by its id',
    values: {
      'at once': { late: { jobs: 0 } },
      soon: { late: { jobs: 50 } },
      'a moment later': { late: { jobs: 300 } },
    },
  },
  'late.lists': {
    points: ['U106', 'U085'],
    what: 'how soon a new thing shows in lists',
    values: {
      'at once': { late: { lists: 0 } },
      soon: { late: { lists: 50 } },
      'a moment later': { late: { lists: 300 } },
    },
  },
  'plan.shared-copies': {
    points: ['U107'],
    what: 'whether a shared copy of a workbook needs a plan that the account has not',
    values: {
      'no plan': { needsPlan: { sharedCopies: false } },
      'another plan': { needsPlan: { sharedCopies: true } },
    },
  },
  'plan.embed-subject': {
    points: ['U072', 'U107'],
    what: 'whether an export as an embed user needs a plan that the account has not',
    values: {
      'no plan': { needsPlan: { embedSubjects: false } },
      'another plan': { needsPlan: { embedSubjects: true } },
    },
  },
  'users.newcomers': {
    points: ['U103'],
    what: 'whether new users hold a built-in role from the start',
    values: {
      'without a role': { newcomersHold: [] },
      'with a built-in role': { newcomersHold: ['Viewer'] },
    },
  },
  'comments.replies': {
    points: ['U104'],
    what: 'whether the list of threads shows replies in their thread, or beside it by a member that names the thread',
    values: {
      'in their thread': {},
      'in reply to': { replyMember: 'in reply to' },
      'of a root': { replyMember: 'root ref' },
    },
  },
  'version-spelling': {
    points: ['U108'],
    what: 'in which of the listed spellings a version is stored',
    values: { plain: { versionSpelling: 'plain' }, prefixed: { versionSpelling: 'prefixed' } },
  },
};
