import type { Moment } from '../../clock.ts';
import type { OpenWhy } from '../../answer.ts';
import type { Freedom, Freedoms } from './freedom.ts';

type Values = Freedom['values'];

function statuses(why: OpenWhy, ...all: readonly number[]): Values {
  return Object.fromEntries(all.map((status) => [`status ${status}`, { statuses: { [why]: status } }]));
}

function successes(kind: 'ok' | 'created' | 'done', ...all: readonly number[]): Values {
  return Object.fromEntries(all.map((status) => [`status ${status}`, { successes: { [kind]: status } }]));
}

const iso = ({ at }: Moment) => new Date(at).toISOString();
const date = (moment: Moment) => iso(moment).slice(0, 10);
const withoutFraction = (moment: Moment) => iso(moment).replace(/\.\d+Z$/, 'Z');

/** Statuses, dates, orders and further members of answers. */
export const answers: Freedoms = {
  'answers.wrap': {
    points: ['U104'],
    what: 'whether an answer that is not printed as a whole is the thing, or holds it',
    values: { thing: { wrap: '' }, data: { wrap: 'data' }, result: { wrap: 'result' } },
  },
  'status.created': {
    points: ['U019', 'U056', 'U085', 'U093'],
    what: 'the status of a success that made something',
    values: successes('created', 200, 201, 202),
  },
  'status.done': {
    points: ['U014', 'U019', 'U056'],
    what: 'the status of a success of which no body is printed',
    values: successes('done', 200, 204, 202),
  },
  'status.ok': {
    points: ['U051', 'U068', 'U070', 'U089'],
    what: 'the status of a success that answers a request with a body',
    values: successes('ok', 200, 203, 202),
  },
  'status.invalid': {
    points: ['U004', 'U016', 'U062', 'U064'],
    what: 'the status of a refusal of input where none is printed',
    values: statuses('invalid', 400, 422),
  },
  'status.unknown': {
    points: ['U033', 'U044', 'U049', 'U056', 'U082'],
    what: 'the status for an id of nothing where none is printed',
    values: statuses('unknown', 404, 403),
  },
  'status.forbidden': {
    points: ['U015', 'U072', 'U079'],
    what: 'the status for what the caller may not do where none is printed',
    values: statuses('forbidden', 403, 404),
  },
  'status.conflict': {
    points: ['U034', 'U073', 'U075', 'U091'],
    what: 'the status for what the state of things forbids where none is printed',
    values: statuses('conflict', 409, 412, 422),
  },
  'status.gone': {
    points: ['U071', 'U077'],
    what: 'the status for what is no longer there where none is printed',
    values: statuses('gone', 404, 410),
  },
  'status.unsupported': {
    points: ['U028'],
    what: 'the status for a content type that is not taken',
    values: statuses('unsupported', 415, 406, 400),
  },
  'status.too-large': {
    points: ['U016'],
    what: 'the status for a request that is too large',
    values: statuses('too-large', 413, 400, 414),
  },
  'status.no-method': {
    points: ['U046'],
    what: 'the status for a method that a path does not take',
    values: statuses('no-method', 405, 404, 403),
  },
  'dates.day': {
    points: ['U011'],
    what: 'how a date is written',
    values: {
      'date-time': { day: iso },
      date: { day: date },
      'without fraction': { day: withoutFraction },
      'with offset': { day: (moment) => withoutFraction(moment).replace('Z', '+00:00') },
    },
  },
  'dates.instant': {
    points: ['U060', 'U084'],
    what: 'how a moment that a client reckons with is written',
    values: {
      'date-time': { instant: iso },
      seconds: { instant: ({ at }) => Math.floor(at / 1000) },
      'without fraction': { instant: withoutFraction },
    },
  },
  nulls: {
    points: ['U001', 'U050'],
    what: 'whether an optional member without a value is null or left out',
    values: { null: { nulls: 'null' }, absent: { nulls: 'absent' } },
  },
  'further-members': {
    points: ['U104'],
    what: 'members of answers that nobody has heard of',
    values: {
      none: {},
      one: { addition: (thing) => ({ ...thing, furtherMember: { since: 'next release' } }) },
      links: { addition: (thing) => ({ _links: { self: { href: '/' } }, ...thing }) },
      several: { addition: (thing) => ({ object: 'resource', ...thing, etag: 'W/"1"', tags: [] }) },
    },
  },
  order: {
    points: ['U005', 'U023', 'U035'],
    what: 'the order of lists whose order is not printed',
    values: { ascending: { order: 'ascending' }, descending: { order: 'descending' } },
  },
  grown: {
    points: ['U023', 'U104'],
    what: 'actions and resource types that this build has grown',
    values: {
      none: { grown: [] },
      types: { grown: [{ resourceType: 'Galaxy', actions: ['GalaxyRead', 'GalaxyEdit'], resources: ['1'] }] },
      actions: { grown: [{ resourceType: 'Deployment', actions: ['DeploymentArchive'], resources: ['1'] }] },
    },
  },
};
