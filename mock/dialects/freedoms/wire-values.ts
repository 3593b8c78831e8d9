import type { IdKind, ValueKind } from '../kinds.ts';
import type { Freedom, Freedoms } from './freedom.ts';

/** Ids whose type is not printed, by the kind of thing: the points that leave them open. */
const IDS = {
  task: ['U053'],
  delivery: ['U061'],
  environment: ['U104'],
  token: ['U068'],
  'api key': ['U085'],
  export: ['U070'],
  sync: ['U089'],
  preview: ['U091'],
  'promotion preview': ['U075'],
  comment: ['U104'],
  placement: ['U010'],
  thread: ['U053', 'U074'],
} as const satisfies Readonly<Record<IdKind, Freedom['points']>>;

/** Values that no list is printed of: the build's own ones, and what other vendors say in their place. */
const VALUES = {
  'cloud-provider': ['U104', { aws: 'amazon', gcp: 'google', azure: 'microsoft' }, { aws: 'AWS', gcp: 'GCP' }],
  region: [
    'U104',
    { 'us-east-1': 'us-east', 'eu-central-1': 'eu-central', 'us-west-2': 'us-west' },
    { 'us-east-1': 'use1', 'eu-central-1': 'euc1', 'us-west-2': 'usw2' },
  ],
  'release-channel': ['U104', { stable: 'regular', latest: 'rapid' }, { stable: 'general', latest: 'preview' }],
  template: [
    'U104',
    { warehouse: 'wh-basic', blank: 'empty', starter: 'quickstart' },
    { warehouse: 'WAREHOUSE', blank: 'BLANK', starter: 'SAMPLE' },
  ],
  'view-group': [
    'U104',
    { all: 'organization', everyone: 'members', mine: 'personal' },
    { all: 'ALL', everyone: 'EVERYONE', mine: 'MINE' },
  ],
  'launchpad-tab': [
    'U104',
    { reports: 'explorations', workbooks: 'notebooks', dashboards: 'boards' },
    { reports: 'REPORTS', workbooks: 'WORKBOOKS', dashboards: 'DASHBOARDS' },
  ],
  host: ['U010', { GOOGLE_SHEETS: 'google', EXCEL: 'excel' }, { GOOGLE_SHEETS: 'gsheets', EXCEL: 'office365' }],
  'bulk-action': [
    'U086',
    { activate: 'enable', deactivate: 'disable' },
    { activate: 'reactivate', deactivate: 'suspend' },
  ],
} as const satisfies Record<ValueKind, readonly ['U104' | 'U010' | 'U086', ...Readonly<Record<string, string>>[]]>;

const ids: Freedoms = Object.fromEntries(
  Object.entries(IDS).map(([kind, points]) => [
    `id.${kind}`,
    {
      points,
      what: `what the id of a ${kind} is`,
      values: {
        'as it is': {},
        number: { ids: { [kind]: 'number' as const } },
        'a number of 64 bits': { ids: { [kind]: 'long' as const } },
        text: { ids: { [kind]: 'text' as const } },
        uuid: { ids: { [kind]: 'uuid' as const } },
      },
    },
  ]),
);

const values: Freedoms = Object.fromEntries(
  Object.entries(VALUES).map(([kind, [point, ...vocabularies]]) => [
    `values.${kind}`,
    {
      points: [point],
      what: `the values of a ${kind}`,
      values: {
        'any text': {},
        ...Object.fromEntries(
          vocabularies.map((vocabulary) => [
            Object.values(vocabulary).join(', '),
            { vocabularies: { [kind]: vocabulary } },
          ]),
        ),
      },
    },
  ]),
);

export const wireValues: Freedoms = { ...ids, ...values };
