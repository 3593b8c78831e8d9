import type { Shape } from '../dialect.ts';
import type { Freedoms } from './freedom.ts';

const HTML = 'text/html; charset=utf-8';

function json(status: number, body: unknown, type = 'application/json; charset=utf-8'): Shape {
  return { status, type, body: JSON.stringify(body) };
}

/** A problem as a code, which is all that some services say. */
function codeOf(problem: string): string {
  return problem
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

const page = (title: string) => `<!doctype html><title>${title}</title>`;

/** Bodies of refusals, whose shape and language are not printed, and what is sent where nothing is served. */
export const refusals: Freedoms = {
  problems: {
    points: ['U022'],
    what: 'the body of a refusal, its content type and its language',
    values: {
      errors: { problem: (status, all) => json(status, { error: all[0] ?? 'refused', errors: all }) },
      'problem details': {
        problem: (status, all) => {
          const detail = all.map((problem, index) => ({ code: `E${index + 1}`, problem }));
          return json(status, { type: 'about:blank', status, title: 'Refused', detail }, 'application/problem+json');
        },
      },
      message: { problem: (status, all) => json(status, { statusCode: status, message: all }) },
      'json api': {
        problem: (status, all) =>
          json(
            status,
            { errors: all.map((detail) => ({ status: String(status), detail })) },
            'application/vnd.api+json',
          ),
      },
      text: {
        problem: (status, all) => ({ status, type: 'text/plain; charset=utf-8', body: `${all.join('\n')}\n` }),
      },
      codes: { problem: (status, all) => json(status, { error: { codes: all.map(codeOf) } }) },
      german: {
        problem: (status, all) =>
          json(status, { fehler: 'Die Anfrage wurde abgelehnt.', gründe: all.map((problem) => `Grund: „${problem}“`) }),
      },
    },
  },
  'unknown-routes': {
    points: ['U046', 'U045'],
    what: 'what is sent where nothing is served',
    values: {
      'refusal 404': {},
      'page 410': { noRoute: { status: 410, type: HTML, body: page('Nothing here') } },
      'page 404': { noRoute: { status: 404, type: HTML, body: page('Not found') } },
      'page 200': { noRoute: { status: 200, type: HTML, body: page('Console') } },
      'refusal 403': { statuses: { 'no-route': 403 } },
    },
  },
};
