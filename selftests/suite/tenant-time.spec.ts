import { expect, test } from '../test.ts';
import { TenantTime } from '../../harness/http/tenant-time.ts';

const NOON = Date.UTC(2030, 0, 1, 12);
const header = (at: number) => new Date(at).toUTCString();

test('clocks that agree to the second are taken for equal', () => {
  const time = new TenantTime();
  time.note(header(NOON), NOON + 990, NOON + 995);
  expect(time.ahead).toBe(0);
  time.note(header(NOON + 2_000), NOON + 2_001, NOON + 2_040);
  expect(time.ahead).toBe(0);
});

test('several responses show a difference better than one', () => {
  const [time, ahead] = [new TenantTime(), 600_000];
  for (const at of [100, 450, 800, 990]) {
    const [sentAt, receivedAt] = [NOON + at, NOON + at + 40];
    time.note(header(sentAt + 20 + ahead), sentAt, receivedAt);
  }
  expect(Math.abs(time.ahead - ahead)).toBeLessThan(100);
  expect(Math.abs(time.now() - Date.now() - ahead)).toBeLessThan(200);
});

test('a clock behind is told, and one that was set anew', () => {
  const time = new TenantTime();
  time.note(header(NOON - 3_600_000), NOON, NOON + 10);
  expect(Math.round(time.ahead / 60_000)).toBe(-60);
  time.note(header(NOON), NOON, NOON + 10);
  expect(time.ahead).toBe(0);
});

test('a response without a date says nothing', () => {
  const time = new TenantTime();
  time.note(undefined, NOON, NOON + 10);
  time.note('soon', NOON, NOON + 10);
  expect(time.ahead).toBe(0);
});
