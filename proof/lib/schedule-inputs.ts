import { Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { refusing, replaceSync } from './patches.ts';
import { changeRequest, refusedYet } from './reports.ts';
import type { CREATE, UPDATE } from './scheduled-tasks.ts';

export type Operation = typeof CREATE | typeof UPDATE;
type Fields = readonly string[];
/** What a body with one defect becomes without it; undefined for one that has another defect or none. */
export type Repair = (body: Body) => Body | undefined;

function cron(repaired: (fields: Fields) => Fields | undefined): Repair {
  return (body) => {
    const text = body['cron'];
    const fields = typeof text === 'string' ? repaired(text.trim().split(/\s+/)) : undefined;
    return fields && { ...body, cron: fields.join(' ') };
  };
}

/** One field of a cron, another text where it fits a pattern. */
function field(position: number, pattern: RegExp, other: (text: string) => string): Repair {
  return cron((fields) => {
    const text = fields[position] ?? '';
    return fields.length === 5 && pattern.test(text) ? fields.with(position, other(text)) : undefined;
  });
}

const firstNumber = (text: string): string => /\d+/.exec(text.replace(/\/.*/, ''))?.[0] ?? '0';

/** A number past the end of its field. */
export function beyond(position: number, last: number, other: (value: number) => number): Repair {
  return cron((fields) => {
    const value = /^\d+$/.test(fields[position] ?? '') ? Number(fields[position]) : 0;
    return fields.length === 5 && value > last ? fields.with(position, String(other(value))) : undefined;
  });
}

function zone(isMeant: (text: string) => boolean): Repair {
  return (body) => {
    const { timezone } = body;
    return typeof timezone === 'string' && isMeant(timezone) ? { ...body, timezone: 'UTC' } : undefined;
  };
}

const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Accepts what has a defect, and keeps it as it was sent. */
export function accepting(operation: Operation, repair: Repair): Patch {
  return ({ scheduledTasks: { schedule } }) => {
    const { isCron, firesHourlyAtMost, isTimeZone } = schedule;
    const repaired = (text: string, id: string) =>
      id === operation ? textOf(repair({ cron: text })?.['cron'], text) : text;
    schedule.isCron = (text, id) => isCron(repaired(text, id), id);
    schedule.firesHourlyAtMost = (text, id) => firesHourlyAtMost(repaired(text, id), id);
    schedule.isTimeZone = (text, id) =>
      isTimeZone(text, id) || (id === operation && repair({ timezone: text }) !== undefined);
  };
}

/** Takes what has a defect for something else. */
export function repairing(operation: Operation, repair: Repair): Patch {
  return changeRequest(operation, (body) => repair(body) ?? body);
}

/** Refuses what has a defect, as it should, and does what it takes it for. */
export function refusedAndDone(operation: Operation, repair: Repair): Patch {
  return refusedYet(operation, (call, original, { why }) => {
    const body = repair(bodyOf(call));
    if (why === 400 && body) original({ ...call, body });
  });
}

/** Refuses an update with a defect, as it should, and stores what else is in its body. */
export function refusedAndRestStored(operation: Operation, repair: Repair): Patch {
  return refusedYet(operation, (call, original, { why }) => {
    const { cron: _cron, timezone: _zone, ...body } = bodyOf(call);
    if (why === 400 && repair(bodyOf(call))) original({ ...call, body });
  });
}

/** Refuses what has a defect under another status than the one that is printed. */
export function refusedWith(operation: Operation, status: 422 | 409, repair: Repair): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      const isMeant = error instanceof Refusal && error.why === 400 && repair(bodyOf(call)) !== undefined;
      if (!isMeant) throw error;
      return refuse(status, ...error.problems);
    }
  });
}

export const fieldsOf = ({ cron: text }: Body): Fields => (typeof text === 'string' ? text.trim().split(/\s+/) : []);
export const isHourly = (body: Body): boolean => /^\s*\d+( \*){4}\s*$/.test(String(body['cron']));

/** Words that stand for a number in no cron. */
const isWord = (text: string): boolean => /^[a-z]{4,}\.?$/i.test(text);

export const everyMinute = field(0, /^\*$/, () => '0');
/** A step within a range is a range. */
export const minuteStep = field(0, /^[^-]*\//, firstNumber);
export const minuteStepFromNumber = field(0, /^\d+\//, firstNumber);
export const minuteList = field(0, /^\d+(,\d+)+$/, firstNumber);
export const minuteRange = field(0, /^\d+-\d+(\/\d+)?$/, firstNumber);
export const tooFew = cron((fields) =>
  fields.length < 5 && fields.every((one) => !isWord(one))
    ? [...fields, ...Array.from({ length: 5 - fields.length }, () => '*')]
    : undefined,
);
export const tooMany = cron((fields) =>
  fields.length > 7 && fields.every((one) => !isWord(one)) ? fields.slice(0, 5) : undefined,
);
export const words = cron((fields) =>
  fields.some(isWord)
    ? fields.length === 5
      ? fields.map((one, index) => (isWord(one) ? (index === 0 ? '0' : '*') : one))
      : ['0', '9', '*', '*', '*']
    : undefined,
);
export const anyZone = zone((text) => text !== '');
export const cityUnknown = zone((text) =>
  /^(Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/\w+$/.test(text),
);
export const offset = zone((text) => /^[+-]\d\d:\d\d$/.test(text));
export const spaced = zone((text) => /^\w+\/\w+ \w+$/.test(text));
export const areaAlone = zone((text) => /^(Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)$/.test(text));

export const clamped = (last: number) => () => last;
export const wrapped =
  (size: number, least = 0) =>
  (value: number) =>
    ((value - least) % size) + least;

/** Takes UTC for what is no zone at all. */
export function repairingZone(operation: Operation, repair: Repair): Patch {
  return replaceSync(operation, (call, original) => {
    const body = bodyOf(call);
    const { isTimeZone } = call.tenant.rules.scheduledTasks.schedule;
    const { timezone } = body;
    const isKnown = typeof timezone !== 'string' || isTimeZone(timezone, operation);
    return original({ ...call, body: isKnown ? body : (repair(body) ?? body) });
  });
}

/** Whether a zone is a number of whole hours away from UTC. */
export function isWholeHour(timezone: string): boolean {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts();
    return !/:(?!00)/.test(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  } catch {
    return true;
  }
}

/** Refuses what has no defect. */
export function refusingSchedules(operation: Operation, isRefused: (body: Body) => boolean): Patch {
  return refusing(operation, (call) => isRefused(bodyOf(call)), 400);
}
