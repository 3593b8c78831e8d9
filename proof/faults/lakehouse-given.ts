import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { keyOf, lakehouseState } from '../../mock/families/lakehouse.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { afterRefusal, given, type Past } from '../lib/given.ts';
import { refusing, replaceSync, withRules, responseOf } from '../lib/patches.ts';
import { byOAuth } from '../lib/access.ts';

const START = 'startMetricViewPreview';
const STATUS = 'getMetricViewPreview';
const RESULT = 'getMetricViewPreviewResult';
const PUT = 'putMetricViewIntegration';

type Condition = (call: Call, past: Past) => boolean;

const sourceOf = ({ path }: Call): unknown => `${path['deploymentId'] ?? ''}/${path['dataSourceName'] ?? ''}`;
const previewOf = ({ path }: Call): unknown => path['previewId'];
const expectedIn = (call: Call): unknown => bodyOf(call)['expectedConfigurationVersion'];

function versionOf({ tenant, path }: Call): number {
  const key = keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
  return lakehouseState(tenant).integrations.get(key)?.version ?? 0;
}

/** Takes any version for the one that is expected, under a condition. */
function taking(isMeant: Condition): Patch {
  return given(
    PUT,
    isMeant,
    replaceSync(PUT, (call, original) =>
      withRules(call, 'lakehouse', { isExpected: () => true }, () => original(call)),
    ),
    { of: sourceOf },
  );
}

function refusedPut(isMeant: Condition): Patch {
  return given(
    PUT,
    isMeant,
    refusing(PUT, () => true, 'conflict'),
    { of: sourceOf },
  );
}

/** A store that is answered, and keeps what stood there of one member. */
function keeping(isMeant: Condition, ...members: readonly string[]): Patch {
  return given(
    PUT,
    isMeant,
    replaceSync(PUT, (call, original) => {
      const key = keyOf(Number(call.path['deploymentId']), call.path['dataSourceName'] ?? '');
      const { integrations } = lakehouseState(call.tenant);
      const former = integrations.get(key);
      const answer = original(call);
      const next = integrations.get(key);
      const kept = members.map((member) => [member, former?.configuration[member]] as const);
      if (former && next)
        integrations.set(key, { ...next, configuration: { ...next.configuration, ...Object.fromEntries(kept) } });
      return answer;
    }),
    { of: sourceOf },
  );
}

const isCurrent: Condition = (call) => versionOf(call) > 0 && expectedIn(call) === versionOf(call);

/** Faults of previews and integrations that show for some callers or after some histories alone. */
export const lakehouseGivenFaults = faults({
  'lakehouse.preview.accepted': [
    {
      name: '200-the-second-time',
      sentence: 'The start of a preview beside one that runs is answered with 200.',
      patch: given(
        START,
        (_call, { done }) => done > 0,
        replaceSync(START, (call, original) => ({ ...original(call), status: 200 })),
      ),
    },
    {
      name: '200-for-oauth',
      sentence: 'The start of a preview with an OAuth token is answered with 200.',
      patch: given(
        START,
        byOAuth,
        replaceSync(START, (call, original) => ({ ...original(call), status: 200 })),
      ),
    },
  ],
  'lakehouse.preview.status': [
    {
      name: 'not-to-oauth',
      sentence: 'The status of a preview is not found by an OAuth token.',
      patch: given(
        STATUS,
        byOAuth,
        refusing(STATUS, () => true, 404),
      ),
    },
  ],
  'lakehouse.result.ready': [
    {
      name: 'not-when-asked-for-too-early',
      sentence: 'The result of a preview that was asked for while it ran does not become readable.',
      also: alsoThese('the result is asked for too early there', 'lakehouse.result.running'),
      patch: given(
        RESULT,
        (_call, { refused }) => refused > 0,
        refusing(RESULT, () => true, 409),
        { of: previewOf },
      ),
    },
    {
      name: 'not-to-oauth',
      sentence: 'The result of a preview is refused to an OAuth token.',
      patch: given(
        RESULT,
        byOAuth,
        refusing(RESULT, () => true, 409),
      ),
    },
  ],
  'lakehouse.result.none': [
    {
      name: 'not-found-the-second-time',
      sentence: 'The result of a preview that ended without one is refused with 404 when it is asked for again.',
      patch: given(
        RESULT,
        (call, { refused }) => refused > 0 && failedOf(call),
        refusing(RESULT, () => true, 404),
        { of: previewOf },
      ),
    },
    {
      name: 'that-of-the-one-before',
      sentence: 'A preview that ended without a result has that of an earlier one.',
      patch: (rules) => {
        let earlier: unknown;
        replaceSync(RESULT, (call, original) => {
          if (earlier !== undefined && failedOf(call)) return { kind: 'ok', body: earlier };
          const answer = original(call);
          earlier = 'body' in answer ? answer.body : earlier;
          return answer;
        })(rules);
      },
    },
  ],

  // Integrations.
  'lakehouse.integration.create-other-version': {
    name: 'second-time',
    sentence: 'A PUT at version 1 where there is no integration is refused once, and creates one the second time.',
    patch: taking((call, { refused }) => refused > 0 && versionOf(call) === 0 && expectedIn(call) !== 0),
  },
  'lakehouse.integration.create-taken': [
    {
      name: 'same-again',
      sentence: 'A PUT at version 0 that sends what stands there already succeeds.',
      patch: taking((call) => {
        const { tenant, path } = call;
        const key = keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
        const stored = lakehouseState(tenant).integrations.get(key)?.configuration ?? {};
        const { expectedConfigurationVersion: expected, ...sent } = bodyOf(call);
        return expected === 0 && Object.entries(stored).every(([name, value]) => sent[name] === value);
      }),
    },
    {
      name: 'by-oauth',
      sentence: 'A PUT at version 0 with an OAuth token changes an integration that is there.',
      patch: taking((call) => byOAuth(call) && expectedIn(call) === 0),
    },
    {
      name: 'second-time',
      sentence: 'A PUT at version 0 is refused once where there is an integration, and changes it the second time.',
      patch: taking((call, past) => afterRefusal(call, past) && versionOf(call) > 0 && expectedIn(call) === 0),
    },
  ],
  'lakehouse.integration.current-version': [
    {
      name: 'not-after-a-refusal',
      sentence: 'A PUT at the current version is refused right after a refused one.',
      also: alsoThese(
        'the check ends with a PUT at the current version',
        'lakehouse.integration.create-taken',
        'lakehouse.integration.old-version',
      ),
      patch: refusedPut((call, past) => afterRefusal(call, past) && isCurrent(call, past)),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A PUT at the current version is refused to an OAuth token.',
      patch: refusedPut((call, past) => byOAuth(call) && isCurrent(call, past)),
    },
    {
      name: 'not-what-stands-there',
      sentence: 'A PUT at the current version that changes nothing is refused.',
      also: alsoThese('an integration may be stored twice there', 'lakehouse.integration.stored'),
      patch: refusedPut((call, past) => {
        const { lastDone } = past;
        const same = (one: Call) => JSON.stringify([bodyOf(one)['catalog'], bodyOf(one)['schema']]);
        return lastDone !== undefined && isCurrent(call, past) && same(lastDone) === same(call);
      }),
    },
  ],
  'lakehouse.integration.old-version': [
    {
      name: 'taken-by-oauth',
      sentence: 'A PUT at a replaced version changes the integration where it comes with an OAuth token.',
      patch: taking((call) => byOAuth(call) && Number(expectedIn(call)) > 0),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'A PUT at a replaced version is refused once, and taken when it is sent again.',
      patch: taking(
        (call, { refused }) =>
          refused > 3 && Number(expectedIn(call)) > 0 && Number(expectedIn(call)) < versionOf(call),
      ),
    },
    {
      name: 'next-taken',
      sentence: 'A PUT at a replaced version is taken right after one at the current version.',
      also: alsoThese('what is taken there changes it as well', 'lakehouse.integration.stored'),
      patch: taking(
        (call, { wasRefused, done }) =>
          !wasRefused && done >= 3 && Number(expectedIn(call)) > 0 && Number(expectedIn(call)) === versionOf(call) - 1,
      ),
    },
  ],
  'lakehouse.integration.stored': [
    {
      name: 'not-by-oauth',
      sentence: 'A change of an integration with an OAuth token is answered and not stored.',
      patch: keeping(byOAuth, 'catalog', 'schema'),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A change of an integration right after a refused one is answered and not stored.',
      patch: keeping(afterRefusal, 'catalog', 'schema'),
    },
    {
      name: 'back-not-stored',
      sentence: 'A change of an integration back to what it was is answered and not stored.',
      patch: (rules) => {
        const known = new Set<string>();
        keeping(
          (call) => {
            const sent = JSON.stringify([bodyOf(call)['catalog'], bodyOf(call)['schema']]);
            const isKnown = known.has(sent);
            known.add(sent);
            return isKnown;
          },
          'catalog',
          'schema',
        )(rules);
      },
    },
  ],
});

/** Whether the preview in the path has ended without a result. */
function failedOf(call: Call): boolean {
  const answer = responseOf(call, STATUS);
  return 'body' in answer && (answer.body as Body)['status'] === 'failed';
}
