import { expect, test } from '../test.ts';
import { refuse } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { Query } from '../../mock/query.ts';
import { inAnswer, inOperation } from '../../proof/lib/document-changes.ts';
import { declaring, partOf } from '../../proof/lib/document.ts';
import { after, all, changeBody, refusing, replace, withBody } from '../../proof/lib/patches.ts';
import { close, runAgainst, statedIn } from './freedoms.ts';
import { idsWith } from './run.ts';
import { FULL } from '../size.ts';

// Each tenant here uses one freedom of the specification: none of its requirements may be violated.

test.describe.configure({ timeout: 180_000 });
test.afterAll(close);

/** Jobs that cannot be read by their ids until some time after the answer to their start. */
function lateJobs(milliseconds: number): Patch {
  const JOBS = [
    ['startTransformSync', 'syncJobId', ['getTransformSync', 'cancelTransformSync', 'listGeneratedFiles']],
    ['startDashboardExport', 'jobId', ['getDashboardExport', 'downloadDashboardExport']],
    ['startMetricViewPreview', 'previewId', ['getMetricViewPreview', 'cancelMetricViewPreview']],
  ] as const;
  return all(
    ...JOBS.flatMap(([start, member, reads]) => {
      const startedAt = new Map<string, number>();
      return [
        replace(start, async (call, original) => {
          const answer = await original(call);
          if ('body' in answer) startedAt.set(String((answer.body as Body)[member]), Date.now());
          return answer;
        }),
        ...reads.map((read) =>
          replace(read, (call: Call, original) => {
            const started = startedAt.get(call.path[member] ?? '') ?? 0;
            if (Date.now() - started < milliseconds) refuse(404, 'there is no such job yet');
            return original(call);
          }),
        ),
      ];
    }),
  );
}

const JOBS = String.raw`\b(transform-sync|dashboard-exports|lakehouse)\.\S*(is-served|no-credential|elsewhere|readable|shows-sync|answers-job|status|unknown-job)`;

test('a job that cannot be read for a moment after its start is waited for', FULL, async () => {
  const ran = await runAgainst(JOBS, [lateJobs(120)]);
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
});

test('a job that can never be read is a violation', FULL, async () => {
  const ran = await runAgainst(String.raw`(getTransformSync|getDashboardExport)\.is-served`, [lateJobs(600_000)]);
  expect(idsWith(ran.results, 'violates'), ran.output).toEqual([
    'dashboard-exports.getDashboardExport.is-served',
    'transform-sync.getTransformSync.is-served',
  ]);
});

test('a tenant may refuse to delete a role that somebody holds, and a delivery that is paused', FULL, async () => {
  const isHeld = ({ tenant, path }: Call) =>
    tenant.account.users.filter(({ roleIds }) => roleIds.has(Number(path['roleId']))).length > 0;
  const paused = new Set<string | undefined>();
  const patches = [
    refusing('deleteRole', isHeld, 409),
    after('pauseReportDelivery', ({ path }) => paused.add(path['deliveryId'])),
    refusing('deleteReportDelivery', ({ path }) => paused.has(path['deliveryId']), 409),
  ];
  const ran = await runAgainst(String.raw`roles\.delete\.removes|report-deliveries\.delete\.`, patches);
  expect(idsWith(ran.results, 'violates', 'inconclusive', 'untested'), ran.output).toEqual([]);
});

/** Renames the settings of users that the reference tenant has besides sheets. */
const OTHER_SETTINGS = all(
  ...['getMe', 'updateMySettings'].map((operation) =>
    replace(operation, async (call, original) => {
      const body = call.body as Body | undefined;
      const { compact, ...others } = body ?? {};
      const known = Object.fromEntries(
        Object.entries(others).filter(([name]) => name !== 'locale' && name !== 'sidebarCollapsed'),
      );
      const answer = await original({
        ...call,
        body: { ...known, ...(compact !== undefined && { sidebarCollapsed: compact }) },
      });
      return withBody(answer, (shown) => {
        const { locale: _locale, sidebarCollapsed, ...settings } = shown['settings'] as Body;
        return { ...shown, settings: { ...settings, compact: sidebarCollapsed } };
      });
    }),
  ),
  inOperation('updateMySettings', (operation) => {
    const media = partOf(operation, 'requestBody', 'content', 'application/json');
    delete media['example'];
    delete media['examples'];
  }),
);

test('settings are taken from what the tenant shows', async () => {
  const ran = await runAgainst(String.raw`\busers\.(settings|updateMySettings)\.`, [OTHER_SETTINGS]);
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
  expect(idsWith(ran.results, 'conforms'), ran.output).toContain('users.settings.sheets-null-clears');
});

/** Stores a version without its prefix, lists it with one. */
const BARE_VERSIONS = all(
  changeBody('listDeploymentVersions', (list) => ({
    items: (list['items'] as readonly Body[]).map(({ version }) => ({ version: `v${String(version)}` })),
  })),
  replace('updateDeployment', (call, original) => {
    const body = call.body as Body;
    const version = body['releaseChannelVersion'];
    if (typeof version !== 'string') return original(call);
    if (!version.startsWith('v')) refuse('invalid', 'this version is not listed');
    return original({ ...call, body: { ...body, releaseChannelVersion: version.slice(1) } });
  }),
);

/** Only some plans have a flag of a duplicate and a subject to render as. */
const RESERVED = all(
  replace('duplicateWorkbook', (call, original) => {
    if (call.body !== undefined && 'shared' in (call.body as Body)) refuse(403, 'this plan has no shared workspace');
    return original(call);
  }),
  replace('startDashboardExport', (call, original) => {
    if ('renderAs' in (call.body as Body)) refuse(403, 'this plan renders for the caller only');
    return original(call);
  }),
);

/** SCIM is declared nowhere, has no users, and answers with a page for people. */
const OTHER_SCIM = all(
  declaring((document) => {
    for (const path of Object.keys(partOf(document, 'paths'))) {
      if (path.startsWith('/api/scim/')) Reflect.deleteProperty(partOf(document, 'paths'), path);
    }
  }),
  replace('probeScim', (call, original) => {
    // The reference tenant serves one resource, whose path has no parameter.
    if ((call.path['resource'] ?? 'Users') === 'Users') {
      return {
        kind: 'bytes',
        bytes: new TextEncoder().encode('<!doctype html><title>Console</title>'),
        type: 'text/html',
      };
    }
    return original(call);
  }),
);

/** What is listed as notifications are the definitions of some. */
const DEFINITIONS = all(
  changeBody('listNotifications', () => ({ items: [{ id: 1, name: 'Weekly', channel: 'mail' }], pageInfo: {} })),
  inAnswer('listNotifications', 'items[]', {
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string' }, channel: { type: 'string' } },
  }),
);

/** A list without pages of a chosen size, whose document declares another parameter alone. */
const WITHOUT_PAGES = all(
  replace('listEnvironments', (call, original) => original({ ...call, query: new Query(new Map()) })),
  inOperation('listEnvironments', { parameters: [{ name: 'search', in: 'query', schema: { type: 'string' } }] }),
);

/** The list has further pages, by a cursor that nothing says how to send. */
const UNSAID_CURSOR = changeBody('listPromotions', (body) => ({
  ...body,
  pageInfo: { hasNextPage: true, endCursor: 'further' },
}));

test('what a tenant spells, reserves, leaves out or lists otherwise is no violation', FULL, async () => {
  const patches = [BARE_VERSIONS, RESERVED, OTHER_SCIM, DEFINITIONS, WITHOUT_PAGES, UNSAID_CURSOR];
  const names = await statedIn({
    'named.notifications': { method: 'get', path: '/api/v1/regions' },
    'folders.list': { method: 'get', path: '/api/v1/regions' },
  });
  const selected = [
    String.raw`deployments\.(update|versions)\.`,
    String.raw`workbooks\.duplicate`,
    'render-as',
    String.raw`scim\.`,
    String.raw`environments\.list\.`,
    String.raw`promotions\.(list|apply)\.`,
    String.raw`scheduled-tasks\.notification\.`,
    String.raw`(named\.notifications|listFolders)\.scoped`,
  ];
  const ran = await runAgainst(String.raw`\b(${selected.join('|')})`, patches, { BINDINGS: names });
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
  expect(idsWith(ran.results, 'conforms'), ran.output).toEqual(
    expect.arrayContaining([
      'deployments.update.stores-release-channel-version',
      'scim.credential.api-key-accepted',
      'scim.probeScim.is-served',
      'workbooks.duplicate.body-optional',
    ]),
  );
  expect(idsWith(ran.results, 'untested'), ran.output).toEqual(
    expect.arrayContaining([
      'environments.list.first-limits',
      'folders.listFolders.scoped-key-elsewhere',
      'named.notifications.scoped-key-elsewhere',
      'promotions.list.shows-applied',
      'scheduled-tasks.notification.after-success',
      'workbooks.duplicate.shared-true',
    ]),
  );
});

/** Nothing of the preview feature is there while it is closed, syncs end at once, and scoped keys open no sessions. */
const CLOSED_AND_FAST = all(
  ...(
    [
      'startMetricViewPreview',
      'getMetricViewPreview',
      'getMetricViewPreviewResult',
      'cancelMetricViewPreview',
      'getMetricViewIntegration',
      'putMetricViewIntegration',
    ] as const
  ).map((operation) => refusing(operation, () => true, 404)),
  ({ transformSync }) => {
    Object.assign(transformSync, { queued: 0, work: 0 });
  },
  refusing('generateEmbedSession', ({ principal }) => principal.scope !== 'all', 403),
);

test(
  'a closed feature, a job that ends at once and an account that scoped keys may not use are no violations',
  FULL,
  async () => {
    const selected = String.raw`\b(lakehouse\.|transform-sync\.(cancel|history)|embed\.generate\.scoped)`;
    const ran = await runAgainst(selected, [CLOSED_AND_FAST]);
    expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
    expect(idsWith(ran.results, 'untested'), ran.output).toEqual(
      expect.arrayContaining([
        'embed.generate.scoped-key-elsewhere',
        'lakehouse.getMetricViewIntegration.is-served',
        'lakehouse.integration.stored',
        'transform-sync.cancel.stops',
        'transform-sync.cancelTransformSync.no-credential',
      ]),
    );
  },
);

test('an integration that cannot be read while previews can is a violation', FULL, async () => {
  const id = 'lakehouse.getMetricViewIntegration.is-served';
  const ran = await runAgainst(id, [refusing('getMetricViewIntegration', () => true, 404)]);
  expect(idsWith(ran.results, 'violates'), ran.output).toEqual([id]);
});

const TASK_ANSWERS = ['createScheduledTask', 'getScheduledTask', 'updateScheduledTask'];

/** What answers with a task holds it in a member. */
const HELD_TASKS: Patch = ({ responses }) => {
  const { outgoing: original } = responses;
  responses.outgoing = (outgoing, operation) => {
    const sent = original(outgoing, operation);
    const isHeld = TASK_ANSWERS.includes(operation) && sent.status < 300 && typeof sent.body === 'string';
    return isHeld ? { ...sent, body: `{"data":${sent.body}}` } : sent;
  };
};

/** What of a deployment without a repository a sync from git is answered with. */
const NO_REPOSITORY = refusing('startTransformSync', ({ body }) => ((body as Body)['source'] ?? 'git') === 'git', 409);

test('a deployment without a repository syncs from manifests alone', FULL, async () => {
  const ran = await runAgainst(String.raw`\btransform-sync\.(start|status|history\.shows)`, [NO_REPOSITORY]);
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
  expect(idsWith(ran.results, 'untested'), ran.output).toContain('transform-sync.start.source-git');
  expect(idsWith(ran.results, 'conforms'), ran.output).toContain('transform-sync.start.source-manifest');
});

/** A task is not run again for a moment after a run of it began. */
function oneRunAtOnce(milliseconds: number): Patch {
  const begun = new Map<string | undefined, number>();
  return all(
    refusing('runScheduledTask', ({ path }) => Date.now() - (begun.get(path['taskId']) ?? 0) < milliseconds, 409),
    after('runScheduledTask', ({ path }) => begun.set(path['taskId'], Date.now())),
  );
}

test('a task that has one run at a time is waited for, and not for ever', FULL, async () => {
  const selected = String.raw`scheduled-tasks\.(on-demand\.run|run\.(recorded|new-thread)|runs\.own-task)`;
  const soonAgain = await runAgainst(selected, [oneRunAtOnce(400)]);
  expect(idsWith(soonAgain.results, 'violates', 'inconclusive', 'untested'), soonAgain.output).toEqual([]);
  const late = await runAgainst(String.raw`scheduled-tasks\.on-demand\.run`, [oneRunAtOnce(600_000)]);
  expect(idsWith(late.results, 'untested'), late.output).toEqual(['scheduled-tasks.on-demand.run']);
});

test('tasks that answers hold in a member are found and removed', FULL, async () => {
  const ran = await runAgainst(String.raw`\bscheduled-tasks\.(create|update|delete)\.(?!cron|zone)`, [HELD_TASKS]);
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
});
