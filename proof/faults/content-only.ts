import { setTimeout as pause } from 'node:timers/promises';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { sha256 } from '../../mock/rules/files.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { isAdministrator } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { given } from '../lib/given.ts';
import { changedIf, isPresent, sends } from '../lib/only.ts';
import { all, changeBody, during, refusing, remembering, replace, replaceSync, sharingCopies } from '../lib/patches.ts';

/** Deviations of workbooks, promotions and dashboard exports that show under one condition alone. */

function draftFile(change: (own: Rules['workbooks']['file']) => Partial<Rules['workbooks']['file']>): Patch {
  return ({ workbooks }) => {
    Object.assign(workbooks.file, change({ ...workbooks.file }));
  };
}

const workbookOf = ({ path }: Call) => `${path['deploymentId']}/${path['workbookId']}`;
const jobOf = ({ path }: Call) => path['jobId'];

/** The key of an apply, in the body or in the header. */
function keyOf(call: Call): unknown {
  return call.headers['idempotency-key'] ?? bodyOf(call)['idempotencyKey'];
}

function withoutKey(call: Call): Call {
  const { idempotencyKey: _, ...body } = bodyOf(call);
  const { 'idempotency-key': __, ...headers } = call.headers;
  return { ...call, body, headers };
}

/** The widget of a draft that a thread can be tied to. */
function aiWidgetOf({ tenant, path }: Call): unknown {
  const { draft = '{}' } = tenant.content.workbooks.get(Number(path['workbookId'])) ?? {};
  const { widgets = [] } = JSON.parse(draft) as { widgets?: readonly { id: string; type: string }[] };
  return widgets.find(({ type }) => type === 'ai')?.id;
}

export const contentOnlyFaults = faults({
  'workbooks.file.patch-keeps-the-rest': {
    name: 'outside-ascii',
    sentence: 'A patch damages what stands in other alphabets in the rest of the draft.',
    patch: draftFile(() => ({
      replaced: (content, oldText, newText) =>
        content
          .split(oldText)
          .map((part) => part.replace(/[^\0-\xff]/g, '?'))
          .join(newText),
    })),
  },
  'workbooks.file.patch-replaces': {
    name: 'dollar',
    sentence: 'In the new text of a patch a dollar sign and an ampersand stand for the old text.',
    patch: draftFile(() => ({ replaced: (content, oldText, newText) => content.replace(oldText, newText) })),
  },
  'workbooks.file.patch-exact': {
    name: 'pattern',
    sentence: 'A dot in the old text of a patch stands for any character.',
    patch: draftFile(({ occurrences, replaced }) => {
      const found = (content: string, oldText: string) =>
        new RegExp(oldText.replace(/[^\w.\s]/g, '\\$&')).exec(content)?.[0] ?? oldText;
      return {
        occurrences: (content, oldText) => occurrences(content, found(content, oldText)),
        replaced: (content, oldText, newText) => replaced(content, found(content, oldText), newText),
      };
    }),
  },
  'workbooks.file.hash-follows-content': {
    name: 'same-length',
    sentence: 'The hash of a draft follows from its length alone.',
    patch: draftFile(() => ({ hash: (content) => sha256(String(content.length)) })),
  },
  'workbooks.file.hash-stable': {
    name: 'other-reader',
    sentence: 'Users without the admin role get another hash of a draft than administrators.',
    patch: changedIf(
      'getDashboardFile',
      (call) => !isAdministrator(call),
      (body) => ({ ...body, hash: sha256(String(body['hash'])) }),
    ),
  },
  'workbooks.duplicate.original-unchanged': {
    name: 'shared',
    sentence: 'A patch of a copy that was made with shared changes the original as well.',
    patch: remembering(
      () => new Map<unknown, number>(),
      (originals) =>
        all(
          sharingCopies,
          replaceSync('duplicateWorkbook', (call, original) => {
            const answer = original(call);
            if (sends('shared', (value) => value === true)(call) && 'body' in answer) {
              originals.set((answer.body as Body)['id'], Number(call.path['workbookId']));
            }
            return answer;
          }),
          replaceSync('patchDashboardFile', (call, original) => {
            const answer = original(call);
            const { workbooks } = call.tenant.content;
            const copy = workbooks.get(Number(call.path['workbookId']));
            const source = workbooks.get(originals.get(copy?.id) ?? 0);
            if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
            return answer;
          }),
        ),
    ),
  },
  'workbooks.publish.without-config': {
    name: 'empty-object',
    sentence: 'A publish whose body is an object without members, but for those that every publish needs, is refused.',
    patch: refusing(
      'publishWorkbook',
      ({ tenant, body }) => {
        const { properties = {} } = tenant.dialect.further['publishWorkbook']?.schema ?? {};
        return typeof body === 'object' && body !== null && Object.keys(body).every((name) => name in properties);
      },
      'invalid',
    ),
  },
  'workbooks.ai-widget-thread.thread-id-missing': {
    name: 'with-checksum',
    sentence: 'With a checksum a request without threadId takes the thread of a widget away.',
    patch: replaceSync('createAiWidgetThread', (call, original) => {
      const { threadId, checksum } = bodyOf(call);
      if (threadId !== undefined || checksum === undefined) return original(call);
      return original({ ...call, body: { ...bodyOf(call), threadId: 'none' } });
    }),
  },
  'workbooks.ai-widget-thread.widget-id-missing': {
    name: 'with-checksum',
    sentence: 'With a checksum a thread without widgetId is tied to the first AI widget.',
    patch: replaceSync('createAiWidgetThread', (call, original) => {
      const { widgetId, checksum } = bodyOf(call);
      if (widgetId !== undefined || checksum === undefined) return original(call);
      return original({ ...call, body: { ...bodyOf(call), widgetId: aiWidgetOf(call) } });
    }),
  },
  'promotions.apply.idempotency-key-repeated': [
    {
      name: 'at-once',
      sentence: 'Two applies at once with one idempotency key promote twice.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (underWay) =>
          replace('applyPromotion', async (call, original) => {
            const key = keyOf(call);
            if (key === undefined) return original(call);
            const isSecond = underWay.has(key);
            underWay.set(key, (underWay.get(key) ?? 0) + 1);
            await pause(50);
            underWay.delete(key);
            return original(isSecond ? withoutKey(call) : call);
          }),
      ),
    },
    {
      name: 'third-time',
      sentence: 'The third apply with one idempotency key promotes again.',
      patch: given(
        'applyPromotion',
        (_call, { done }) => done >= 2,
        replace('applyPromotion', (call, original) => original(withoutKey(call))),
        { of: keyOf },
      ),
    },
  ],
  'promotions.apply.stale-hash': {
    name: 'newer-preview',
    sentence: 'A preview of a workbook that has changed since is applied if there is a newer preview.',
    patch: remembering(
      () => new Map<unknown, unknown>(),
      (latest) =>
        all(
          replaceSync('previewPromotion', (call, original) => {
            const answer = original(call);
            if ('body' in answer) latest.set(workbookOf(call), (answer.body as Body)['sourceHash']);
            return answer;
          }),
          during('applyPromotion', 'promotions', ({ isFresh }, call) => ({
            isFresh: (previewed, now) => isFresh(previewed, now) || latest.get(workbookOf(call)) === now,
          })),
        ),
    ),
  },
  'promotions.list.shows-applied': {
    name: 'second-to-same-target',
    sentence: 'The list holds the first promotion to each target alone.',
    patch: changeBody('listPromotions', (body) => ({
      ...body,
      items: (body['items'] as readonly Body[]).filter(
        (one, index, every) =>
          every.findIndex((other) => other['targetDeploymentId'] === one['targetDeploymentId']) === index,
      ),
    })),
  },
  'dashboard-exports.start.print-png': {
    name: 'with-render-as',
    sentence: 'With renderAs a print may have the format png.',
    patch: during(
      'startDashboardExport',
      'dashboardExports',
      () => ({ printTakes: () => true }),
      sends('renderAs', isPresent),
    ),
  },
  'dashboard-exports.start.render-as-admin-only': {
    name: 'themselves',
    sentence: 'Every user may render an export as themselves.',
    patch: during('startDashboardExport', 'dashboardExports', ({ mayRenderAs }, call) => ({
      mayRenderAs: (isAdmin) => {
        const subject = (bodyOf(call)['renderAs'] ?? {}) as Body;
        return mayRenderAs(isAdmin) || String(subject['userId']) === String(call.principal.user?.id);
      },
    })),
  },
  'dashboard-exports.start.layout-other': {
    name: 'with-render-as',
    sentence: 'With renderAs every layout is accepted.',
    patch: during(
      'startDashboardExport',
      'dashboardExports',
      ({ layouts }, call) => ({ layouts: [...layouts, String(bodyOf(call)['layout'])] }),
      sends('renderAs', isPresent),
    ),
  },
  'dashboard-exports.download.png-file': {
    name: 'second-time',
    sentence: 'The second download of a PNG file lacks its end.',
    patch: given(
      'downloadDashboardExport',
      (_call, { done }) => done > 0,
      replaceSync('downloadDashboardExport', (call, original) => {
        const answer = original(call);
        return answer.kind === 'bytes' && answer.type === 'image/png'
          ? { ...answer, bytes: answer.bytes.subarray(0, -12) }
          : answer;
      }),
      { of: jobOf },
    ),
  },
  'dashboard-exports.job.dropped': {
    name: 'downloaded',
    sentence: 'The job of an export whose file was downloaded is kept for good.',
    patch: given(
      'getDashboardExport',
      (_call, { done }) => done > 0,
      during('getDashboardExport', 'dashboardExports', () => ({ jobLifetime: Infinity })),
      { past: 'downloadDashboardExport', of: jobOf },
    ),
  },
  'dashboard-exports.start.format-other': {
    name: 'with-layout',
    sentence: 'With a layout every format is accepted.',
    patch: during(
      'startDashboardExport',
      'dashboardExports',
      ({ formats, printTakes }, call) => ({
        formats: [...formats, String(bodyOf(call)['format'])],
        printTakes: (format) => format !== 'png' || printTakes(format),
      }),
      sends('layout', isPresent),
    ),
  },
  'dashboard-exports.download.pdf-file': {
    name: 'second-time',
    sentence: 'The second download of a PDF file is empty.',
    also: [{ id: 'dashboard-exports.download.print-file', because: 'a print is a PDF file as well' }],
    patch: given(
      'downloadDashboardExport',
      (_call, { done }) => done > 0,
      replaceSync('downloadDashboardExport', (call, original) => {
        const answer = original(call);
        return answer.kind === 'bytes' && answer.type === 'application/pdf'
          ? { ...answer, bytes: new Uint8Array() }
          : answer;
      }),
      { of: jobOf },
    ),
  },
  'dashboard-exports.job.kept': {
    name: 'downloaded',
    sentence: 'The job of an export is dropped with the download of its file.',
    patch: given(
      'getDashboardExport',
      (_call, { done }) => done > 0,
      refusing('getDashboardExport', () => true, 'gone'),
      {
        past: 'downloadDashboardExport',
        of: jobOf,
      },
    ),
  },
  'dashboard-exports.file.dropped': {
    name: 'downloaded',
    sentence: 'A file that was downloaded can be downloaded for good.',
    patch: given(
      'downloadDashboardExport',
      (_call, { done }) => done > 0,
      during('downloadDashboardExport', 'dashboardExports', () => ({ fileLifetime: Infinity })),
      { of: jobOf },
    ),
  },
});
