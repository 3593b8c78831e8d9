import type { Body, Call } from '../../mock/call.ts';
import { bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../lib/access.ts';
import { acknowledging, both, changedIf, knowing, sends, timesIn, type Past, type When } from '../lib/only.ts';
import { all, refusing, replaceSync, withRules } from '../lib/patches.ts';
import { changeRequest, itemsOf } from '../lib/reports.ts';
import { hashOf } from '../lib/text-files.ts';

/** Faults of placements, exports, deliveries and workbooks that show only in some state, after some history, or to some. */

const PLACEMENTS = 'listPlacements';
const START = 'startDashboardExport';
const STATUS = 'getDashboardExport';
const LINK = 'createAiWidgetThread';
const DRAFT = 'getDashboardFile';
const PATCH_DRAFT = 'patchDashboardFile';
const PUBLISH = 'publishWorkbook';
const DUPLICATE = 'duplicateWorkbook';
const GET = 'getReportDelivery';
const UPDATE = 'updateReportDelivery';
const PAUSE = 'pauseReportDelivery';
const RESUME = 'resumeReportDelivery';
const RUN = 'runReportDelivery';

/** Entries of a list that the caller may not read show something else. */
function denied(change: (entry: Body) => Body, when: When = () => true): Patch {
  return changedIf(PLACEMENTS, when, (list) => ({
    ...list,
    items: itemsOf(list).map((entry) => (entry['access'] === 'DENIED' ? change(entry) : entry)),
  }));
}

const isBehindCursor: When = ({ query }) => query.text('after') !== undefined;

const byWorkbook = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, ({ path }) => path['workbookId'], patch);
const byDelivery = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, ({ path }) => path['deliveryId'], patch);

const delivery = (call: Call) => deliveryState(call.tenant).deliveries.get(Number(call.path['deliveryId'] ?? 0));
const isPaused: When = (call) => delivery(call)?.enabled === false;
const isOthers: When = (call) => delivery(call)?.ownerId !== call.principal.user?.id;

/** Runs of a delivery are forgotten once an operation has succeeded. */
const forgetting = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const { runs } = deliveryState(call.tenant);
    for (const { id } of runs.filter((run) => run.deliveryId === Number(call.path['deliveryId']))) runs.remove(id);
    return answer;
  });

const asksPrintAsPng = both(
  sends('layout', (value) => value === 'print'),
  sends('format', (value) => value === 'png'),
);
const printing = (when: When): Patch =>
  replaceSync(START, (call, original) =>
    when(call) ? withRules(call, 'dashboardExports', { printTakes: () => true }, () => original(call)) : original(call),
  );

export const exportsOnlyFaults = faults({
  'external-documents.entry.denied-else-complete': [
    {
      name: 'cell-masked',
      sentence: 'A placement with the access DENIED shows stars for its cell.',
      patch: denied((entry) => ({ ...entry, anchorCell: '***' })),
    },
    {
      name: 'report-id-zero',
      sentence: 'A placement with the access DENIED shows 0 as the id of its report.',
      patch: denied((entry) => ({ ...entry, reportId: 0 })),
    },
    {
      name: 'workbook-name-shortened',
      sentence: 'A placement with the access DENIED shows the first letter of its workbookName alone.',
      patch: denied((entry) => ({
        ...entry,
        workbookName: typeof entry['workbookName'] === 'string' ? entry['workbookName'].slice(0, 1) : null,
        sheetName: typeof entry['sheetName'] === 'string' ? entry['sheetName'].slice(0, 1) : null,
      })),
    },
    {
      name: 'masked-behind-a-cursor',
      sentence: 'A placement with the access DENIED shows another sheet on a page after a cursor.',
      patch: denied((entry) => ({ ...entry, sheetName: 'Sheet' }), isBehindCursor),
    },
  ],
  'external-documents.entry.granted': [
    {
      name: 'denied-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Every placement has the access DENIED for an OAuth token.',
      patch: replaceSync(PLACEMENTS, (call, original) =>
        byOAuth(call)
          ? withRules(call, 'externalDocuments', { access: () => 'DENIED' as const }, () => original(call))
          : original(call),
      ),
    },
  ],
  'dashboard-exports.start.answers-job': [
    {
      name: 'second-of-a-caller',
      sentence: 'The job of the third export that a tenant starts is unknown.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: (rules) => {
        let started = 0;
        const lost = new Set<unknown>();
        all(
          changedIf(
            START,
            () => true,
            (job) => {
              started += 1;
              if (started > 2) lost.add(job['jobId']);
              return job;
            },
          ),
          refusing(STATUS, ({ path }) => lost.has(path['jobId']), 'unknown'),
        )(rules);
      },
    },
    {
      name: 'unknown-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The status of an export cannot be read with the OAuth token that it was started with.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: refusing(STATUS, byOAuth, 'unknown'),
    },
    {
      name: 'unknown-to-plain-users',
      sentence: 'The status of an export cannot be read by the user without the admin role who started it.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: refusing(STATUS, byPlainUser, 'unknown'),
    },
  ],
  'dashboard-exports.start.format-other': {
    name: 'taken-the-second-time',
    sentence: 'A format that is unknown is taken for png once it was refused.',
    patch: knowing(
      [START],
      ({ body }) => String((body as Body)['format']),
      (past) =>
        changeRequest(START, (body, call) => (past(call).includes(`not ${START}`) ? { ...body, format: 'png' } : body)),
    ),
  },
  'dashboard-exports.start.layout-default': {
    name: 'as-the-last',
    sentence: 'An export without a layout takes the one of the export before it.',
    patch: (rules) => {
      let last: unknown;
      changeRequest(START, (body) => {
        const layout = body['layout'] ?? last;
        if (body['layout'] !== undefined) last = body['layout'];
        return layout === undefined ? body : { ...body, layout };
      })(rules);
    },
  },
  'dashboard-exports.start.layout-screenshot': {
    name: 'refused-for-pdf',
    sentence: 'The layout screenshot is refused with the format pdf.',
    patch: refusing(
      START,
      both(
        sends('layout', (value) => value === 'screenshot'),
        sends('format', (value) => value === 'pdf'),
      ),
      'invalid',
    ),
  },
  'dashboard-exports.start.print-png': [
    {
      name: 'taken-the-second-time',
      sentence: 'An export with the layout print and the format png is taken once it was refused.',
      patch: knowing(
        [START],
        () => 'all',
        (past) => printing(both(asksPrintAsPng, (call) => past(call).at(-1) === `not ${START}`)),
      ),
    },
    {
      name: 'taken-from-plain-users',
      sentence: 'An export with the layout print and the format png is taken from a user without the admin role.',
      patch: printing(both(asksPrintAsPng, byPlainUser)),
    },
  ],
  'dashboard-exports.start.render-as-admin-only': {
    name: 'open-for-prints',
    sentence: 'A print by anybody may be rendered as somebody else.',
    patch: replaceSync(START, (call, original) =>
      bodyOf(call)['layout'] === 'print' && !isAdministrator(call)
        ? withRules(call, 'dashboardExports', { mayRenderAs: () => true }, () => original(call))
        : original(call),
    ),
  },
  'report-deliveries.update.takes-effect': [
    {
      name: 'first-alone',
      sentence: 'Of several updates of a delivery the first alone takes effect.',
      also: alsoThese(
        'the update that shows whether the right is gone is the second',
        'report-deliveries.access.tasks-read-update-refused',
      ),
      patch: byDelivery([UPDATE], (past) => acknowledging(UPDATE, GET, (call) => timesIn(past(call), UPDATE) > 0)),
    },
    {
      name: 'not-while-paused',
      sentence: 'An update of a paused delivery is acknowledged and changes nothing.',
      also: alsoThese('whoever may read it is answered', 'report-deliveries.access.tasks-read-update-refused'),
      patch: acknowledging(UPDATE, GET, isPaused),
    },
  ],
  'report-deliveries.run.recorded': [
    {
      name: 'forgotten-on-pause',
      sentence: 'A pause empties the run history of a delivery.',
      patch: forgetting(PAUSE),
    },
    {
      name: 'forgotten-on-update',
      sentence: 'An update empties the run history of a delivery.',
      patch: forgetting(UPDATE),
    },
  ],
  'report-deliveries.resume.after-pause': [
    {
      name: 'once',
      sentence: 'A delivery can be resumed once.',
      patch: byDelivery([RESUME], (past) => refusing(RESUME, (call) => past(call).includes(RESUME), 'conflict')),
    },
    {
      name: 'refused-after-a-run',
      sentence: 'A delivery that has run cannot be resumed.',
      patch: byDelivery([RUN], (past) => refusing(RESUME, (call) => past(call).includes(RUN), 'conflict')),
    },
    {
      name: 'owners-alone',
      sentence: 'A delivery of somebody else cannot be resumed.',
      patch: refusing(RESUME, isOthers, 'forbidden'),
    },
  ],
  'workbooks.publish.without-config': {
    name: 'once',
    sentence: 'A workbook can be published without config once.',
    patch: byWorkbook([PUBLISH], (past) => refusing(PUBLISH, (call) => past(call).includes(PUBLISH), 'conflict')),
  },
  'workbooks.duplicate.body-optional': {
    name: 'once',
    sentence: 'A workbook can be duplicated without a request body once.',
    patch: byWorkbook([DUPLICATE], (past) =>
      refusing(DUPLICATE, (call) => call.body === undefined && past(call).includes(DUPLICATE), 'invalid'),
    ),
  },
  'workbooks.ai-widget-thread.checksum-optional': {
    name: 'needed-once-tied',
    sentence: 'Tying another thread to a widget that has one is refused without a checksum.',
    patch: byWorkbook([LINK], (past) =>
      refusing(LINK, (call) => bodyOf(call)['checksum'] === undefined && past(call).includes(LINK), 'conflict'),
    ),
    also: [
      { id: 'workbooks.ai-widget-thread.thread-id-missing', because: 'its neighbour ties a widget a second time' },
    ],
  },
  'workbooks.file.patch-replaces': [
    {
      name: 'lost-once-published',
      sentence: 'A patch of the draft of a workbook that was published is acknowledged and changes nothing.',
      patch: byWorkbook([PUBLISH], (past) => acknowledging(PATCH_DRAFT, DRAFT, (call) => past(call).includes(PUBLISH))),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A patch of a draft with an OAuth token is acknowledged and changes nothing.',
      patch: acknowledging(PATCH_DRAFT, DRAFT, byOAuth),
    },
  ],
  'workbooks.file.hash-stable': {
    name: 'another-for-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The hash of a draft that is read with an OAuth token is that of another text.',
    patch: changedIf(DRAFT, byOAuth, (file, call) => ({
      ...file,
      hash: hashOf(call, `${String(file['content'])} `),
    })),
  },
});
