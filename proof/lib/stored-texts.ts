import { type Body, bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { When } from './conditions.ts';
import { replaceSync, responseOf } from './patches.ts';
import { markupEscaped } from './roles.ts';

/** Texts that are stored otherwise than they were sent. */

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

const MOST = 255;

/** Long values of template variables are cut. */
export const variablesCut: Patch = ({ deployments }) => {
  const { mergedVariables } = deployments;
  deployments.mergedVariables = (stored, change) =>
    mergedVariables(
      stored,
      Object.fromEntries(
        Object.entries(change).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MOST) : value]),
      ),
    );
};

/** The text of new comments of some kind is cut. */
export const commentsCut = (isMeant: When): Patch =>
  replaceSync('createDashboardComment', (call, original) => {
    const { text, ...rest } = bodyOf(call);
    return original(
      isMeant(call) && typeof text === 'string' ? { ...call, body: { ...rest, text: text.slice(0, MOST) } } : call,
    );
  });

/** A text of a placement is stored otherwise. */
export const placementText = (member: string, change: (text: string) => string): Patch =>
  replaceSync('connectReportToWorkbook', (call, original) => {
    const body = bodyOf(call);
    const { [member]: text } = body;
    return original(typeof text === 'string' ? { ...call, body: { ...body, [member]: change(text) } } : call);
  });

export const namesEscaped: Patch = placementText('workbookName', markupEscaped);

export const namesCut: Patch = placementText('workbookName', (text) => text.slice(0, 100));
