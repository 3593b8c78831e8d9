import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import { placeOfSpare, withSpare } from '../../harness/tenant/spare-deployment.ts';

const FOUND = {
  isLive: true,
  settings: {
    ADMIN_TOKEN: 'a',
    DEPLOYMENT_ID: '1',
    OTHER_DEPLOYMENT_ID: '2',
    SPARE_DEPLOYMENT_ID: '3',
    SCOPED_TOKEN: 's',
  },
  sources: { DEPLOYMENT_ID: 'found', OTHER_DEPLOYMENT_ID: 'found', SPARE_DEPLOYMENT_ID: 'made' },
} as const;
const UPDATE: readonly AnyOperationId[] = ['updateDeployment'];
const asking = (needs: Needs, operations = UPDATE) => ({ id: 'deployments.update.name', needs, operations });
const HERE: Needs = { lent: ['DEPLOYMENT_ID'], mayUse: ['SPARE_DEPLOYMENT_ID', 'SCOPED_TOKEN', 'OAUTH_TOKEN'] };
const ASKS = { borrows: false };

test('the spare deployment takes the place of one that was found, and of none that may be changed', () => {
  expect(placeOfSpare(asking(HERE), FOUND, ASKS)).toBe('DEPLOYMENT_ID');
  expect(placeOfSpare(asking(HERE), FOUND, { borrows: true })).toBeUndefined();
  expect(placeOfSpare(asking(HERE), { ...FOUND, isLive: false }, ASKS)).toBeUndefined();
  expect(placeOfSpare(asking(HERE, ['getDeploymentSettings']), FOUND, ASKS)).toBeUndefined();
  const sources = { ...FOUND.sources, DEPLOYMENT_ID: 'stated' } as const;
  expect(placeOfSpare(asking(HERE), { ...FOUND, sources }, ASKS)).toBeUndefined();
  const { SPARE_DEPLOYMENT_ID: _, ...without } = FOUND.settings;
  expect(placeOfSpare(asking(HERE), { ...FOUND, settings: without }, ASKS)).toBeUndefined();
});

test('with a key that is scoped to the found deployment, the spare one is the other', () => {
  const elsewhere: Needs = { actors: ['SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] };
  expect(placeOfSpare(asking(elsewhere), FOUND, ASKS)).toBe('OTHER_DEPLOYMENT_ID');
  expect(placeOfSpare(asking({ ...elsewhere, lent: ['DEPLOYMENT_ID'] }), FOUND, ASKS)).toBeUndefined();
});

test('a key that is scoped to the spare deployment is used there, where no other one is needed', () => {
  const withKey = { ...FOUND, settings: { ...FOUND.settings, SPARE_SCOPED_TOKEN: 'k' } };
  const home: Needs = { actors: ['SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID'], mayUse: ['OTHER_DEPLOYMENT_ID'] };
  const { settings } = withSpare(withKey, asking(home), ASKS);
  expect(settings).toMatchObject({ DEPLOYMENT_ID: '3', SCOPED_TOKEN: 'k' });
  expect(settings).not.toHaveProperty('OTHER_DEPLOYMENT_ID');
  const elsewhere: Needs = { actors: ['SCOPED_TOKEN'], lent: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] };
  expect(withSpare(withKey, asking(elsewhere), ASKS).settings).toMatchObject({ DEPLOYMENT_ID: '1', SCOPED_TOKEN: 's' });
});

test('a check that needs something of the found deployment is not made in the spare one', () => {
  for (const needs of [{ actors: ['MEMBER_TOKEN'] }, { lent: ['DEPLOYMENT_SECRET'] }] satisfies Needs[]) {
    const lent = ['DEPLOYMENT_ID', ...('lent' in needs ? needs.lent : [])] as const;
    expect(placeOfSpare(asking({ ...needs, lent }), FOUND, ASKS)).toBeUndefined();
  }
});

test('a check in the spare deployment has no credential that is bound to the found one', () => {
  const { settings, sources } = withSpare(FOUND, asking(HERE), ASKS);
  expect(settings).toMatchObject({ ADMIN_TOKEN: 'a', DEPLOYMENT_ID: '3' });
  expect(settings).not.toHaveProperty('SCOPED_TOKEN');
  expect(sources.DEPLOYMENT_ID).toBe('made');
  expect(withSpare(FOUND, asking(HERE), { borrows: true })).toBe(FOUND);
});

const SOURCE: Needs = { lent: ['DEPLOYMENT_ID', 'DATA_SOURCE_NAME'] };
const WITH_SOURCE = { ...FOUND, settings: { ...FOUND.settings, SPARE_DEPLOYMENT_SOURCE_NAME: 'run-source' } };
const PREVIEW: readonly AnyOperationId[] = ['startMetricViewPreview'];
const PUT: readonly AnyOperationId[] = ['putMetricViewIntegration'];

test('a check that needs a data source is made in the spare deployment where the found one has none', () => {
  expect(withSpare(WITH_SOURCE, asking(SOURCE, PREVIEW), ASKS).settings).toMatchObject({
    DEPLOYMENT_ID: '3',
    DATA_SOURCE_NAME: 'run-source',
  });
  expect(placeOfSpare(asking(SOURCE, PREVIEW), FOUND, ASKS)).toBeUndefined();
});

test('a data source that was found is used where it is not changed, and where it may be', () => {
  const settings = { ...WITH_SOURCE.settings, DATA_SOURCE_NAME: 'lake' };
  const listed = { ...WITH_SOURCE, settings, sources: { ...FOUND.sources, DATA_SOURCE_NAME: 'found' } } as const;
  expect(placeOfSpare(asking(SOURCE, PREVIEW), listed, ASKS)).toBeUndefined();
  expect(placeOfSpare(asking(SOURCE, PUT), listed, { borrows: true })).toBeUndefined();
  expect(withSpare(listed, asking(SOURCE, PUT), ASKS).settings.DATA_SOURCE_NAME).toBe('run-source');
});

test('a data source without an integration has a name of its own, where the tenant takes any', () => {
  const free: Needs = { lent: ['DEPLOYMENT_ID', 'SPARE_DATA_SOURCE_NAME'] };
  expect(placeOfSpare(asking(free, PUT), WITH_SOURCE, ASKS)).toBeUndefined();
  const sources = { ...FOUND.sources, SPARE_DEPLOYMENT_SOURCE_NAME: 'made' } as const;
  const { settings } = withSpare({ ...WITH_SOURCE, sources }, asking(free, PUT), ASKS);
  expect(settings).toMatchObject({ SPARE_DATA_SOURCE_NAME: 'run-source-name' });
});
