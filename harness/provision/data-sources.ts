import { SPARE_DEPLOYMENT } from '../../contracts/requirements/changed-things.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { granted, isSuccess } from '../http/answer.ts';
import { inDeployment } from './declared-places.ts';
import { idOf } from './shown-things.ts';
import type { Source, Sourcing } from './source.ts';
import { DATA_SOURCE, listing, making, type Place } from './ways.ts';

/** A new data source with an integration, which the printed operation creates. */
export function integratedSource(place: Place): Source {
  const source = making(DATA_SOURCE, place);
  return {
    ...source,
    how: `a new data source of ${place} with an integration`,
    async obtain(sourcing, wanted) {
      const { admin, wire, settings } = sourcing;
      const dataSourceName = await source.obtain(sourcing, wanted);
      if (dataSourceName === undefined) return undefined;
      const body = { ...(wire.value('lakehouse.integration') as object | undefined), expectedConfigurationVersion: 0 };
      const there = admin.in(settings[place] ?? '').preparing;
      granted(await there.raw('putMetricViewIntegration', { path: { dataSourceName }, body }), 'an integration');
      return dataSourceName;
    },
  };
}

/** An integration for a listed data source that has none, where the document declares how to remove it again. */
export function newIntegration(place: Place): Source {
  const element = /^\/api\/v1\/deployments\/\{[^}]*\}\/[^/]*-metric-view-integrations\/\{[^}]*\}\/?$/;
  const removalIn = ({ document }: Sourcing) =>
    document?.operations.find(({ method, path }) => method === 'delete' && element.test(path))?.path;
  return {
    ...listing(DATA_SOURCE, place),
    kind: 'made',
    how: `a new integration of a listed data source of ${place}`,
    isPossible: (sourcing) => sourcing.things.canList(DATA_SOURCE) && removalIn(sourcing) !== undefined,
    async obtain(sourcing) {
      const { things, admin, settings, wire } = sourcing;
      const deploymentId = settings[place] ?? '';
      const there = admin.in(deploymentId).preparing;
      const listed = (await things.list(admin, DATA_SOURCE, deploymentId)) ?? [];
      const body = { ...(wire.value('lakehouse.integration') as object | undefined), expectedConfigurationVersion: 0 };
      for (const dataSourceName of listed.flatMap((one) => idOf(one, DATA_SOURCE) ?? [])) {
        const { status } = await there.raw('getMetricViewIntegration', { path: { dataSourceName } });
        if (status !== 404) continue;
        const removal = inDeployment(removalIn(sourcing) ?? '', deploymentId).replace(/\{[^}]*\}/, '{id}');
        const answer = await things.noting(
          admin,
          { kind: 'integration', name: dataSourceName, removal },
          () => dataSourceName,
          () => there.raw('putMetricViewIntegration', { path: { dataSourceName }, body }),
        );
        if (isSuccess(answer)) return dataSourceName;
      }
      return undefined;
    },
  };
}

/** A listed data source that has an integration. */
export function listedIntegration(place: Place): Source {
  return {
    ...listing(DATA_SOURCE, place),
    how: `a listed data source of ${place} with an integration`,
    async obtain({ things, admin, settings }) {
      const names = (await things.list(admin, DATA_SOURCE, settings[place]))?.flatMap(
        (one) => idOf(one, DATA_SOURCE) ?? [],
      );
      return integrated({ admin, settings }, place, names ?? []);
    },
  };
}

/** The first of some names whose data source has an integration. */
async function integrated(
  { admin, settings }: Pick<Sourcing, 'admin' | 'settings'>,
  place: Place,
  names: readonly string[],
): Promise<string | undefined> {
  const there = admin.in(settings[place] ?? '').preparing;
  for (const dataSourceName of names) {
    if (isSuccess(await there.raw('getMetricViewIntegration', { path: { dataSourceName } }))) return dataSourceName;
  }
  return undefined;
}

/**
 * An integration in the deployment that the run made and removes. Where a tenant takes one for a data source of any name, this
 * needs no data source that it lists. One that starts no preview of it is of no use.
 */
export const integrationOfSpare: Source = {
  kind: 'made',
  how: 'a new integration of a data source of a new name, in the new deployment',
  needs: [SPARE_DEPLOYMENT],
  // One that the tenant lists is not of an invented name, and so tells more.
  after: ['DATA_SOURCE_NAME'],
  isPossible: ({ isOwn }) => isOwn(SPARE_DEPLOYMENT) && !isOwn('DATA_SOURCE_NAME'),
  async obtain({ admin, wire, settings, fresh }) {
    const there = admin.in(settings[SPARE_DEPLOYMENT] ?? '').preparing;
    const dataSourceName = fresh('source');
    const body = { ...(wire.value('lakehouse.integration') as object | undefined), expectedConfigurationVersion: 0 };
    const put = await there.raw('putMetricViewIntegration', { path: { dataSourceName }, body });
    if (!isSuccess(put)) return undefined;
    const preview = { ...(wire.value('lakehouse.preview') as object | undefined), dataSourceName };
    return isSuccess(await there.raw('startMetricViewPreview', { body: preview })) ? dataSourceName : undefined;
  },
};

const SOURCES = /^(default_?|main_?|primary_?)?(data_?source|data_?connection|warehouse)(_?name)?s?$/i;
const MOST_TRIED = 6;

/** A data source that the settings of a deployment name, or the tenant's document where a preview has to name one. */
export function namedIntegration(place: Place): Source {
  return {
    kind: 'found',
    how: `a data source with an integration that the settings of ${place} or the tenant's document name`,
    needs: [place],
    async obtain(sourcing) {
      const there = sourcing.admin.in(sourcing.settings[place] ?? '').preparing;
      const { wire } = await there.raw('getDeploymentSettings');
      const names = [...namesIn(wire), ...declaredNames(sourcing)];
      return integrated(sourcing, place, [...new Set(names)].slice(0, MOST_TRIED));
    },
  };
}

/** A data source that the settings of a deployment name, whether it has an integration or not. */
export function namedSource(place: Place): Source {
  return {
    kind: 'found',
    how: `a data source that the settings of ${place} name`,
    needs: [place],
    async obtain({ admin, settings }) {
      const { wire } = await admin.in(settings[place] ?? '').preparing.raw('getDeploymentSettings');
      return namesIn(wire)[0];
    },
  };
}

/** The names of data sources in what a tenant shows: texts, or the names of objects. */
function namesIn(shown: unknown): string[] {
  if (!isMembers(shown)) return [];
  return Object.entries(shown).flatMap(([member, value]) => {
    if (!SOURCES.test(member)) return namesIn(value);
    return [value].flat().flatMap((one) => (isMembers(one) ? (idOf(one, DATA_SOURCE) ?? []) : textOf(one)));
  });
}

const textOf = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);

/** The values that the document gives for the data source of a preview. */
function declaredNames({ wire, document }: Sourcing): string[] {
  const route = wire.route('startMetricViewPreview');
  const declared = document && route && document.find(route.method, route.path);
  const member = document?.propertiesOf(declared && document.schemaOf(declared, 'request'))[
    String(wire.value('lakehouse.preview-data-source'))
  ];
  if (!document || !member) return [];
  const { default: usual, example, examples } = document.schema(member) as Members;
  return [usual, example, ...[examples].flat(), ...document.valuesOf(member)].flatMap(textOf);
}
