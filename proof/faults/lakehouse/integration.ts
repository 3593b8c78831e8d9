import { BY_PLAIN } from '../../lib/plain-users.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { refuse } from '../../../mock/answer.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import { keyOf, lakehouseState } from '../../../mock/families/lakehouse.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, type Fault, faults } from '../../lib/fault.ts';
import { afterRefusal, type Condition, given } from '../../lib/earlier-calls.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { acknowledging, type When } from '../../lib/conditions.ts';
import { all, during, refusing, remembering, replaceSync, responseOf, withBody, withRules } from '../../lib/patches.ts';
import { refusedYet } from '../../lib/reports.ts';
import { refusedForGood } from '../../lib/refused-for-good.ts';

/** Counts versions of integrations together by what their paths have in common: whoever has not read since the last change is refused. */
function countedTogether(keyOf: (call: Call) => string, isMeant: When): Patch {
  return remembering(
    () => new Map<string, string>(),
    (last) => {
      const noted = (operation: string, isRefused: (before: string | undefined, call: Call) => boolean) =>
        replaceSync(operation, (call, original) => {
          if (isRefused(last.get(keyOf(call)), call)) refuse('conflict', 'another version is stored');
          const answer = original(call);
          last.set(keyOf(call), JSON.stringify(call.path));
          return answer;
        });
      const isLate = (before: string | undefined, call: Call) =>
        before !== undefined && before !== JSON.stringify(call.path) && isMeant(call);
      return all(
        noted('getMetricViewIntegration', () => false),
        noted('putMetricViewIntegration', isLate),
      );
    },
  );
}

function keyIn({ path }: Call): string {
  return keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
}

function storedVersion(call: Call): number {
  return lakehouseState(call.tenant).integrations.get(keyIn(call))?.version ?? 0;
}

const expectedIn = (call: Call): unknown => bodyOf(call)['expectedConfigurationVersion'];

const sourceOf = ({ path }: Call): unknown => `${path['deploymentId'] ?? ''}/${path['dataSourceName'] ?? ''}`;

/** Takes any version for the one that is expected, under a condition. */
function taking(isMeant: Condition): Patch {
  return given(
    'putMetricViewIntegration',
    isMeant,
    replaceSync('putMetricViewIntegration', (call, original) =>
      withRules(call, 'lakehouse', { isExpected: () => true }, () => original(call)),
    ),
    { of: sourceOf },
  );
}

function versionOf({ tenant, path }: Call): number {
  const key = keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
  return lakehouseState(tenant).integrations.get(key)?.version ?? 0;
}

/** Takes some versions for the one that is expected. */
function expecting(isExpected: (expected: unknown, stored: number) => boolean): Patch {
  return ({ lakehouse }) => {
    const own = lakehouse.isExpected;
    lakehouse.isExpected = (expected, stored) => own(expected, stored) || isExpected(expected, stored);
  };
}

/** The versions that are not the stored one, by what is wrong with them. */
const isTaken = (expected: unknown, stored: number): boolean => expected === 0 && stored > 0;

/** Refuses a version as it should, and stores what came with it. */
function refusedAndStored(isMeant: (expected: unknown, stored: number) => boolean): Patch {
  return refusedYet('putMetricViewIntegration', (call, original) => {
    const stored = storedVersion(call);
    if (!isMeant(expectedIn(call), stored)) return;
    original({ ...call, body: { ...bodyOf(call), expectedConfigurationVersion: stored } });
  });
}

const isNotThere = (expected: unknown, stored: number): boolean => stored === 0 && expected !== 0;

function refusedPut(isMeant: Condition): Patch {
  return given(
    'putMetricViewIntegration',
    isMeant,
    refusing('putMetricViewIntegration', () => true, 'conflict'),
    { of: sourceOf },
  );
}

const isCurrent: Condition = (call) => versionOf(call) > 0 && expectedIn(call) === versionOf(call);

const needsVersion: NonNullable<Fault['also']> = alsoThese(
  'the check changes an integration at its version',
  'lakehouse.integration.old-version',
  'lakehouse.integration.stored',
  'lakehouse.integration.create-taken',
);

/** A version that is ahead of the stored one is expected as well. */
const aheadTaken = during('putMetricViewIntegration', 'lakehouse', ({ isExpected }) => ({
  isExpected: (expected, stored) => isExpected(expected, stored) || (stored > 0 && Number(expected) > stored),
}));

const isOld = (expected: unknown, stored: number): boolean => Number(expected) > 0 && Number(expected) < stored;

/** A store that is answered, and keeps what stood there of one member. */
function keeping(isMeant: Condition, ...members: readonly string[]): Patch {
  return given(
    'putMetricViewIntegration',
    isMeant,
    replaceSync('putMetricViewIntegration', (call, original) => {
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

/** A store of one integration that is answered, and of which not everything is kept. */
function stored(change: (next: Body, former: Body) => Body): Patch {
  return replaceSync('putMetricViewIntegration', (call, original) => {
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

/** Faults of what is read or put once more. */

/** What the integration shows; nothing where there is none. */
function standing(call: Call): Body {
  try {
    return bodyIn(responseOf(call, 'getMetricViewIntegration'));
  } catch {
    return {};
  }
}

/** Faults of integrations of metric views. */
export const integrationFaults = faults({
  'lakehouse.integration.create': [
    {
      name: 'versions-of-a-deployment',
      sentence: 'The versions of all integrations of a deployment are counted together.',
      patch: countedTogether(
        ({ path }) => path['deploymentId'] ?? '',
        (call) => bodyOf(call)['expectedConfigurationVersion'] === 0,
      ),
    },
    {
      name: 'counted-for-the-deployment',
      sentence: 'Versions are counted for a deployment: a second data source cannot be created with 0.',
      also: alsoThese('no integration is created beside another', 'lakehouse.integration.create-other-version'),
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
    {
      name: 'refused',
      sentence: 'No integration can be created where there is none.',
      patch: refusing(
        'putMetricViewIntegration',
        (call) => storedVersion(call) === 0 && expectedIn(call) === 0,
        'conflict',
      ),
    },
    {
      name: 'acknowledged',
      sentence: 'The creation of an integration is acknowledged, and there is none.',
      patch: replaceSync('putMetricViewIntegration', (call, original) => {
        const isNew = storedVersion(call) === 0;
        const answer = original(call);
        if (isNew) lakehouseState(call.tenant).integrations.delete(keyIn(call));
        return answer;
      }),
    },
  ],
  'lakehouse.integration.create-taken': [
    {
      name: 'same-configuration',
      sentence: 'A PUT for version 0 with the configuration that is stored is answered as a success.',
      patch: acknowledging('putMetricViewIntegration', 'getMetricViewIntegration', (call) => {
        const { expectedConfigurationVersion, catalog, schema } = bodyOf(call);
        const { configuration = {} } = lakehouseState(call.tenant).integrations.get(keyIn(call)) ?? {};
        return (
          expectedConfigurationVersion === 0 &&
          configuration['catalog'] === catalog &&
          configuration['schema'] === schema
        );
      }),
    },
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
      patch: replaceSync('putMetricViewIntegration', (call, original) =>
        isTaken(expectedIn(call), storedVersion(call)) ? responseOf(call, 'getMetricViewIntegration') : original(call),
      ),
    },
  ],
  'lakehouse.integration.create-other-version': [
    {
      name: 'second-time',
      sentence: 'A PUT at version 1 where there is no integration is refused once, and creates one the second time.',
      patch: taking((call, { refused }) => refused > 0 && versionOf(call) === 0 && expectedIn(call) !== 0),
    },
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
      name: 'not-once-refused',
      sentence: 'An integration whose update was refused for its version can not be changed any more.',
      patch: refusedForGood(
        'putMetricViewIntegration',
        ({ path }) => `${path['deploymentId']} ${path['dataSourceName']}`,
      ),
    },
    {
      name: 'versions-of-a-name',
      sentence: 'The versions of the integrations of one data source in all deployments are counted together.',
      patch: countedTogether(
        ({ path }) => path['dataSourceName'] ?? '',
        (call) => bodyOf(call)['expectedConfigurationVersion'] !== 0,
      ),
    },
    {
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
      patch: refusing('putMetricViewIntegration', (call) => storedVersion(call) > 0, 'conflict'),
    },
  ],
  'lakehouse.integration.old-version': [
    {
      name: 'ahead-taken',
      sentence: 'A PUT at a version that is ahead of the stored one changes the integration.',
      patch: aheadTaken,
    },
    {
      name: 'two-back',
      sentence: 'A PUT is accepted for every version but the one before the stored one.',
      patch: ({ lakehouse }) => {
        const { isExpected } = lakehouse;
        lakehouse.isExpected = (expected, stored) =>
          isExpected(expected, stored) || (typeof expected === 'number' && expected > 0 && expected < stored - 1);
      },
    },
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
    {
      name: 'in-32-bits',
      sentence: 'A version is compared in 32 bits, so that the stored one and 4294967296 more is taken.',
      patch: ({ lakehouse }) => {
        const { isExpected } = lakehouse;
        lakehouse.isExpected = (expected, stored) =>
          isExpected(typeof expected === 'number' && expected >= 2 ** 32 ? expected % 2 ** 32 : expected, stored);
      },
    },
    {
      name: 'two-at-once',
      sentence: 'Two PUTs at the same version both change the integration if they come at the same time.',
      patch: lookingFirst(
        'putMetricViewIntegration',
        ({ tenant, path }) =>
          lakehouseState(tenant).integrations.get(keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '')),
        (call, original, before) => {
          const { isExpected } = call.tenant.rules.lakehouse;
          return withRules(
            call,
            'lakehouse',
            { isExpected: (expected, stored) => isExpected(expected, before?.version ?? stored) },
            () => original(call),
          );
        },
      ),
    },
    {
      name: 'taken-of-plain-users',
      sentence: 'A PUT at a replaced version changes the integration where a user without the admin role sends it.',
      seenIn: BY_PLAIN,
      patch: during(
        'putMetricViewIntegration',
        'lakehouse',
        ({ isExpected }) => ({ isExpected: (expected, stored) => isExpected(expected, stored) || stored > 0 }),
        byPlainUser,
      ),
    },
  ],
  'lakehouse.integration.stored': [
    {
      name: 'second-change',
      sentence: 'The second change of an integration counts its version on and stores nothing.',
      patch: remembering(
        () => new Map<string, number>(),
        (times) =>
          replaceSync('putMetricViewIntegration', (call, original) => {
            const key = keyIn(call);
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
        replaceSync('putMetricViewIntegration', (call, original) => {
          const key = keyIn(call);
          const before = lakehouseState(call.tenant).integrations.get(key)?.configuration;
          const answer = original(call);
          if (before) former.set(key, before);
          return answer;
        })(rules);
        replaceSync('getMetricViewIntegration', (call, original) => {
          const key = keyIn(call);
          return withBody(original(call), (body) => ({ ...body, ...former.get(key) }));
        })(rules);
      },
    },
    {
      name: 'not-one-member-alone',
      sentence: 'A PUT that changes one member of an integration is acknowledged and not stored.',
      patch: replaceSync('putMetricViewIntegration', (call, original) => {
        const before = standing(call);
        const body = bodyOf(call);
        const differing = ['catalog', 'schema'].filter((name) => name in before && before[name] !== body[name]);
        return original(
          differing.length === 1
            ? { ...call, body: { ...body, catalog: before['catalog'], schema: before['schema'] } }
            : call,
        );
      }),
    },
  ],
});
