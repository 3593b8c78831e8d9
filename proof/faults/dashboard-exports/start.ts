import { toTheSecond } from '../../lib/at-once.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { Refusal, type Why } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser, isAdministrator } from '../../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { notThroughGroup } from '../../lib/group-administrators.ts';
import { asks, both, changedIf, isPresent, isUnsaid, knowing, sends, type When } from '../../lib/conditions.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync, withRules } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Refuses some of the valid submissions. */
function refusingStart(isRefused: (body: Body, call: Call) => boolean, why: Why = 'invalid'): Patch {
  return refusing('startDashboardExport', (call) => isRefused(bodyOf(call), call), why);
}

/** Submits what is not accepted in a form that is, and answers that it is refused, with the job that was started. */
function refusedAndStarted(status: number, accepted: (body: Body) => Body): Patch {
  return replaceSync('startDashboardExport', (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const answer = original({ ...call, body: accepted(bodyOf(call)) });
      return answer.kind === 'ok' ? { ...answer, status } : answer;
    }
  });
}

const printing = (when: When): Patch =>
  replaceSync('startDashboardExport', (call, original) =>
    when(call) ? withRules(call, 'dashboardExports', { printTakes: () => true }, () => original(call)) : original(call),
  );

const asksPrintAsPng = both(
  sends('layout', (value) => value === 'print'),
  sends('format', (value) => value === 'png'),
);

function renderedNotThroughGroup(subject: 'console' | 'embed'): Deviation {
  return notThroughGroup('not', 'startDashboardExport', `have an export rendered as ${subject} users`, (call) => {
    const { renderAs } = bodyOf(call);
    return (renderAs as Body | undefined)?.['type'] === subject;
  });
}

const rendering = (when: When): Patch =>
  during('startDashboardExport', 'dashboardExports', () => ({ mayRenderAs: () => true }), when);

/** Faults of starting exports. */
export const startFaults = faults({
  'dashboard-exports.start.answers-job': [
    {
      name: 'another-id',
      sentence: 'The id that a submission with the format pdf answers is that of no job.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: changeBodySync('startDashboardExport', (submission, call) => {
        const isMeant = bodyOf(call)['format'] === 'pdf';
        return isMeant ? { ...submission, jobId: `${String(submission['jobId'])}-0` } : submission;
      }),
    },
    {
      name: 'no-id',
      sentence: 'A submission answers with a message and no id.',
      patch: changeBodySync('startDashboardExport', () => ({ message: 'the export will be mailed to you' })),
    },
    {
      name: 'second-of-a-caller',
      sentence: 'The job of the third export that a tenant starts is unknown.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: (rules) => {
        let started = 0;
        const lost = new Set<unknown>();
        all(
          changedIf(
            'startDashboardExport',
            () => true,
            (job) => {
              started += 1;
              if (started > 2) lost.add(job['jobId']);
              return job;
            },
          ),
          refusing('getDashboardExport', ({ path }) => lost.has(path['jobId']), 'unknown'),
        )(rules);
      },
    },
    {
      name: 'unknown-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The status of an export cannot be read with the OAuth token that it was started with.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: refusing('getDashboardExport', byOAuth, 'unknown'),
    },
    {
      name: 'unknown-to-plain-users',
      sentence: 'The status of an export cannot be read by the user without the admin role who started it.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: refusing('getDashboardExport', byPlainUser, 'unknown'),
    },
    {
      name: 'prints-unknown',
      sentence: 'The status of a print cannot be read.',
      also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
      patch: remembering(
        () => new Set<unknown>(),
        (prints) =>
          all(
            replaceSync('startDashboardExport', (call, original) => {
              const answer = original(call);
              if (bodyOf(call)['layout'] === 'print' && 'body' in answer) prints.add((answer.body as Body)['jobId']);
              return answer;
            }),
            refusing('getDashboardExport', ({ path }) => prints.has(path['jobId']), 'unknown'),
          ),
      ),
    },
    {
      name: 'second-of-two-at-once',
      sentence: 'The id that the second of two submissions at the same time answers is that of no job.',
      patch: toTheSecond('startDashboardExport', (_call, answer) => {
        const body = bodyIn(answer) as Record<string, unknown>;
        body['jobId'] = `${String(body['jobId'])}x`;
      }),
    },
    {
      name: 'one-for-two-at-once',
      sentence: 'Of two exports that are submitted at the same time the second is answered with the job of the first.',
      patch: sharedAnswer('startDashboardExport'),
    },
  ],
  'dashboard-exports.start.format-png': [
    {
      name: 'refused-to-plain-users',
      sentence: 'An export with the format png is refused to a user without the admin role.',
      patch: refusing('startDashboardExport', both(byPlainUser, asks('format', 'png')), 'invalid'),
    },
    {
      name: 'refused',
      sentence: 'An export with the format png is refused.',
      // With the layout print it has to be refused anyway.
      patch: refusingStart(({ format, layout }) => format === 'png' && layout !== 'print'),
    },
  ],
  'dashboard-exports.start.format-pdf': [
    {
      name: 'print-only',
      sentence: 'An export with the format pdf is refused with every layout but print.',
      also: (['layout-screenshot', 'layout-default'] as const).map((id) => ({
        id: `dashboard-exports.start.${id}` as const,
        because: 'a PDF is asked for with that layout as well',
      })),
      patch: refusingStart(({ format, layout }) => format === 'pdf' && layout !== 'print'),
    },
    {
      name: 'refused-to-oauth',
      sentence: 'An export as PDF is refused to an OAuth token.',
      patch: refusing('startDashboardExport', (call) => byOAuth(call) && bodyOf(call)['format'] === 'pdf', 'invalid'),
    },
  ],
  'dashboard-exports.start.format-other': [
    {
      name: 'jpeg',
      sentence: 'The format jpeg is taken for png.',
      patch: changeRequest('startDashboardExport', (body) =>
        body['format'] === 'jpeg' ? { ...body, format: 'png' } : body,
      ),
    },
    {
      name: 'any',
      sentence: 'A format that is unknown is taken for png.',
      patch: changeRequest('startDashboardExport', (body) =>
        body['format'] === 'png' || body['format'] === 'pdf' ? body : { ...body, format: 'png' },
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'A format that is unknown is refused, and the job is started.',
      patch: refusedAndStarted(400, (body) =>
        body['format'] === 'png' || body['format'] === 'pdf' ? body : { ...body, format: 'png' },
      ),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'A format that is unknown is taken for png once it was refused.',
      patch: knowing(
        ['startDashboardExport'],
        ({ body }) => String((body as Body)['format']),
        (past) =>
          changeRequest('startDashboardExport', (body, call) =>
            past(call).includes(`not startDashboardExport`) ? { ...body, format: 'png' } : body,
          ),
      ),
    },
    {
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
  ],
  'dashboard-exports.start.layout-screenshot': [
    {
      name: 'refused',
      sentence: 'The layout screenshot is refused, though it is what holds without one.',
      patch: refusingStart(({ layout }) => layout === 'screenshot'),
    },
    {
      name: 'refused-for-pdf',
      sentence: 'The layout screenshot is refused with the format pdf.',
      patch: refusing(
        'startDashboardExport',
        both(
          sends('layout', (value) => value === 'screenshot'),
          sends('format', (value) => value === 'pdf'),
        ),
        'invalid',
      ),
    },
  ],
  'dashboard-exports.start.layout-print': [
    {
      name: 'refused-to-oauth',
      sentence: 'The layout print is refused to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: refusing('startDashboardExport', both(byOAuth, asks('layout', 'print')), 400),
    },
    {
      name: 'refused',
      sentence: 'The layout print is refused with the format pdf.',
      patch: refusingStart(({ format, layout }) => layout === 'print' && format === 'pdf'),
    },
  ],
  'dashboard-exports.start.layout-other': [
    {
      name: 'screenshot',
      sentence: 'A layout that is unknown is taken for screenshot.',
      patch: changeRequest('startDashboardExport', (body) => {
        const { layout, ...rest } = body;
        return layout === undefined || layout === 'print' ? body : { ...rest, layout: 'screenshot' };
      }),
    },
    {
      name: 'refused-and-started',
      sentence: 'A layout that is unknown is refused, and the job is started.',
      patch: refusedAndStarted(400, ({ layout, ...body }) =>
        layout === 'print' || layout === 'screenshot' ? { ...body, layout } : body,
      ),
    },
    {
      name: 'with-render-as',
      sentence: 'With renderAs every layout is accepted.',
      patch: during(
        'startDashboardExport',
        'dashboardExports',
        ({ layouts }, call) => ({ layouts: [...layouts, String(bodyOf(call)['layout'])] }),
        sends('renderAs', isPresent),
      ),
    },
    {
      name: 'taken-from-oauth',
      sentence: 'A layout that is unknown is taken for screenshot where it comes with an OAuth token.',
      patch: changeRequest('startDashboardExport', (body, call) =>
        byOAuth(call) && !['screenshot', 'print', undefined].includes(body['layout'] as string | undefined)
          ? { ...body, layout: 'screenshot' }
          : body,
      ),
    },
  ],
  'dashboard-exports.start.layout-default': [
    {
      name: 'print-for-oauth',
      sentence: 'An export of an OAuth token without a layout is a print.',
      seenWith: 'OAUTH_TOKEN',
      patch: refusing('startDashboardExport', both(byOAuth, sends('layout', isUnsaid), asks('format', 'png')), 400),
    },
    {
      name: 'print',
      sentence: 'An export without a layout is a print.',
      patch: ({ dashboardExports }) => {
        dashboardExports.defaultLayout = 'print';
      },
    },
    {
      name: 'as-the-last',
      sentence: 'An export without a layout takes the one of the export before it.',
      patch: (rules) => {
        let last: unknown;
        changeRequest('startDashboardExport', (body) => {
          const layout = body['layout'] ?? last;
          if (body['layout'] !== undefined) last = body['layout'];
          return layout === undefined ? body : { ...body, layout };
        })(rules);
      },
    },
  ],
  'dashboard-exports.start.print-png': [
    {
      name: 'accepted',
      sentence: 'An export with the layout print and the format png is accepted.',
      patch: ({ dashboardExports }) => {
        dashboardExports.printTakes = () => true;
      },
    },
    {
      name: 'as-pdf',
      sentence: 'An export with the layout print and the format png silently becomes a pdf.',
      patch: changeRequest('startDashboardExport', (body) =>
        body['layout'] === 'print' && body['format'] === 'png' ? { ...body, format: 'pdf' } : body,
      ),
    },
    {
      name: 'another-status',
      sentence: 'An export with the layout print and the format png is refused with 422.',
      patch: refusingStart(({ format, layout }) => layout === 'print' && format === 'png', 422),
    },
    {
      name: 'accepted-as-somebody',
      sentence: 'An export with the layout print and the format png is accepted where it has a renderAs.',
      patch: changeRequest('startDashboardExport', (body) =>
        body['layout'] === 'print' && body['format'] === 'png' && body['renderAs'] !== undefined
          ? { ...body, layout: 'screenshot' }
          : body,
      ),
    },
    {
      name: 'refused-and-started',
      sentence: 'An export with the layout print and the format png is refused with 400, and a screenshot is started.',
      patch: refusedAndStarted(400, (body) =>
        body['layout'] === 'print' && body['format'] === 'png' ? { ...body, layout: 'screenshot' } : body,
      ),
    },
    {
      name: 'taken-the-second-time',
      sentence: 'An export with the layout print and the format png is taken once it was refused.',
      patch: knowing(
        ['startDashboardExport'],
        () => 'all',
        (past) => printing(both(asksPrintAsPng, (call) => past(call).at(-1) === `not startDashboardExport`)),
      ),
    },
    {
      name: 'taken-from-plain-users',
      sentence: 'An export with the layout print and the format png is taken from a user without the admin role.',
      patch: printing(both(asksPrintAsPng, byPlainUser)),
    },
    {
      name: 'with-render-as',
      sentence: 'With renderAs a print may have the format png.',
      patch: during(
        'startDashboardExport',
        'dashboardExports',
        () => ({ printTakes: () => true }),
        sends('renderAs', isPresent),
      ),
    },
    {
      name: 'taken-from-oauth',
      sentence: 'An export with the layout print and the format png is taken from an OAuth token.',
      patch: during('startDashboardExport', 'dashboardExports', () => ({ printTakes: () => true }), byOAuth),
    },
  ],
  'dashboard-exports.start.render-as-console': [
    renderedNotThroughGroup('console'),
    {
      name: 'not-by-oauth',
      sentence: 'An export by an administrator with an OAuth token may not be rendered as a console user.',
      also: alsoThese('nor may it be as an embed user', 'dashboard-exports.start.render-as-embed'),
      seenWith: 'OAUTH_TOKEN',
      patch: refusing('startDashboardExport', both(byOAuth, sends('renderAs', isPresent)), 'forbidden'),
    },
    {
      name: 'embed-only',
      sentence: 'An export is rendered as embed users alone.',
      patch: ({ dashboardExports }) => {
        dashboardExports.subjects = ['embed'];
      },
    },
    {
      name: 'print-refused',
      sentence: 'An export with the layout print is refused where it is to be rendered as a console user.',
      patch: refusingStart(
        ({ layout, renderAs }) => layout === 'print' && (renderAs as Body | undefined)?.['type'] === 'console',
      ),
    },
  ],
  'dashboard-exports.start.render-as-embed': [
    renderedNotThroughGroup('embed'),
    {
      name: 'console-only',
      sentence: 'An export is rendered as console users alone.',
      patch: ({ dashboardExports }) => {
        dashboardExports.subjects = ['console'];
      },
    },
    {
      name: 'print-refused',
      sentence: 'An export with the layout print is refused where it is to be rendered as an embed user.',
      patch: refusingStart(
        ({ layout, renderAs }) => layout === 'print' && (renderAs as Body | undefined)?.['type'] === 'embed',
      ),
    },
  ],
  'dashboard-exports.start.render-as-admin-only': [
    {
      name: 'everybody',
      sentence: 'An export by anybody may be rendered as somebody else.',
      patch: ({ dashboardExports }) => {
        dashboardExports.mayRenderAs = () => true;
      },
    },
    {
      name: 'ignored',
      sentence: 'The renderAs of somebody who is no administrator is ignored.',
      patch: replaceSync('startDashboardExport', (call, original) => {
        if (isAdministrator(call)) return original(call);
        const { renderAs: _, ...body } = bodyOf(call);
        return original({ ...call, body });
      }),
    },
    {
      name: 'embed-subjects-open',
      sentence: 'An export by anybody may be rendered as an embed user.',
      patch: replaceSync('startDashboardExport', (call, original) => {
        const anybody = { mayRenderAs: () => true, needsPlan: () => false };
        const isEmbed = (bodyOf(call)['renderAs'] as Body | undefined)?.['type'] === 'embed';
        return withRules(call, 'dashboardExports', isEmbed ? anybody : {}, () => original(call));
      }),
    },
    {
      name: 'open-for-prints',
      sentence: 'A print by anybody may be rendered as somebody else.',
      patch: replaceSync('startDashboardExport', (call, original) =>
        bodyOf(call)['layout'] === 'print' && !isAdministrator(call)
          ? withRules(call, 'dashboardExports', { mayRenderAs: () => true }, () => original(call))
          : original(call),
      ),
    },
    {
      name: 'open-to-plain-users-by-oauth',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'A plain user may render as somebody else with an OAuth token.',
      patch: rendering((call) => byOAuth(call) && byPlainUser(call)),
    },
    {
      name: 'themselves',
      sentence: 'Every user may render an export as themselves.',
      patch: during('startDashboardExport', 'dashboardExports', ({ mayRenderAs }, call) => ({
        mayRenderAs: (isAdmin) => {
          const subject = (bodyOf(call)['renderAs'] ?? {}) as Body;
          return mayRenderAs(isAdmin) || String(subject['userId']) === String(call.principal.user?.id);
        },
      })),
    },
  ],
});
