import { done, ok, refuse, type Answer, type Why } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { keyOf, lakehouseState } from '../../mock/families/lakehouse.ts';
import { alsoThese, faults, type Deviation, type Fault } from '../lib/fault.ts';

import { refusedYet } from '../lib/reports.ts';

import { queuedForLong } from '../lib/jobs.ts';
import { all, refusing, replaceSync, type SyncHandler, withBody, underStatus, responseOf } from '../lib/patches.ts';

const START = 'startMetricViewPreview';
const STATUS = 'getMetricViewPreview';
const RESULT = 'getMetricViewPreviewResult';
const CANCEL = 'cancelMetricViewPreview';
const READ = 'getMetricViewIntegration';
const PUT = 'putMetricViewIntegration';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** How far the preview in the path is, as a read of its status says. */
function statusIn(call: Call): unknown {
  const answer = responseOf(call, STATUS);
  return 'body' in answer ? (answer.body as Body)['status'] : undefined;
}

const isRunning = (call: Call): boolean => ['queued', 'running'].includes(String(statusIn(call)));
const hasFailed = (call: Call): boolean => statusIn(call) === 'failed';
const hasCompleted = (call: Call): boolean => statusIn(call) === 'completed';

/** What a read of the result answers in some cases. */
function reading(isMeant: (call: Call) => boolean, answer: (call: Call, original: SyncHandler) => Answer): Patch {
  return replaceSync(RESULT, (call, original) => (isMeant(call) ? answer(call, original) : original(call)));
}

function refusal(why: Why): () => never {
  return () => refuse(why, 'there is no result');
}

function keyIn({ path }: Call): string {
  return keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
}

function storedVersion(call: Call): number {
  return lakehouseState(call.tenant).integrations.get(keyIn(call))?.version ?? 0;
}

const expectedIn = (call: Call): unknown => bodyOf(call)['expectedConfigurationVersion'];

/** Takes some versions for the one that is expected. */
function expecting(isExpected: (expected: unknown, stored: number) => boolean): Patch {
  return ({ lakehouse }) => {
    const own = lakehouse.isExpected;
    lakehouse.isExpected = (expected, stored) => own(expected, stored) || isExpected(expected, stored);
  };
}

/** Refuses a version as it should, and stores what came with it. */
function refusedAndStored(isMeant: (expected: unknown, stored: number) => boolean): Patch {
  return refusedYet(PUT, (call, original) => {
    const stored = storedVersion(call);
    if (!isMeant(expectedIn(call), stored)) return;
    original({ ...call, body: { ...bodyOf(call), expectedConfigurationVersion: stored } });
  });
}

/** The versions that are not the stored one, by what is wrong with them. */
const isTaken = (expected: unknown, stored: number): boolean => expected === 0 && stored > 0;
const isNotThere = (expected: unknown, stored: number): boolean => stored === 0 && expected !== 0;
const isOld = (expected: unknown, stored: number): boolean => Number(expected) > 0 && Number(expected) < stored;

const needsVersion: NonNullable<Fault['also']> = alsoThese(
  'the check changes an integration at its version',
  'lakehouse.integration.old-version',
  'lakehouse.integration.stored',
  'lakehouse.integration.create-taken',
);

/** A store of one integration that is answered, and of which not everything is kept. */
function stored(change: (next: Body, former: Body) => Body): Patch {
  return replaceSync(PUT, (call, original) => {
    const key = keyIn(call);
    const { integrations } = lakehouseState(call.tenant);
    const former = integrations.get(key);
    const answer = original(call);
    const next = integrations.get(key);
    if (former && next)
      integrations.set(key, { ...next, configuration: change(next.configuration, former.configuration) });
    return answer;
  });
}

function openGate(
  operation: typeof START | typeof STATUS | typeof RESULT | typeof CANCEL | typeof READ | typeof PUT,
  what: string,
): readonly Deviation[] {
  const isClosed = ({ tenant }: Call): boolean => !tenant.features.previews;
  return [
    {
      name: 'open',
      sentence: `${what} works while the preview feature is closed.`,
      patch: ({ lakehouse }) => {
        const { isOpen } = lakehouse;
        lakehouse.isOpen = (previews, id) => id === operation || isOpen(previews, id);
      },
    },
    {
      name: 'empty-success',
      sentence: `${what} is answered with an empty success while the preview feature is closed.`,
      // Where nothing in a success is 204, as a tenant may have it, that is no documented answer.
      also: alsoThese('an empty answer is not as documented', `lakehouse.${operation}.answers-as-documented`),
      patch: replaceSync(operation, (call, original) => (isClosed(call) ? done() : original(call))),
    },
  ];
}

/** Previews whose time starts anew with each reading of the result. */
function renewed(): Patch {
  return replaceSync(RESULT, (call, original) => {
    const answer = original(call);
    const { previews } = lakehouseState(call.tenant);
    const preview = previews.get(call.path['previewId'] ?? '');
    const { work } = call.tenant.rules.lakehouse;
    if (preview) previews.set(preview.id, { ...preview, startedAt: call.tenant.clock.now() - work });
    return answer;
  });
}

export const lakehouseFaults = faults({
  // Previews.
  'lakehouse.preview.accepted': [200, 201].map((status) => ({
    name: String(status),
    sentence: `The start of a preview is answered with ${status}.`,
    patch: replaceSync(START, (call, original) => underStatus(original(call), status)),
  })),
  'lakehouse.preview.status': [
    {
      name: 'not-found',
      sentence: 'A preview is not found until it has ended.',
      also: alsoThese(
        'the check reads the status',
        'lakehouse.getMetricViewPreview.is-served',
        'lakehouse.result.running',
        'lakehouse.result.ready',
        'lakehouse.result.none',
        'lakehouse.result.retention',
      ),
      patch: all(
        queuedForLong,
        replaceSync(STATUS, (call, original) => {
          const answer = original(call);
          const { status } = ('body' in answer ? answer.body : {}) as Body;
          if (status === 'queued' || status === 'running') refuse(404, 'there is no such preview');
          return answer;
        }),
      ),
    },
    {
      name: 'conflict',
      sentence: 'The status of a preview is refused with 409 as if it were its result.',
      also: alsoThese(
        'the check reads the status',
        'lakehouse.result.running',
        'lakehouse.result.ready',
        'lakehouse.result.none',
        'lakehouse.result.retention',
      ),
      patch: replaceSync(STATUS, (call, original) => {
        const answer = original(call);
        return 'body' in answer ? refuse(409, 'the preview is not ready') : answer;
      }),
    },
  ],
  'lakehouse.result.running': [
    {
      name: 'not-found',
      sentence: 'The result of a preview that runs is refused with 404.',
      patch: reading(isRunning, refusal(404)),
    },
    {
      name: 'too-early',
      sentence: 'The result of a preview that runs is refused with 400.',
      patch: reading(isRunning, refusal(400)),
    },
  ],
  'lakehouse.result.ready': [
    {
      name: 'conflict',
      sentence: 'The result of a preview that has completed is refused with 409.',
      also: alsoThese('no result can be read', 'lakehouse.result.retention'),
      patch: reading(hasCompleted, refusal(409)),
    },
    {
      name: 'gone',
      sentence: 'The result of a preview is gone as soon as it has completed.',
      also: alsoThese(
        'no result can be read',
        'lakehouse.result.retention',
        'lakehouse.getMetricViewPreviewResult.is-served',
      ),
      patch: reading(hasCompleted, refusal(404)),
    },
  ],
  'lakehouse.result.none': [
    {
      name: 'not-found',
      sentence: 'The result of a preview that ended without one is refused with 404.',
      patch: reading(hasFailed, refusal(404)),
    },
    {
      name: 'empty',
      sentence: 'The result of a preview that ended without one is empty.',
      patch: reading(hasFailed, () => ok({ metricViews: [] })),
    },
  ],
  'lakehouse.cancel.no-result': [
    {
      name: 'acknowledged',
      sentence: 'The deletion of a preview is acknowledged, and the preview goes on.',
      patch: replaceSync(CANCEL, (call, original) => {
        const { previews } = lakehouseState(call.tenant);
        const preview = previews.get(call.path['previewId'] ?? '');
        const answer = original(call);
        if (preview) previews.set(preview.id, preview);
        return answer;
      }),
    },
    {
      name: 'result-kept',
      sentence: 'A preview that was deleted is not found any more, and its result is there in time.',
      patch: (rules) => {
        const deleted = new Map<string, Parameters<ReturnType<typeof lakehouseState>['previews']['set']>[1]>();
        replaceSync(CANCEL, (call, original) => {
          const preview = lakehouseState(call.tenant).previews.get(call.path['previewId'] ?? '');
          const answer = original(call);
          if (preview) deleted.set(preview.id, preview);
          return answer;
        })(rules);
        replaceSync(RESULT, (call, original) => {
          const preview = deleted.get(call.path['previewId'] ?? '');
          if (!preview) return original(call);
          const { previews } = lakehouseState(call.tenant);
          previews.set(preview.id, preview);
          try {
            return original(call);
          } finally {
            previews.delete(preview.id);
          }
        })(rules);
      },
    },
  ],
  'lakehouse.result.retention': [
    {
      name: 'eight-days',
      sentence: 'The result of a preview is kept for eight days.',
      patch: ({ lakehouse }) => {
        lakehouse.resultLifetime = 8 * DAY;
      },
    },
    {
      name: 'renewed',
      sentence: 'The seven days of a result start anew whenever it is read.',
      patch: renewed(),
    },
    {
      name: 'for-ever',
      sentence: 'The result of a preview is kept for ever.',
      patch: ({ lakehouse }) => {
        lakehouse.resultLifetime = Number.POSITIVE_INFINITY;
      },
    },
  ],

  // Integrations.
  'lakehouse.integration.create': [
    {
      name: 'refused',
      sentence: 'No integration can be created where there is none.',
      patch: refusing(PUT, (call) => storedVersion(call) === 0 && expectedIn(call) === 0, 'conflict'),
    },
    {
      name: 'acknowledged',
      sentence: 'The creation of an integration is acknowledged, and there is none.',
      patch: replaceSync(PUT, (call, original) => {
        const isNew = storedVersion(call) === 0;
        const answer = original(call);
        if (isNew) lakehouseState(call.tenant).integrations.delete(keyIn(call));
        return answer;
      }),
    },
  ],
  'lakehouse.integration.create-taken': [
    {
      name: 'accepted',
      sentence: 'A PUT at version 0 changes an integration that is there.',
      patch: expecting(isTaken),
    },
    {
      name: 'refused-and-stored',
      sentence: 'A PUT at version 0 is refused where there is an integration, and changes it.',
      also: alsoThese('the version that was read before is out of date then', 'lakehouse.integration.current-version'),
      patch: refusedAndStored(isTaken),
    },
    {
      name: 'acknowledged',
      sentence: 'A PUT at version 0 succeeds where there is an integration, and changes nothing.',
      patch: replaceSync(PUT, (call, original) =>
        isTaken(expectedIn(call), storedVersion(call)) ? responseOf(call, READ) : original(call),
      ),
    },
  ],
  'lakehouse.integration.create-other-version': [
    {
      name: 'accepted',
      sentence: 'A PUT at any version creates an integration where there is none.',
      patch: expecting(isNotThere),
    },
    {
      name: 'refused-and-created',
      sentence: 'A PUT at version 1 is refused where there is no integration, and creates one.',
      patch: refusedAndStored(isNotThere),
    },
  ],
  'lakehouse.integration.current-version': [
    {
      name: 'next-wanted',
      sentence: 'A PUT at the version of an integration is refused; the next one is wanted.',
      also: needsVersion,
      patch: ({ lakehouse }) => {
        lakehouse.isExpected = (expected, version) => (version === 0 ? expected === 0 : expected === version + 1);
      },
    },
    {
      name: 'refused',
      sentence: 'No integration that is there can be changed.',
      also: needsVersion,
      patch: refusing(PUT, (call) => storedVersion(call) > 0, 'conflict'),
    },
  ],
  'lakehouse.integration.old-version': [
    {
      name: 'accepted',
      sentence: 'A PUT at a version that was replaced changes the integration all the same.',
      patch: expecting(isOld),
    },
    {
      name: 'previous-accepted',
      sentence: 'A PUT at the version before the last change changes the integration all the same.',
      patch: expecting((expected, version) => isOld(expected, version) && Number(expected) === version - 1),
    },
    {
      name: 'refused-and-stored',
      sentence: 'A PUT at a version that was replaced is refused, and changes the integration.',
      patch: refusedAndStored(isOld),
    },
  ],
  'lakehouse.integration.stored': [
    {
      name: 'acknowledged',
      sentence: 'A change of an integration is answered with its next version, and nothing else changes.',
      patch: stored((_next, former) => former),
    },
    {
      name: 'read-late',
      sentence: 'A read of an integration shows what it was before its last change, under the version of now.',
      patch: (rules) => {
        const former = new Map<string, Body>();
        replaceSync(PUT, (call, original) => {
          const key = keyIn(call);
          const before = lakehouseState(call.tenant).integrations.get(key)?.configuration;
          const answer = original(call);
          if (before) former.set(key, before);
          return answer;
        })(rules);
        replaceSync(READ, (call, original) => {
          const key = keyIn(call);
          return withBody(original(call), (body) => ({ ...body, ...former.get(key) }));
        })(rules);
      },
    },
  ],

  // The gate.
  'lakehouse.gate.start-preview': openGate(START, 'Starting a preview'),
  'lakehouse.gate.read-preview': openGate(STATUS, 'Reading the status of a preview'),
  'lakehouse.gate.read-result': openGate(RESULT, 'Reading the result of a preview'),
  'lakehouse.gate.cancel-preview': openGate(CANCEL, 'Cancelling a preview'),
  'lakehouse.gate.read-integration': openGate(READ, 'Reading an integration'),
  'lakehouse.gate.put-integration': openGate(PUT, 'Storing an integration'),
});
