import { ok, refuse, Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { keyOf, lakehouseState } from '../../mock/families/lakehouse.ts';
import { Query } from '../../mock/query.ts';
import type { Patch } from '../../mock/index.ts';
import { isOutsider, openToAll } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { queuedForLong } from '../lib/jobs.ts';
import { acknowledging, sends } from '../lib/only.ts';
import type { Tree } from '../lib/document.ts';
import { inRequest } from '../lib/document-changes.ts';
import { all, byTimes, during, remembering, replaceSync, withBody, responseOf } from '../lib/patches.ts';

/** Deviations of jobs, builds and previews that show under one condition alone. */

/** The history without what one filter asks for, for some calls. */
function unfiltered(dropped: 'status' | 'trigger', isMeant: (call: Call) => boolean): Patch {
  return replaceSync('listTransformSyncs', (call, original) => {
    if (!isMeant(call)) return original(call);
    const names = ['first', 'after', 'status', 'trigger'].filter((name) => name !== dropped);
    const kept = names.flatMap((name) => {
      const value = call.query.text(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return original({ ...call, query: new Query(new Map(kept)) });
  });
}

/** Takes everything out of a part of the document. */
function emptied(part: Tree): void {
  for (const name of Object.keys(part)) Reflect.deleteProperty(part, name);
}

const integrationKeyOf = ({ path }: Call) => keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');

function isValid(answer: Answer): boolean | undefined {
  return 'body' in answer ? ((answer.body as Body)['valid'] as boolean | undefined) : undefined;
}

function statusOf(call: Call): unknown {
  const answer = responseOf(call, 'getMetricViewPreview');
  return 'body' in answer ? (answer.body as Body)['status'] : undefined;
}

export const jobsOnlyFaults = faults({
  'transform-sync.history.status-excludes': {
    name: 'with-trigger',
    sentence: 'Beside a trigger the status is ignored.',
    patch: unfiltered('status', ({ query }) => query.text('trigger') !== undefined),
  },
  'transform-sync.history.trigger-excludes': {
    name: 'later-page',
    sentence: 'After a cursor the trigger is ignored.',
    also: alsoThese('later pages hold what the filter does not find', 'transform-sync.history.filtered-pages-complete'),
    patch: unfiltered('trigger', ({ query }) => query.text('after') !== undefined),
  },
  'transform-sync.start.output-unknown': {
    name: 'manifest',
    sentence: 'A sync from a manifest takes every output.',
    patch: during(
      'startTransformSync',
      'transformSync',
      ({ outputs }, call) => ({ outputs: [...outputs, String(bodyOf(call)['output'])] }),
      sends('source', (value) => value === 'manifest'),
    ),
  },
  'transform-sync.start.source-unknown': {
    name: 'files',
    sentence: 'A sync whose output is files takes every source.',
    patch: during(
      'startTransformSync',
      'transformSync',
      ({ sources }, call) => ({ sources: [...sources, String(bodyOf(call)['source'])] }),
      sends('output', (value) => value === 'files'),
    ),
  },
  'transform-sync.start.output-default': {
    name: 'manifest',
    sentence: 'A sync from a manifest is one with files if it names no output.',
    patch: during(
      'startTransformSync',
      'transformSync',
      () => ({ defaultOutput: 'files' }),
      sends('source', (value) => value === 'manifest'),
    ),
  },
  'transform-sync.files.no-read-access': {
    name: 'once-listed',
    sentence: 'Generated files that somebody has listed can be listed without read access.',
    patch: remembering(
      () => new Set<unknown>(),
      (listed) =>
        all(
          openToAll('listGeneratedFiles'),
          replaceSync('listGeneratedFiles', (call, original) => {
            const { syncJobId } = call.path;
            if (isOutsider(call) && !listed.has(syncJobId)) refuse(403, 'no read access');
            const answer = original(call);
            listed.add(syncJobId);
            return answer;
          }),
        ),
    ),
  },
  'transform-sync.cancel.stops': {
    name: 'queued',
    sentence: 'A sync that was cancelled while it was queued runs all the same.',
    patch: all(queuedForLong, ({ transformSync }) => {
      transformSync.isCancelled = ({ cancelledAt, startedAt }) =>
        cancelledAt !== undefined && cancelledAt - startedAt >= transformSync.queued;
    }),
  },
  'lakehouse.integration.old-version': {
    name: 'two-back',
    sentence: 'A PUT is accepted for every version but the one before the stored one.',
    patch: ({ lakehouse }) => {
      const { isExpected } = lakehouse;
      lakehouse.isExpected = (expected, stored) =>
        isExpected(expected, stored) || (typeof expected === 'number' && expected > 0 && expected < stored - 1);
    },
  },
  'lakehouse.integration.create-taken': {
    name: 'same-configuration',
    sentence: 'A PUT for version 0 with the configuration that is stored is answered as a success.',
    patch: acknowledging('putMetricViewIntegration', 'getMetricViewIntegration', (call) => {
      const { expectedConfigurationVersion, catalog, schema } = bodyOf(call);
      const { configuration = {} } = lakehouseState(call.tenant).integrations.get(integrationKeyOf(call)) ?? {};
      return (
        expectedConfigurationVersion === 0 && configuration['catalog'] === catalog && configuration['schema'] === schema
      );
    }),
  },
  'lakehouse.integration.stored': {
    name: 'second-change',
    sentence: 'The second change of an integration counts its version on and stores nothing.',
    patch: remembering(
      () => new Map<string, number>(),
      (times) =>
        replaceSync('putMetricViewIntegration', (call, original) => {
          const key = integrationKeyOf(call);
          const { integrations } = lakehouseState(call.tenant);
          const before = integrations.get(key);
          const answer = original(call);
          const after = integrations.get(key);
          const done = (times.get(key) ?? 0) + 1;
          times.set(key, done);
          if (done === 2 && before && after) integrations.set(key, { ...after, configuration: before.configuration });
          return answer;
        }),
    ),
  },
  'lakehouse.result.none': {
    name: 'second-read',
    sentence: 'The second read of the result of a preview that ended without one answers an empty one.',
    patch: remembering(
      () => new Set<unknown>(),
      (read) =>
        replaceSync('getMetricViewPreviewResult', (call, original) => {
          try {
            return original(call);
          } catch (error) {
            if (!(error instanceof Refusal) || statusOf(call) !== 'failed') throw error;
            const { previewId } = call.path;
            if (read.has(previewId)) return ok({ previewId, metricViews: [] });
            read.add(previewId);
            throw error;
          }
        }),
    ),
  },
  'build.delete-branch.only-named': {
    name: 'with-upstream',
    toldBy: 'build.delete-branch.with-upstream',
    sentence: 'A deletion with removeOnUpstream removes every branch that is stopped.',
    patch: during(
      'deleteBranch',
      'build',
      ({ isRemoved }) => ({ isRemoved: (branch, name) => isRemoved(branch, name) || !branch.running }),
      ({ query }) => query.text('removeOnUpstream') === 'true',
    ),
  },
  'build.validate.broken-status': {
    name: 'second-time',
    sentence: 'The second validation of a branch that does not compile is refused.',
    also: alsoThese(
      'a refusal has no body that says so',
      'build.validate.broken-valid-false',
      'build.validate.broken-errors',
    ),
    patch: byTimes(
      'validateDataModel',
      ({ path, query }) => `${path['deploymentId']}/${query.text('branchName')}`,
      (times, call, original) => {
        const answer = original(call);
        return times > 1 && isValid(answer) === false ? refuse('invalid', 'it does not compile') : answer;
      },
    ),
  },
  'build.validate.sound': {
    name: 'after-broken',
    sentence: 'Once a branch did not compile, every branch of the deployment is said not to.',
    patch: remembering(
      () => new Set<unknown>(),
      (broken) =>
        replaceSync('validateDataModel', (call, original) => {
          const answer = original(call);
          const { deploymentId } = call.path;
          if (isValid(answer) === false) broken.add(deploymentId);
          return withBody(answer, (body) => ({ ...body, valid: body['valid'] === true && !broken.has(deploymentId) }));
        }),
    ),
  },
  'openapi-spec.document.bounds': {
    name: 'in-all-of',
    sentence: 'The document states a wrong bound within an allOf.',
    patch: inRequest('createDeploymentToken', 'expiresIn', (part) => {
      const copy = { ...part, minimum: 30 };
      emptied(part);
      part['allOf'] = [copy];
    }),
  },
  'openapi-spec.document.closed-enums': {
    name: 'layout-constants',
    sentence: 'The document lists the values of a member as constants, with one too many.',
    patch: inRequest('startDashboardExport', 'layout', (part) => {
      emptied(part);
      part['oneOf'] = ['screenshot', 'print', 'slides'].map((value) => ({ const: value }));
    }),
  },
});
