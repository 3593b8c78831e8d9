import { expect, test } from '../test.ts';
import { Host, startControl } from '../../mock/index.ts';
import { changeBody } from '../../proof/lib/patches.ts';
import { idsWith, run } from './run.ts';
import { FULL } from '../size.ts';

// Lists of these tenants show what is made, granted or placed some time later: that is no violation.

test.describe.configure({ timeout: 120_000 });

/** Checks that read a list right after something was made for it. */
const SELECTION = [
  String.raw`role-holders\.(holders\.(direct|nobody-else|built-in|entry|once|pages)|revoke\.other-users)`,
  String.raw`reports\.(list\.external-workbook|connect\.(places|several)|(dis)?connect\.keeps|disconnect\.by|refresh\.keeps)`,
  String.raw`external-documents\.(list\.(shows|drops|tenant|only|denied)|entry)`,
  String.raw`scheduled-tasks\.(list\.(whole|own)|delete\.leaves|access\.(reader-lists|tasks-read-lists|admin-lists|all-includes-read))`,
  String.raw`report-deliveries\.access\.\S*lists`,
  String.raw`embed\.comment-(list\.shows|edit\.(author|others)|delete\.others)`,
  String.raw`api-keys\.list`,
  String.raw`environments\.tokens\.(own-shown|others-hidden|environment-only|covers)`,
  String.raw`transform-sync\.history`,
];

test('what lists show late is waited for', FULL, async () => {
  const ran = await run('conformance', [String.raw`--grep=\b(${SELECTION.join('|')})`, '--dialect=late', '--seed=3']);
  expect(idsWith(ran.results, 'violates', 'inconclusive', 'untested'), ran.output).toEqual([]);
  expect(idsWith(ran.results, 'conforms').length, ran.output).toBeGreaterThan(50);
});

test('two seconds are waited for as well', FULL, async () => {
  const rows = [
    'role-holders.holders.direct',
    'external-documents.list.shows-placement',
    'transform-sync.history.shows-sync',
  ];
  const selection = `--grep=(${rows.join('|')}):`;
  const ran = await run('conformance', [selection, '--dialect=later', '--seed=3']);
  expect(idsWith(ran.results, 'conforms'), ran.output).toEqual([...rows].sort());
});

/** Lists without any elements, and a row for each that such a list violates however long it is waited for. */
const EMPTY = {
  listRoleHolders: 'role-holders.holders.direct',
  listPlacements: 'external-documents.list.shows-placement',
  listReports: 'reports.connect.several-spreadsheets',
  listScheduledTasks: 'scheduled-tasks.create.in-list',
  listDashboardComments: 'embed.comment-list.shows-thread',
  listApiKeys: 'api-keys.list.shows-created',
  listEnvironmentTokens: 'environments.tokens.own-shown',
  listTransformSyncs: 'transform-sync.history.shows-sync',
} as const;

test('what a late list never shows is a violation', FULL, async () => {
  const { host } = await Host.start();
  const patches = Object.keys(EMPTY).map((list) => changeBody(list, (body) => ({ ...body, items: [] })));
  const faultsFor = () => ({ patches, isSoughtAfter: false });
  const control = await startControl(host, { faultsFor, defaults: { dialect: 'late' } });
  const rows = Object.values(EMPTY);
  const selection = `--grep=(${rows.join('|')}):`;
  const ran = await run('conformance', [selection, '--dialect=late', '--seed=3'], { CONTROL_URL: control.url });
  await Promise.all([control.close(), host.close()]);
  expect(idsWith(ran.results, 'violates'), ran.output).toEqual([...rows].sort());
});
