import { expect, test } from '../test.ts';
import { startDemanding, type Demand } from './demanding.ts';
import { startLive } from './live.ts';
import { grepOf, idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 240_000 });

const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';
const TASK = `${DEPLOYMENT}/scheduled-tasks/{taskId}`;

/** All kinds of members that a document may require: texts, choices, patterns, things of the tenant, lists, objects. */
const DEMANDS: readonly Demand[] = [
  {
    method: 'post',
    path: `${DEPLOYMENT}/scheduled-tasks`,
    properties: {
      title: { type: 'string', minLength: 3, maxLength: 12 },
      priority: { enum: ['low', 'high'] },
      ownerUserId: { type: 'integer', minimum: 1 },
      tags: { type: 'array', minItems: 2, items: { type: 'string', pattern: '^t-[a-z]{4}$' } },
    },
  },
  { method: 'put', path: TASK, properties: { changedAt: { type: 'string', format: 'date-time' } } },
  { method: 'post', path: `${TASK}/run`, properties: { reason: { type: 'string', minLength: 1 } } },
  {
    method: 'post',
    path: '/api/v1/roles',
    properties: { origin: { type: 'object', required: ['kind'], properties: { kind: { const: 'api' } } } },
  },
  {
    method: 'put',
    path: `${DEPLOYMENT}/reports/{reportId}/connect-workbook`,
    under: 'resultChecksum',
    properties: { algorithm: { enum: ['sha256', 'md5'] }, rows: { type: 'integer', exclusiveMinimum: 4 } },
  },
];

const FAMILIES = '--grep=scheduled-tasks|roles.create|roles.update|reports.connect';

test('what only the document requires is sent, and the verdicts are those of any conforming tenant', FULL, async () => {
  const live = await startLive();
  const demanding = await startDemanding(
    live,
    DEMANDS.map((one) => ({ ...one, properties: renamed(one.properties) })),
  );
  const { results } = await run('conformance', [FAMILIES, '--seed=11'], demanding.env);
  await Promise.all([demanding.close(), live.close()]);
  expect(demanding.refused).toEqual([]);
  expect(idsWith(results, 'violates', 'inconclusive')).toEqual([]);
  expect(idsWith(results, 'conforms').length).toBeGreaterThan(250);
});

/** `ownerUserId` as a name that a setting is known for. */
function renamed({ ownerUserId, ...others }: Demand['properties']): Demand['properties'] {
  return ownerUserId ? { ...others, userId: ownerUserId } : others;
}

test('a thing that no setting names makes the requirement untested, and what neither the specification nor the document says is not made up', async () => {
  const [named, silent] = ['scheduled-tasks.create.keeps-prompt', 'roles.update.name-changes'];
  const live = await startLive();
  const properties = { costCenterId: { type: 'integer' } };
  const wanted = { method: 'post', path: `${DEPLOYMENT}/scheduled-tasks`, properties };
  const hidden = {
    method: 'put',
    path: '/api/v1/roles/{id}',
    properties: { origin: { const: 'api' } },
    isHidden: true,
  };
  const demanding = await startDemanding(live, [wanted, hidden]);
  const { results, output } = await run('conformance', [grepOf([named, silent]), '--seed=11'], demanding.env);
  await Promise.all([demanding.close(), live.close()]);
  expect(idsWith(results, 'untested'), output).toEqual([named]);
  expect(results?.requirements.find(({ id }) => id === named)?.reason).toContain(
    'createScheduledTask requires costCenterId by the',
  );
  expect(idsWith(results, 'violates'), output).toEqual([silent]);
});

test('without a document every name is a guess, and a tenant with other names violates nothing', FULL, async () => {
  const live = await startLive({ dialect: 'contrary' });
  const silent = await startDemanding(live, [], { hasDocument: false });
  const { results } = await run(
    'conformance',
    ['--grep=scheduled-tasks.create|report-deliveries|roles.list', '--seed=11'],
    silent.env,
  );
  await Promise.all([silent.close(), live.close()]);
  expect(idsWith(results, 'violates')).toEqual([]);
  const reasons =
    results?.requirements.flatMap(({ verdict, reason }) => (verdict === 'untested' ? [reason ?? ''] : [])) ?? [];
  expect(reasons.some((reason) => /state [\w.-]+ in BINDINGS, in place of "[\w.-]+": /.test(reason))).toBe(true);
});
