import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { lakehouseState, keyOf } from '../../mock/families/lakehouse.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, during, remembering, replace, replaceSync } from '../lib/patches.ts';
import { isAsked, refusedYet } from '../lib/reports.ts';

/** Each read of something renews the time for which it is kept. */
function renewedBy(
  operation: string,
  id: (call: Call) => string,
  keep: (rules: Parameters<Patch>[0], since: (id: string) => number | undefined) => void,
): Patch {
  return remembering(
    () => new Map<string, number>(),
    (reads) => (rules) => {
      keep(rules, (one) => reads.get(one));
      replaceSync(operation, (call, original) => {
        const answer = original(call);
        reads.set(id(call), call.tenant.clock.now());
        return answer;
      })(rules);
    },
  );
}

/** Some callers are served a document without some of its paths. */
function servingLess(left: RegExp, isMeant: (call: Call) => boolean): Patch {
  return replace('getSpec', async (call, original) => {
    const answer = await original(call);
    if (answer.kind !== 'bytes' || answer.type !== 'application/json' || !isMeant(call)) return answer;
    const document = JSON.parse(Buffer.from(answer.bytes).toString('utf8')) as { readonly paths: object };
    const kept = Object.entries(document.paths).filter(([path]) => !left.test(path));
    return { ...answer, bytes: Buffer.from(JSON.stringify({ ...document, paths: Object.fromEntries(kept) })) };
  });
}

/** Faults of documents, folders, exports and jobs that show after some history, for some actor or for some text alone. */
export const contentConditionFaults = faults({
  'external-documents.entry.denied-no-name': {
    name: 'named-on-later-pages',
    sentence: 'On pages after a cursor an entry that is denied shows the name of its report.',
    patch: during(
      'listPlacements',
      'externalDocuments',
      () => ({ reportName: (name) => name }),
      (call) => isAsked(call, 'after'),
    ),
  },
  'external-documents.list.shows-placement': {
    name: 'none-of-an-id-beyond-ascii',
    sentence: 'The placements of a spreadsheet whose id has letters beyond ASCII are none.',
    patch: changeBodySync('listPlacements', (list, call) =>
      /[^\0-\x7f]/.test(call.path['externalWorkbookId'] ?? '') ? { ...list, items: [] } : list,
    ),
  },
  'external-documents.list.no-truncated-page': {
    name: 'limits-of-whole-lists',
    sentence: 'The limits of a spreadsheet hold for lists without first alone.',
    patch: during(
      'listPlacements',
      'externalDocuments',
      () => ({ explorations: { max: Infinity }, placements: { max: Infinity } }),
      (call) => isAsked(call, 'first'),
    ),
  },
  'folders.list.data': {
    name: 'empty-behind-a-cursor',
    sentence: 'The deprecated data of a page after a cursor is empty.',
    patch: changeBodySync('listFolders', (list, call) => (isAsked(call, 'after') ? { ...list, data: [] } : list)),
  },
  'promotions.apply.idempotency-key-repeated': {
    name: 'performed-again',
    sentence: 'An apply is performed again whatever its idempotency key is.',
    patch: ({ promotions }) => {
      promotions.isRepeat = () => false;
    },
  },
  'promotions.apply.stale-hash': {
    name: 'compared-with-the-newest-preview',
    sentence: 'The source is compared with what the newest preview of the workbook saw, whichever is applied.',
    patch: remembering(
      () => new Map<string, string>(),
      (newest) =>
        all(
          changeBodySync('previewPromotion', (body, { path }) => {
            newest.set(path['workbookId'] ?? '', String(body['sourceHash']));
            return body;
          }),
          during('applyPromotion', 'promotions', (_own, { path }) => ({
            isFresh: (_previewed, now) => newest.get(path['workbookId'] ?? '') === now,
          })),
        ),
    ),
  },
  'promotions.apply.no-target-access': {
    name: 'unlooked-at',
    sentence: 'An apply does not look at the access to the target deployment.',
    patch: during('applyPromotion', 'promotions', () => ({ needsTargetAccess: false })),
  },
  'dashboard-exports.start.render-as-admin-only': {
    name: 'embed-subjects-for-all',
    sentence: 'Anybody may have an export rendered as an embed subject.',
    patch: during(
      'startDashboardExport',
      'dashboardExports',
      () => ({ mayRenderAs: () => true }),
      ({ body }) => (body as { renderAs?: { type?: unknown } } | undefined)?.renderAs?.type === 'embed',
    ),
  },
  'dashboard-exports.job.dropped': {
    name: 'renewed-by-reads',
    sentence: 'Each read of the status of an export renews its five minutes.',
    patch: renewedBy(
      'getDashboardExport',
      ({ path }) => path['jobId'] ?? '',
      ({ dashboardExports }, since) => {
        const { lifetimeStarts } = dashboardExports;
        dashboardExports.lifetimeStarts = (job, now) => since(job.id) ?? lifetimeStarts(job, now);
      },
    ),
    also: [{ id: 'dashboard-exports.file.dropped', because: 'the file is kept as long as its job' }],
  },
  'transform-sync.files.dropped': {
    name: 'renewed-by-lists',
    sentence: 'Each list of the files of a sync renews the hour for which they are held.',
    patch: remembering(
      () => new Map<string, number>(),
      (reads) =>
        replaceSync('listGeneratedFiles', (call, original) => {
          const rules = call.tenant.rules.transformSync;
          const id = call.path['syncJobId'] ?? '';
          const { filesLiveFrom } = rules;
          rules.filesLiveFrom = (completedAt, now) => reads.get(id) ?? filesLiveFrom(completedAt, now);
          try {
            const answer = original(call);
            reads.set(id, call.tenant.clock.now());
            return answer;
          } finally {
            rules.filesLiveFrom = filesLiveFrom;
          }
        }),
    ),
  },
  'lakehouse.integration.create-taken': {
    name: 'zero-always-fits',
    sentence: 'An expectedConfigurationVersion of 0 fits whatever version the integration has.',
    patch: ({ lakehouse }) => {
      const { isExpected } = lakehouse;
      lakehouse.isExpected = (expected, stored) => expected === 0 || isExpected(expected, stored);
    },
  },
  'lakehouse.integration.current-version': {
    name: 'advanced-by-a-refusal',
    sentence: 'A PUT that is refused for its version has counted the version up.',
    also: alsoThese(
      'what is refused there changes the version',
      'lakehouse.integration.create-taken',
      'lakehouse.integration.old-version',
    ),
    patch: refusedYet('putMetricViewIntegration', ({ tenant, path }, _original, { why }) => {
      const key = keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
      const { integrations } = lakehouseState(tenant);
      const stored = integrations.get(key);
      if (why === 'conflict' && stored) integrations.set(key, { ...stored, version: stored.version + 1 });
    }),
  },
  'lakehouse.integration.create': {
    name: 'counted-for-the-deployment',
    sentence: 'Versions are counted for a deployment: a second data source cannot be created with 0.',
    patch: during('putMetricViewIntegration', 'lakehouse', ({ isExpected }, call) => {
      const { path, tenant } = call;
      const deployment = Number(path['deploymentId']);
      const { integrations } = lakehouseState(tenant);
      const isNew = !integrations.has(keyOf(deployment, path['dataSourceName'] ?? ''));
      const others = [...integrations]
        .filter(([key]) => key.startsWith(`${deployment}/`))
        .map(([, one]) => one.version);
      return { isExpected: (expected, stored) => isExpected(expected, isNew ? Math.max(0, ...others) : stored) };
    }),
  },
  'openapi-spec.document.platform-operations': {
    name: 'without-administration-for-users',
    seenWith: 'MEMBER_TOKEN',
    sentence: 'Whoever does not administrate gets a document without the operations of administrators.',
    patch: servingLess(/\/(roles|api-keys)\b/, byPlainUser),
  },
  'openapi-spec.document.build-operations': {
    name: 'without-authoring-for-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The document for an OAuth token leaves out the operations of authors.',
    patch: servingLess(/^\/build\//, byOAuth),
  },
});
