import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { When } from './conditions.ts';
import { refusing, replaceSync, responseOf } from './patches.ts';
import { itemsOf } from './reports.ts';

/** What goes wrong with some texts alone. */

/** A list that is asked with some texts for a parameter is empty. */
export const findingNone = (
  operation: string,
  parameter: 'search' | 'externalWorkbookId',
  isMeant: (text: string) => boolean,
): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const text = call.query.text(parameter);
    if (text === undefined || !isMeant(text) || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    return { ...answer, body: { ...list, items: [], ...('data' in list && { data: [] }) } };
  });

/** A list whose address has some text in its path is empty. */
export const emptyWhere = (operation: string, parameter: string, isMeant: (text: string) => boolean): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok' || !isMeant(call.path[parameter] ?? '')) return answer;
    return { ...answer, body: { ...(answer.body as Body), items: itemsOf(answer.body as Body).slice(0, 0) } };
  });

export const isBeyondAscii = (text: string): boolean => /[^\0-\x7f]/.test(text);
export const hasAmpersand = (text: string): boolean => text.includes('&');
export const hasPercent = (text: string): boolean => text.includes('%');
export const hasSlash = (text: string): boolean => text.includes('/');

/** A member of a body is stored otherwise. */
export const storedAs = (operation: string, member: string, change: (text: string) => string): Patch =>
  replaceSync(operation, (call, original) => {
    if (typeof call.body !== 'object' || call.body === null) return original(call);
    const body = bodyOf(call);
    const { [member]: text } = body;
    return original(typeof text === 'string' ? { ...call, body: { ...body, [member]: change(text) } } : call);
  });

export const promptWithoutAstral: Patch = storedAs('updateScheduledTask', 'prompt', (text) =>
  text.replace(/[\ud800-\udfff]/g, '?'),
);

/** The new text of a patch has a line end. */
const hasLineEnd: When = ({ body }) => {
  const { newText } = (body ?? {}) as Body;
  return typeof newText === 'string' && newText.includes('\n');
};

export const linesNotPatched = (operation: string, read: string): Patch =>
  replaceSync(operation, (call, original) => (hasLineEnd(call) ? responseOf(call, read) : original(call)));

/** Template variables under names that objects have of their own are not stored. */
export const ownNamesDropped: Patch = ({ deployments }) => {
  const { mergedVariables } = deployments;
  deployments.mergedVariables = (stored, change) =>
    mergedVariables(stored, Object.fromEntries(Object.entries(change).filter(([key]) => !(key in {}))));
};

/** Of an idempotency key the first 36 characters count. */
export const keysByBeginning: Patch = ({ promotions }) => {
  const { isRepeat } = promotions;
  const LENGTH = 36;
  promotions.isRepeat = (promotion, key, workbookId) =>
    isRepeat(
      { ...promotion, idempotencyKey: promotion.idempotencyKey?.slice(0, LENGTH) },
      key.slice(0, LENGTH),
      workbookId,
    );
};

export const branchesWithoutSlash = (operation: string): Patch =>
  refusing(
    operation,
    (call: Call) => {
      const name = ((call.body ?? {}) as Body)['branchName'] ?? call.query.text('branchName');
      return typeof name === 'string' && hasSlash(name);
    },
    'unknown',
  );
