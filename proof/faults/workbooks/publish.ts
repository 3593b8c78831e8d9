import { BY_PLAIN, oncePast } from '../../lib/plain-users.ts';
import { refuse } from '../../../mock/answer.ts';
import { bodyOf } from '../../../mock/call.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { once } from '../../lib/other-operations.ts';
import { both, sends } from '../../lib/conditions.ts';
import { refusing, replaceSync } from '../../lib/patches.ts';
import { knowingWorkbook, ofWorkbook, workbookIn } from '../../lib/workbooks.ts';
import { copiesNotPublished } from '../../lib/workbook-copies.ts';

/** Faults of publishing workbooks. */
export const publishFaults = faults({
  'workbooks.publish.without-config': [
    {
      name: 'not-of-copies',
      toldBy: 'workbooks.duplicate.original-unchanged',
      sentence: 'A copy cannot be published without config.',
      patch: copiesNotPublished,
    },
    {
      name: 'needed-for-oauth',
      sentence: 'A publish without config is refused to an OAuth token.',
      patch: refusing(
        'publishWorkbook',
        both(
          byOAuth,
          sends('config', (config) => config === undefined),
        ),
        'invalid',
      ),
    },
    {
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
    {
      name: 'config-needed',
      sentence: 'A publish without config is refused.',
      patch: replaceSync('publishWorkbook', (call, original) => {
        if (bodyOf(call, { optional: true })['config'] === undefined) refuse('invalid', 'config is missing');
        return original(call);
      }),
    },
    {
      name: 'changed-draft',
      sentence: 'A publish without config is refused while the draft differs from what is published.',
      patch: replaceSync('publishWorkbook', (call, original) => {
        const { draft, published } = workbookIn(call) ?? {};
        const isMeant = bodyOf(call, { optional: true })['config'] === undefined && draft !== published;
        return isMeant ? refuse('conflict', 'the draft has changed') : original(call);
      }),
    },
    {
      name: 'once',
      sentence: 'A workbook can be published without config once.',
      patch: knowingWorkbook(['publishWorkbook'], (past) =>
        refusing('publishWorkbook', (call) => past(call).includes('publishWorkbook'), 'conflict'),
      ),
    },
    {
      name: 'empty-object',
      sentence:
        'A publish whose body is an object without members, but for those that every publish needs, is refused.',
      patch: refusing(
        'publishWorkbook',
        ({ tenant, body }) => {
          const { properties = {} } = tenant.dialect.further['publishWorkbook']?.schema ?? {};
          return typeof body === 'object' && body !== null && Object.keys(body).every((name) => name in properties);
        },
        'invalid',
      ),
    },
    {
      name: 'once-of-plain-users',
      sentence: 'A user without the admin role can publish a workbook without config once.',
      seenIn: BY_PLAIN,
      patch: oncePast(
        'publishWorkbook',
        byPlainUser,
        ({ path }) => path['workbookId'],
        (isAgain) => refusing('publishWorkbook', isAgain, 'invalid'),
      ),
    },
  ],
});
