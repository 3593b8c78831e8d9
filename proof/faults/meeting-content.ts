import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Branch } from '../../mock/world/deployments.ts';
import { byOAuth } from '../lib/access.ts';
import { afterRevocation, revive, sessionIn, sessionsOf } from '../lib/embed.ts';
import { faults } from '../lib/fault.ts';
import { bodyIn, once } from '../lib/meeting.ts';
import { all, during, remembering, replaceSync } from '../lib/patches.ts';
import { end } from '../../mock/rules/embed.ts';

/** Faults of workbooks, promotions and embedding that show where two of their features meet. */

const workbookIn = ({ tenant, path }: Call) => tenant.content.workbooks.get(Number(path['workbookId']));

const ofWorkbook = ({ path }: Call): string => path['workbookId'] ?? '';

/** Takes each thread from the widgets of a draft. */
function untied(draft: string): string {
  const { widgets, ...rest } = JSON.parse(draft) as { widgets?: readonly Body[] };
  if (!Array.isArray(widgets)) return draft;
  return JSON.stringify({ ...rest, widgets: widgets.map(({ threadId: _, ...widget }: Body) => widget) }, null, 2);
}

/** Operations that show or compare the hash of a draft. */
const HASHING = ['getDashboardFile', 'patchDashboardFile', 'createAiWidgetThread'];

/** What some sessions were generated with. */
const generated = (which: (call: Call) => boolean, patch: Parameters<typeof once>[2]) =>
  once(
    'generateEmbedSession',
    (call, answer) => (which(call) ? String(bodyIn(answer)['sessionId']) : undefined),
    patch,
  );

export const meetingContentFaults = faults({
  'workbooks.file.hash-stable': {
    name: 'another-once-published',
    toldBy: 'workbooks.publish.without-config',
    sentence: 'The hash of a draft is another one once the workbook was published.',
    patch: all(
      ...HASHING.map((operation) =>
        during(operation, 'workbooks', (own, call) => {
          const published = workbookIn(call)?.published ?? '';
          return { file: { ...own.file, hash: (text: string) => own.file.hash(`${text}${published}`) } };
        }),
      ),
    ),
  },
  'workbooks.publish.without-config': {
    name: 'not-once-a-thread-was-tied',
    sentence: 'A publish without config is refused once a thread was tied to a widget.',
    patch: once('createAiWidgetThread', ofWorkbook, (tied) =>
      replaceSync('publishWorkbook', (call, original) => {
        const answer = original(call);
        if (bodyOf(call, { optional: true })['config'] === undefined && tied.has(ofWorkbook(call)))
          refuse('conflict', 'the config is missing');
        return answer;
      }),
    ),
  },
  'workbooks.duplicate.original-unchanged': {
    name: 'threads-untied',
    sentence: 'Duplicating a workbook unties the threads from the widgets of the original.',
    patch: replaceSync('duplicateWorkbook', (call, original) => {
      const answer = original(call);
      const workbook = workbookIn(call);
      if (workbook?.draft.includes('threadId') === true)
        call.tenant.content.workbooks.replace({ ...workbook, draft: untied(workbook.draft) });
      return answer;
    }),
  },
  'workbooks.ai-widget-thread.checksum-optional': {
    name: 'needed-once-published',
    sentence: 'Tying a thread to a widget is refused without a checksum once the workbook was published.',
    patch: once('publishWorkbook', ofWorkbook, (published) =>
      replaceSync('createAiWidgetThread', (call, original) => {
        const answer = original(call);
        if (bodyOf(call)['checksum'] === undefined && published.has(ofWorkbook(call)))
          refuse('invalid', 'the checksum is missing');
        return answer;
      }),
    ),
  },
  'promotions.apply.stale-hash': {
    name: 'of-a-preview-applied-before',
    sentence: 'A preview that was applied once is applied again, whatever became of its source.',
    patch: once(
      'applyPromotion',
      (call) => String(bodyOf(call)['previewId']),
      (applied) =>
        during('applyPromotion', 'promotions', (own, call) => ({
          isFresh: (previewed, now) => own.isFresh(previewed, now) || applied.has(String(bodyOf(call)['previewId'])),
        })),
    ),
  },
  'embed.revoke.other-session-unaffected': {
    name: 'nor-a-later-one-of-the-person',
    sentence: 'A session cannot be exchanged where an earlier one of the same person was revoked.',
    patch: remembering(
      () => new Set<string>(),
      (barred) =>
        all(
          afterRevocation(({ tenantName, externalId }) => barred.add(`${tenantName} ${externalId}`)),
          replaceSync('exchangeEmbedSession', (call, original) => {
            const session = sessionIn(call);
            const answer = original(call);
            if (session && barred.has(`${session.tenantName} ${session.externalId}`))
              refuse('gone', 'the session is revoked');
            return answer;
          }),
        ),
    ),
  },
  'embed.revoke.token-refused': {
    name: 'not-where-oauth-opened-it',
    sentence: 'The token of a session that was asked for with an OAuth token stays in force when it is revoked.',
    patch: generated(byOAuth, (ids) =>
      afterRevocation((named) => {
        if (!ids.has(named.id)) return;
        revive(named);
        named.revoked = true;
      }),
    ),
  },
  'embed.revoke.token-refused-elsewhere': {
    name: 'replies',
    sentence: 'The token of a revoked session still replies to threads.',
    patch: all(
      ({ access }) => {
        const { isLive } = access;
        access.isLive = (record, now, id) =>
          isLive(
            id === 'createDashboardComment' && record.kind === 'embed' ? { ...record, revoked: false } : record,
            now,
            id,
          );
      },
      replaceSync('createDashboardComment', (call, original) => {
        const isRevoked = call.tenant.tokens.get(call.principal.token)?.revoked === true;
        if (isRevoked && bodyOf(call)['parentId'] === undefined) refuse(401, 'the credential is revoked');
        return original(call);
      }),
    ),
  },
  'build.delete-branch.removes': {
    name: 'not-for-sessions',
    sentence: 'A branch that was deleted is accepted as if it were still there.',
    patch: remembering(
      () => new Map<string, Branch>(),
      (deleted) =>
        all(
          replaceSync('deleteBranch', (call, original) => {
            const { path, tenant, query } = call;
            const name = query.text('branchName') ?? '';
            const branch = tenant.deployments.deployments.get(Number(path['deploymentId']))?.branches.get(name);
            const answer = original(call);
            if (branch) deleted.set(`${path['deploymentId']} ${name}`, branch);
            return answer;
          }),
          ({ embed }) => {
            const { branchNamed } = embed;
            embed.branchNamed = (deployment, name) =>
              branchNamed(deployment, name) ?? deleted.get(`${deployment.id} ${name}`);
          },
        ),
    ),
  },
  'embed-tenants.delete.similar-kept': {
    name: 'but-sessions-of-the-same-person',
    sentence: 'The deletion of an embed tenant ends the sessions of people of the same name in every other one.',
    patch: replaceSync('deleteEmbedTenant', (call, original) => {
      const name = call.path['embedTenantName'];
      const people = sessionsOf(call).flatMap(({ tenantName, externalId }) =>
        tenantName === name ? [externalId] : [],
      );
      const answer = original(call);
      for (const session of sessionsOf(call)) if (people.includes(session.externalId)) end(session);
      return answer;
    }),
  },
});
