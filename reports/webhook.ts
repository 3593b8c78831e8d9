import type { Results, Since } from '../evidence/results.ts';

export const WEBHOOK_FORMATS = ['slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** Hosts of the webhooks of Microsoft Teams; Slack's format is understood by most others. */
const TEAMS = /(^|\.)(office\.com|logic\.azure\.com|powerplatform\.com|powerautomate\.com)$/;

export function formatFor(address: string): WebhookFormat {
  return URL.canParse(address) && TEAMS.test(new URL(address).hostname) ? 'teams' : 'slack';
}

const MOST_IDS = 10;

/** The message about a run: its outcome, what is new since the last run, and where the report is. */
export function messageOf(results: Results, format: WebhookFormat, link?: string): object {
  const { run, counts } = results;
  const head = `${run.tenant}: ${run.outcome}${run.isPartial ? ' (partial)' : ''}, gate ${run.gate}`;
  const facts =
    `${counts.conforms + counts.fixed} of ${counts.total} requirements conform, ${counts.violates} violated, ` +
    `${counts.known} known, ${counts.inconclusive} inconclusive, ${counts.untested} untested.`;
  const news = newsOf(run.since);
  return format === 'slack' ? slack(head, [facts, ...news], link) : teams(head, [facts, ...news], link);
}

function newsOf(since: Since | undefined): string[] {
  if (!since) return [];
  const day = since.at.slice(0, 10);
  const lines = [
    line(`Newly violated since ${day}`, since.newlyViolated),
    line('Violated in a new check', since.newChecks),
    line(`Fixed since ${day}`, since.fixed),
  ].flat();
  return lines.length > 0 ? lines : [`Nothing is newly violated or fixed since ${day}.`];
}

function line(words: string, ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : '';
  return [`${words} (${ids.length}): ${ids.slice(0, MOST_IDS).join(', ')}${more}`];
}

/** Three characters have a meaning in the texts of Slack. */
function forSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function slack(head: string, lines: readonly string[], link: string | undefined): object {
  const text = [`*${forSlack(head)}*`, ...lines.map(forSlack), ...(link === undefined ? [] : [`<${link}|Report>`])];
  return { text: text.join('\n') };
}

function teams(head: string, lines: readonly string[], link: string | undefined): object {
  const block = (text: string, more: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...more });
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [block(head, { weight: 'Bolder', size: 'Medium' }), ...lines.map((one) => block(one))],
    ...(link !== undefined && { actions: [{ type: 'Action.OpenUrl', title: 'Report', url: link }] }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
}
