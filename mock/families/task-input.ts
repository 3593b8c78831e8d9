import { refuse } from '../answer.ts';
import type { Body, Call } from '../call.ts';
import type { Task } from '../rules/scheduled-tasks.ts';
import { conditionIn, type Condition } from '../rules/task-conditions.ts';

/** The members of a body that are present, checked. A bad cron or time zone has a printed status. */
export function changeIn(call: Call, body: Body): Partial<Task> {
  const { schedule, conditions } = call.tenant.rules.scheduledTasks;
  const { operationId } = call;
  const { name, prompt, cron, timezone, notificationEnabled, condition } = body;
  const badSchedule: string[] = [];
  const problems: string[] = [];

  const isCron = (text: unknown): boolean =>
    typeof text === 'string' && schedule.isCron(text, operationId) && schedule.firesHourlyAtMost(text, operationId);
  if (cron !== undefined && cron !== null && !isCron(cron)) {
    badSchedule.push('cron is no cron expression that fires at most once an hour');
  }
  if (timezone !== undefined && !(typeof timezone === 'string' && schedule.isTimeZone(timezone, operationId))) {
    badSchedule.push('timezone is no IANA time zone');
  }
  if (name !== undefined && (typeof name !== 'string' || name === '')) problems.push('name is no text');
  if (prompt !== undefined && (typeof prompt !== 'string' || prompt === '')) problems.push('prompt is no text');
  if (notificationEnabled !== undefined && typeof notificationEnabled !== 'boolean') {
    problems.push('notificationEnabled is neither true nor false');
  }
  const given = condition === undefined || condition === null ? null : conditionIn(conditions, condition, operationId);
  if (given && 'problem' in given) problems.push(given.problem);

  if (badSchedule.length > 0) refuse(400, ...badSchedule, ...problems);
  if (problems.length > 0) refuse('invalid', ...problems);
  return {
    ...(name !== undefined && { name: name as string }),
    ...(prompt !== undefined && { prompt: prompt as string }),
    ...(cron !== undefined && { cron: cron as string | null }),
    ...(timezone !== undefined && { timezone: timezone as string }),
    ...(notificationEnabled !== undefined && { notificationEnabled: notificationEnabled as boolean }),
    ...(condition !== undefined && withCondition(call, given && 'type' in given ? given : null)),
  };
}

/** A new condition looks at what its measure shows from now on. */
function withCondition({ tenant }: Call, condition: Condition | null): Partial<Task> {
  return {
    condition,
    lastCheck: null,
    ...(condition && { reading: tenant.reading(condition.measure, tenant.clock.now()) }),
  };
}
