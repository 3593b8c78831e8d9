import type { Freedoms } from './freedom.ts';

/** How the document tells of request bodies, and what of them is refused. */
export const requestMembers: Freedoms = {
  'members.told': {
    points: ['U104'],
    what: 'how the document tells of members of requests that are not printed',
    values: { 'by example': { told: 'by example' }, declared: { told: 'declared' }, both: { told: 'both' } },
  },
  'members.form': {
    points: ['U088', 'U105'],
    what: 'whether the document writes members that are not printed among the printed ones or beside them',
    values: { merged: { bodyForm: 'merged' }, allOf: { bodyForm: 'allOf' } },
  },
  'members.unknown': {
    points: ['U028'],
    what: 'whether members of a request that nobody declared are ignored or refused',
    values: { ignored: { unknownMembers: 'ignored' }, refused: { unknownMembers: 'refused' } },
  },
};
