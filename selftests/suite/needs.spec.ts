import { expect, test } from '../test.ts';
import type { Resolution } from '../../contracts/bindings/resolved.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import { notAllowed, notLeased, sentenceOf, tooLong, unset, unstated, type Cause } from '../../evidence/causes.ts';
import { Clock } from '../../harness/tenant/clock.ts';
import type { Configuration } from '../../harness/tenant/configuration.ts';
import { NO_BUDGET } from '../../harness/http/pace.ts';
import { readTenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { operationsOf, type Access } from '../../contracts/document.ts';
import { administratorNeeded, type AdminLimit } from '../../harness/tenant/admin-limit.ts';
import { contract, registry } from '../../harness/tenant/contract.ts';
import { unmetNeeds } from '../../harness/tenant/needs.ts';

const BASE: Configuration = {
  settings: {},
  isLive: true,
  seed: 1,
  propertyRuns: 100,
  maxWait: 0,
  isReadOnly: false,
  borrows: false,
  allowsAccountChanges: false,
  isStrict: false,
  allowsPlainHttp: false,
  budget: NO_BUDGET,
};

/** All operations are reads that scoped keys may call, and that take no administrator. */
const WIRE = {
  document: undefined,
  access: (): Access => ({ credential: 'platform' }),
  route: () => ({ method: 'get', path: '/api/v1/things' }) as const,
};

function unmet(needs: Needs, { isLive = true, ...more }: Partial<Configuration> = {}): Cause[] {
  const resolved = new Map<string, Resolution>([
    ['roles.resources', { value: {}, source: 'default' }],
    ['reports.connect', { unresolved: 'nothing fits' }],
  ]);
  const settings = { MEMBER_TOKEN: 'token', REPORT_ID: '1' };
  const requirement = { id: 'roles.get.known', needs, operations: [] };
  return unmetNeeds(requirement, { settings, sources: {}, isLive, wire: { resolved, ...WIRE } }, { ...BASE, ...more });
}

test('provided settings and bindings are not missing', () => {
  expect(unmet({ actors: ['MEMBER_TOKEN'], lent: ['REPORT_ID'], bindings: ['roles.resources'] })).toEqual([]);
});

test('what a consent would have the run make asks for the consent', () => {
  const requirement = {
    id: 'roles.get.known',
    needs: { actors: ['MEMBER_TOKEN'], lent: ['WORKBOOK_ID'] },
    operations: [],
  };
  const consents = { MEMBER_TOKEN: 'ALLOW_ACCOUNT_CHANGES=1' } as const;
  const provided = { settings: {}, sources: {}, consents, isLive: true, wire: { resolved: new Map(), ...WIRE } };
  expect(unmetNeeds(requirement as Parameters<typeof unmetNeeds>[0], provided, BASE)).toEqual([
    unset('WORKBOOK_ID'),
    notAllowed('ALLOW_ACCOUNT_CHANGES=1', 'the run then makes MEMBER_TOKEN, which can be set instead'),
  ]);
});

test('everything that is missing is listed at once', () => {
  const needs: Needs = { actors: ['SCOPED_TOKEN'], lent: ['WORKBOOK_ID'], bindings: ['reports.connect'], wait: '5m' };
  expect(unmet(needs)).toEqual([
    unset('SCOPED_TOKEN'),
    unset('WORKBOOK_ID'),
    unstated('reports.connect'),
    tooLong('5m'),
  ]);
  expect(sentenceOf(unmet(needs))).toBe(
    'set SCOPED_TOKEN, WORKBOOK_ID; state reports.connect in BINDINGS; set MAX_WAIT=5m',
  );
});

test('a wait is possible up to MAX_WAIT, and always on a leased tenant', () => {
  expect(unmet({ wait: '5m' }, { maxWait: 300_000 })).toEqual([]);
  expect(unmet({ wait: '5m' }, { maxWait: 299_999 })).toEqual([tooLong('5m')]);
  expect(unmet({ wait: '24h' }, { isLive: false })).toEqual([]);
});

test('a state of the account needs a leased tenant, and an account change on a live one needs consent', () => {
  expect(unmet({ account: 'something is gone' })).toEqual([notLeased('something is gone')]);
  expect(unmet({ account: 'something is gone' }, { isLive: false })).toEqual([]);
  const harm = 'a broken tenant would let it do harm';
  expect(unmet({ accountChange: 'do harm' })).toEqual([notAllowed('ALLOW_ACCOUNT_CHANGES=1', harm)]);
  expect(unmet({ accountChange: 'do harm' }, { allowsAccountChanges: true })).toEqual([]);
  expect(unmet({ accountChange: 'do harm' }, { isLive: false })).toEqual([]);
  expect(unmet({ makes: 'a deployment' })).toEqual([notAllowed('ALLOW_ACCOUNT_CHANGES=1', 'it makes a deployment')]);
  expect(unmet({ makes: 'a deployment' }, { allowsAccountChanges: true })).toEqual([]);
  expect(unmet({ makes: 'a deployment' }, { isLive: false })).toEqual([]);
});

test('a deployment is made without consent where a tenant of this machine declares how it is removed', () => {
  const document = readTenantDocument(
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/api/v1/deployments/{id}': { delete: { responses: { 204: { description: 'Removed.' } } } } },
    }),
  );
  if ('refused' in document) throw new Error('the document cannot be read');
  const of = (address: string, declared?: typeof document) =>
    unmetNeeds(
      { id: 'build.create.listed', needs: { makes: 'a deployment' }, operations: ['createDeployment'] },
      {
        settings: { BASE_URL: address },
        sources: {},
        isLive: true,
        wire: { resolved: new Map(), ...WIRE, document: declared },
      },
      BASE,
    );
  expect(of('https://localhost:1', document)).toEqual([]);
  const consent = notAllowed('ALLOW_ACCOUNT_CHANGES=1', 'it makes a deployment');
  expect(of('https://localhost:1')).toEqual([consent]);
  expect(of('https://staging.example.com', document)).toEqual([consent]);
});

test('an embed token stands for a credential where the requirement says that it may, and for its own setting', () => {
  const of = (needs: Needs) =>
    unmetNeeds(
      { id: 'roles.get.known', needs, operations: [] },
      {
        settings: { MEMBER_TOKEN: 'token', ADMIN_EMBED_TOKEN: 'token' },
        sources: {},
        embedded: ['MEMBER_TOKEN', 'ADMIN_EMBED_TOKEN'],
        isLive: true,
        wire: { resolved: new Map(), ...WIRE },
      },
      BASE,
    );
  expect(of({ actors: ['MEMBER_TOKEN'] })).toEqual([unset('MEMBER_TOKEN')]);
  expect(of({ actors: ['MEMBER_TOKEN'], mayBeEmbedded: ['MEMBER_TOKEN'] })).toEqual([]);
  expect(of({ actors: ['ADMIN_EMBED_TOKEN'] })).toEqual([]);
});

test('no credential of another kind may be embedded where operations are closed to embed sessions', () => {
  const rows = [...registry.values()].filter(({ needs }) => needs.mayBeEmbedded !== undefined);
  const access = new Map(
    operationsOf(contract).map(({ operation }) => [operation.operationId, operation['x-access']] as const),
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { id, operations } of rows) {
    for (const operation of operations) expect(access.get(operation)?.embedSessionRefused, id).toBeUndefined();
  }
});

test('what the run found is changed only with BORROW=1, what it made or was lent without', () => {
  const of = (source: 'stated' | 'found' | 'made', borrows = false, isLive = true) =>
    unmetNeeds(
      { id: 'reports.update.known', needs: { lent: ['REPORT_ID'] }, operations: ['listReports', 'updateReport'] },
      { settings: { REPORT_ID: '1' }, sources: { REPORT_ID: source }, isLive, wire: { resolved: new Map(), ...WIRE } },
      { ...BASE, borrows },
    );
  expect(of('found')).toEqual([notAllowed('BORROW=1', 'it changes REPORT_ID, which the run only found')]);
  for (const lent of [of('stated'), of('made'), of('found', true), of('found', false, false)]) expect(lent).toEqual([]);
});

test('copies of workbooks that the run did not make take consent, because nothing is known to remove them', () => {
  const of = (source: 'stated' | 'found' | 'made', allowsAccountChanges = false, isLive = true) =>
    unmetNeeds(
      {
        id: 'promotions.get.known',
        needs: { lent: ['WORKBOOK_ID'], steps: ['applyPromotion'] },
        operations: ['getPromotion'],
      },
      {
        settings: { WORKBOOK_ID: '1' },
        sources: { WORKBOOK_ID: source },
        isLive,
        wire: { resolved: new Map(), ...WIRE },
      },
      { ...BASE, borrows: true, allowsAccountChanges },
    );
  const consent = notAllowed('ALLOW_ACCOUNT_CHANGES=1', 'it leaves a copy of WORKBOOK_ID, which the run did not make');
  for (const left of [of('stated'), of('found')]) expect(left).toEqual([consent]);
  for (const none of [of('made'), of('stated', true), of('found', false, false)]) expect(none).toEqual([]);
});

test('what needs an administrator has one cause where ADMIN_TOKEN is none, and the credential of any user is enough for some', () => {
  const of = (id: string, limit: AdminLimit, more: Partial<Access> = {}) =>
    unmetNeeds(
      { id, needs: { lent: ['REPORT_ID'] }, operations: ['listReports'] },
      {
        settings: {},
        sources: {},
        isLive: true,
        wire: { resolved: new Map(), ...WIRE, access: () => ({ ...WIRE.access(), ...more }) },
        limit,
      },
      BASE,
    );
  const lacking = (limit: AdminLimit) => [administratorNeeded(limit)];
  expect(of('reports.list.known', 'scoped')).toEqual(lacking('scoped'));
  expect(of('reports.list.no-credential', 'scoped')).toEqual([unset('REPORT_ID')]);
  expect(of('reports.list.no-credential', 'scoped', { scopedKeyRefused: '1' })).toEqual(lacking('scoped'));
  expect(of('reports.list.no-credential', 'other user', { administrator: '1' })).toEqual(lacking('other user'));
  // What such a key is refused shows when it is about to change something.
  expect(of('reports.list.known', 'read-only')).toEqual([unset('REPORT_ID')]);
  expect(sentenceOf(lacking('scoped'))).toMatch(/^set ADMIN_TOKEN: an unscoped key of an administrator/);
});

test('a clock that can be moved is moved instead of waiting', async () => {
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

test('without a clock that can be moved, time is waited for', async () => {
  const started = performance.now();
  await new Clock({ ...BASE, maxWait: 1_000 }, undefined).pass('1s');
  expect(performance.now() - started).toBeGreaterThanOrEqual(990);
});
