import { expect, test } from '../test.ts';
import type { Resolution } from '../../contracts/bindings/resolved.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import { Clock } from '../../harness/tenant/clock.ts';
import type { Configuration } from '../../harness/tenant/configuration.ts';
import { NO_BUDGET } from '../../harness/http/pace.ts';
import { unmetNeeds } from '../../harness/tenant/needs.ts';

const BASE: Configuration = {
  settings: {},
  isLive: true,
  seed: 1,
  propertyRuns: 100,
  maxWait: 0,
  isReadOnly: false,
  allowsAccountChanges: false,
  isStrict: false,
  allowsPlainHttp: false,
  budget: NO_BUDGET,
};

function unmet(needs: Needs, { isLive = true, ...more }: Partial<Configuration> = {}): string[] {
  const resolved = new Map<string, Resolution>([
    ['roles.resources', { value: {}, source: 'default' }],
    ['reports.connect', { unresolved: 'nothing fits' }],
  ]);
  const settings = { MEMBER_TOKEN: 'token', REPORT_ID: '1' };
  return unmetNeeds({ needs }, { settings, isLive, wire: { resolved } }, { ...BASE, ...more });
}

test('what is provided is not asked for', () => {
  expect(unmet({ actors: ['MEMBER_TOKEN'], lent: ['REPORT_ID'], bindings: ['roles.resources'] })).toEqual([]);
});

test('everything that is missing is told at once', () => {
  const needs: Needs = { actors: ['SCOPED_TOKEN'], lent: ['WORKBOOK_ID'], bindings: ['reports.connect'], wait: '5m' };
  expect(unmet(needs)).toEqual([
    'set SCOPED_TOKEN, WORKBOOK_ID',
    'state reports.connect in BINDINGS',
    'set MAX_WAIT=5m',
  ]);
});

test('a wait is granted up to MAX_WAIT, and a leased tenant needs none', () => {
  expect(unmet({ wait: '5m' }, { maxWait: 300_000 })).toEqual([]);
  expect(unmet({ wait: '5m' }, { maxWait: 299_999 })).toEqual(['set MAX_WAIT=5m']);
  expect(unmet({ wait: '24h' }, { isLive: false })).toEqual([]);
});

test('a live tenant is put into no state, and its account is changed with consent alone', () => {
  expect(unmet({ account: 'something is gone' })).toHaveLength(1);
  expect(unmet({ account: 'something is gone' }, { isLive: false })).toEqual([]);
  expect(unmet({ accountChange: 'do harm' })[0]).toContain('set ALLOW_ACCOUNT_CHANGES=1');
  expect(unmet({ accountChange: 'do harm' }, { allowsAccountChanges: true })).toEqual([]);
  expect(unmet({ accountChange: 'do harm' }, { isLive: false })).toEqual([]);
});

test('time passes at once where the clock can be moved', async () => {
  const moved: string[] = [];
  const advance = (time: string) => {
    moved.push(time);
    return Promise.resolve();
  };
  const started = performance.now();
  await new Clock({ ...BASE, isLive: false }, advance).pass('24h');
  expect(moved).toEqual(['24h']);
  expect(performance.now() - started).toBeLessThan(500);
});

test('time is waited for where the clock cannot be moved', async () => {
  const started = performance.now();
  await new Clock({ ...BASE, maxWait: 1_000 }, undefined).pass('1s');
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
});
