export type Value = string | number | boolean | null;

export type Row = Readonly<Record<string, Value>>;

type MeasureType = 'count' | 'countDistinct' | 'sum' | 'avg' | 'min' | 'max';

export interface Measure {
  readonly title: string;
  readonly type: MeasureType;
  /** The column that is reckoned with; a count needs none. */
  readonly of?: string;
}

export interface Filter {
  readonly dimension: string;
  readonly operator: Operator;
  readonly values: readonly Value[];
}

const OPERATORS = ['equals', 'notEquals', 'contains', 'gt', 'gte', 'lt', 'lte'] as const;

export type Operator = (typeof OPERATORS)[number];

/** Rules of reckoning, as data. */
export const dataModelRules = () => ({
  rowsOtherwise: 10_000,
  mostRows: 50_000,
  operators: OPERATORS as readonly Operator[],
  fits,
  reckoned,
});

function fits(row: Row, { dimension, operator, values }: Filter): boolean {
  const value = row[dimension] ?? null;
  const [first = null] = values;
  switch (operator) {
    case 'equals':
      return values.some((one) => String(one) === String(value));
    case 'notEquals':
      return values.every((one) => String(one) !== String(value));
    case 'contains':
      return values.some((one) => String(value).toLowerCase().includes(String(one).toLowerCase()));
    case 'gt':
      return compare(value, first) > 0;
    case 'gte':
      return compare(value, first) >= 0;
    case 'lt':
      return compare(value, first) < 0;
    case 'lte':
      return compare(value, first) <= 0;
  }
}

/** Numbers by size, even where a filter writes them as text; anything else as text. */
export function compare(a: Value, b: Value): number {
  const isNumeric = typeof a === 'number' && b !== null && b !== '' && Number.isFinite(Number(b));
  const [left, right] = isNumeric ? [a, Number(b)] : [String(a), String(b)];
  return left === right ? 0 : left < right ? -1 : 1;
}

function reckoned({ type, of = '' }: Measure, rows: readonly Row[]): Value {
  if (type === 'count') return rows.length;
  if (type === 'countDistinct') return new Set(rows.map((row) => row[of])).size;
  const numbers = rows.map((row) => Number(row[of]));
  const sum = numbers.reduce((total, one) => total + one, 0);
  if (type === 'sum') return cents(sum);
  if (numbers.length === 0) return null;
  if (type === 'avg') return cents(sum / numbers.length);
  return type === 'min' ? Math.min(...numbers) : Math.max(...numbers);
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** Rules of the Core Data API, as data. */
export const coreDataRules = () => ({ model: dataModelRules() });
