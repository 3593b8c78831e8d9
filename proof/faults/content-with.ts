import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { byPlainUser } from '../lib/access.ts';
import { configure, dropping, merging, storedIn } from '../lib/deployments.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { changeRequest, itemsOf, reportIn, storeReport, withItems } from '../lib/reports.ts';

/** Faults of reports, workbooks and deployments that need some text, some moment, or something that stands beside. */

type File = Rules['workbooks']['file'];

/** A new text in which a dollar sign and what follows it stand for what was found. */
function dollars(what: string, fileOf: (rules: Rules) => File): Deviation {
  return {
    name: 'dollar-signs',
    sentence: `A patch of ${what} reads dollar signs in the new text as what was found.`,
    patch: (rules) => {
      fileOf(rules).replaced = (content, text, next) => content.replace(text, next);
    },
  };
}

/** Names of reports that a search lost when their titles were updated. */
const lostNames: Patch = remembering(
  () => new Set<number>(),
  (lost) => (rules) => {
    replaceSync('updateReport', (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      const now = reportIn(call);
      if (now && now.title !== before?.title) lost.add(now.id);
      return answer;
    })(rules);
    const { matches } = rules.reports;
    rules.reports.matches = (report, search) => matches(lost.has(report.id) ? { ...report, name: '' } : report, search);
  },
);

export const contentWithFaults = faults({
  'reports.update.title-stored': {
    name: 'equal-to-the-name',
    sentence: 'A title that is the same text as the name of the report is not stored.',
    patch: replaceSync('updateReport', (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      const now = reportIn(call);
      if (!before || !now || now.title !== now.name || before.title === now.title) return answer;
      storeReport(call, { title: before.title });
      return 'body' in answer ? { ...answer, body: { ...(answer.body as Body), title: before.title } } : answer;
    }),
  },
  'reports.list.search-finds': {
    name: 'after-another-title',
    sentence: 'A search does not find a report by its name once its title was updated.',
    patch: lostNames,
  },
  'reports.file.patch-replaces': dollars('a report file', ({ reports }) => reports.file),
  'workbooks.file.patch-replaces': dollars("a dashboard's draft", ({ workbooks }) => workbooks.file),
  'reports.disconnect.keeps-other-placements': {
    name: 'at-the-same-address',
    sentence: 'A disconnect by address takes a report out of every spreadsheet in which it has that sheet and cell.',
    patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
      const { sheetName, anchorCell, placementId } = bodyOf(call);
      const answer = original(call);
      const placements = reportIn(call)?.placements ?? [];
      if (placementId !== undefined || sheetName === undefined) return answer;
      storeReport(call, {
        placements: placements.filter((one) => one.sheetName !== sheetName || one.anchorCell !== anchorCell),
      });
      return answer;
    }),
  },
  'reports.update.expected-version-matches': {
    name: 'while-placed',
    sentence:
      'An update with the version of the report is refused with 409 while the report is placed in a spreadsheet.',
    also: [
      ...alsoThese('a text that is too long stands beside the version', 'reports.update.name-too-long'),
      ...alsoThese('a text that is too long stands beside the version', 'reports.update.title-too-long'),
    ],
    patch: replaceSync('updateReport', (call, original) => {
      const report = reportIn(call);
      const isMeant = report && report.placements.length > 0 && bodyOf(call)['expectedVersion'] === report.version;
      return isMeant ? refuse(409, 'the version is another') : original(call);
    }),
  },
  'reports.list.folder-complete': {
    name: 'placed-ones',
    sentence: 'The filter by a folder leaves out reports that are placed in a spreadsheet.',
    also: alsoThese('the pages of a folder are counted there', 'reports.list.last-page-announced'),
    patch: changeBodySync('listReports', (body, call) =>
      call.query.text('folderId') === undefined
        ? body
        : withItems(
            body,
            itemsOf(body).filter((one) => (one['externalWorkbookPlacements'] as readonly unknown[]).length === 0),
          ),
    ),
  },
  'workbooks.duplicate.original-unchanged': {
    name: 'published-ones',
    sentence: 'A duplicate of a workbook that was published puts the draft of the original back to what is published.',
    patch: replaceSync('duplicateWorkbook', (call, original) => {
      const answer = original(call);
      const { workbooks } = call.tenant.content;
      const workbook = workbooks.get(Number(call.path['workbookId']));
      if (workbook && workbook.published !== null) workbooks.replace({ ...workbook, draft: workbook.published });
      return answer;
    }),
  },
  'workbooks.ai-widget-thread.thread-id-missing': {
    name: 'tied-before',
    sentence: 'A widget that has a thread needs no threadId, and loses its thread without one.',
    patch: changeRequest('createAiWidgetThread', (body, call) => {
      const draft = call.tenant.content.workbooks.get(Number(call.path['workbookId']))?.draft ?? '{}';
      const { widgets = [] } = JSON.parse(draft) as { widgets?: readonly Body[] };
      const widget = widgets.find(({ id }) => id === body['widgetId']);
      return widget?.['threadId'] !== undefined && body['threadId'] === undefined
        ? { ...body, threadId: 'none' }
        : body;
    }),
  },
  'deployments.update.template-variables-keep': {
    name: 'empty-text-lost',
    sentence: 'A template variable that is an empty text is lost with the next update of another one.',
    patch: merging((stored, change) => ({
      ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== '')),
      ...change,
    })),
  },
  'deployments.update.several-members': {
    name: 'hold-beside-a-version',
    sentence: 'An update with a version loses the hold that it carries.',
    patch: dropping('releaseChannelVersionHold', (body) => 'releaseChannelVersion' in body),
  },
  'deployments.token.stated-end-chosen': {
    name: 'whole-hours',
    sentence:
      'A deployment token for more than an hour ends after the whole hours of the expiresIn that was asked for.',
    patch: ({ deployments }) => {
      const { expiresAt } = deployments;
      deployments.expiresAt = (now, seconds) =>
        expiresAt(now, seconds < 3600 ? seconds : Math.floor(seconds / 3600) * 3600);
    },
  },
  'deployments.settings.no-secrets': {
    name: 'for-a-plain-user',
    sentence: 'The settings of a deployment show its secrets to users without the admin role.',
    patch: changeBodySync('getDeploymentSettings', (body, call) =>
      byPlainUser(call) ? { ...body, secrets: storedIn(call)?.secrets } : body,
    ),
  },
  'deployments.update.keeps-template': {
    name: 'another-region',
    sentence: 'An update to another region puts the template back to the first one.',
    patch: remembering(
      (): { first: unknown } => ({ first: undefined }),
      (memory) =>
        all(
          replaceSync('updateDeployment', (call, original) => {
            const before = storedIn(call)?.configuration ?? {};
            memory.first ??= before['template'];
            const answer = original(call);
            const { region, template } = bodyOf(call);
            if (template === undefined && region !== undefined && region !== before['region']) {
              configure(call, { template: memory.first });
            }
            return answer;
          }),
        ),
    ),
  },
});
