import type { Measure } from '../state.ts';

export type Condition =
  | { readonly type: 'threshold'; readonly measure: string; readonly direction: string; readonly value: number }
  | { readonly type: 'change'; readonly measure: string; readonly percentage: number }
  | { readonly type: 'anomaly'; readonly measure: string };

/** Rules of conditions, as data: whether a condition is met, by what was seen before and what is seen now. */
export const conditionRules = () => ({
  isKind: (kind: unknown, _operationId: string): kind is Condition['type'] =>
    kind === 'threshold' || kind === 'change' || kind === 'anomaly',
  directions: ['above', 'below'] as readonly string[],
  crosses: (before: number, now: number, { direction, value }: { direction: string; value: number }): boolean =>
    direction === 'above' ? before <= value && now > value : before >= value && now < value,
  moves: (before: number, now: number, percentage: number): boolean =>
    before === 0 ? now !== 0 : (Math.abs(now - before) / Math.abs(before)) * 100 >= percentage,
  isFlagged: (isAnomaly: boolean): boolean => isAnomaly,
});

type ConditionRules = ReturnType<typeof conditionRules>;

export function isMet(rules: ConditionRules, condition: Condition, before: Measure, now: Measure): boolean {
  switch (condition.type) {
    case 'threshold':
      return rules.crosses(before.value, now.value, condition);
    case 'change':
      return rules.moves(before.value, now.value, condition.percentage);
    case 'anomaly':
      return rules.isFlagged(now.isAnomaly);
  }
}

/** A condition as a body holds it, or what is wrong with it. */
export function conditionIn(
  rules: ConditionRules,
  value: unknown,
  operationId: string,
): Condition | { readonly problem: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { problem: 'condition is no object' };
  const { type, measure, direction, value: threshold, percentage } = value as Readonly<Record<string, unknown>>;
  if (typeof measure !== 'string' || measure === '') return { problem: 'condition.measure is no text' };
  if (!rules.isKind(type, operationId)) return { problem: 'condition.type is none of threshold, change, anomaly' };
  switch (type) {
    case 'threshold':
      if (typeof direction !== 'string' || !rules.directions.includes(direction)) {
        return { problem: `condition.direction is none of ${rules.directions.join(', ')}` };
      }
      return isNumber(threshold)
        ? { type, measure, direction, value: threshold }
        : { problem: 'condition.value is no number' };
    case 'change':
      return isNumber(percentage) && percentage > 0
        ? { type, measure, percentage }
        : { problem: 'condition.percentage is no positive number' };
    case 'anomaly':
      return { type, measure };
  }
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
