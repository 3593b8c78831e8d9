import { BY_PLAIN } from '../../lib/plain-users.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { isBody } from '../../lib/bodies.ts';
import {
  configure,
  merging,
  NOT_BESIDE,
  sendsBeside,
  storedIn,
  variablesIn,
  withSequel,
  type Configuration,
} from '../../lib/deployments.ts';
import { asNumber } from '../../lib/digits.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given, type Condition } from '../../lib/earlier-calls.ts';
import { isBeyondLatin, sendsAll } from '../../lib/conditions.ts';
import { replaceSync, withRules, during } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import { variablesCut } from '../../lib/stored-texts.ts';
import { variableTexts, withoutBackslashes, variables, placeholdersEmptied } from '../../lib/signs-in-texts.ts';

/** The template variables that an update leaves behind, under a condition. */
function leaving(isMeant: Condition, left: (before: Configuration, sent: Configuration) => Configuration): Patch {
  const sequel = withSequel((body, before) => {
    const sent = body['templateVariables'];
    return sent === undefined ? {} : { templateVariables: left(variablesIn(before), variablesIn(body)) };
  });
  return given('updateDeployment', isMeant, sequel);
}

/** New template variables that are not stored, for some of their keys. */
function forgetting(isMeant: (key: string, value: unknown) => boolean): Patch {
  return changeRequest('updateDeployment', (body, call) => {
    const { templateVariables } = body;
    if (typeof templateVariables !== 'object' || templateVariables === null) return body;
    const stored = (storedIn(call)?.configuration['templateVariables'] ?? {}) as Body;
    const kept = Object.entries(templateVariables as Body).filter(
      ([key, value]) => key in stored || !isMeant(key, value),
    );
    return { ...body, templateVariables: Object.fromEntries(kept) };
  });
}

function inVariables(body: Body, change: (value: unknown) => unknown): Body {
  const { templateVariables } = body;
  if (!isBody(templateVariables)) return body;
  const changed = Object.entries(templateVariables).map(([key, value]) => [key, change(value)]);
  return { ...body, templateVariables: Object.fromEntries(changed) };
}

/** Template variables that take the place of those that stand there, if some other member comes along. */
function replacedBeside(isMeant: (body: Body) => boolean): Patch {
  return replaceSync('updateDeployment', (call, original) => {
    const others = isMeant(bodyOf(call))
      ? { mergedVariables: (_: Configuration, change: Configuration) => change }
      : {};
    return withRules(call, 'deployments', others, () => original(call));
  });
}

/** Faults of the template variables that an update of a deployment merges. */
export const updateTemplateVariablesFaults = faults({
  'deployments.update.template-variables-add': [
    {
      name: 'fifty-at-most',
      sentence: 'A deployment keeps the first fifty of its template variables.',
      patch: ({ deployments }) => {
        const { mergedVariables } = deployments;
        deployments.mergedVariables = (stored, sent) =>
          Object.fromEntries(Object.entries(mergedVariables(stored, sent)).slice(0, 50));
      },
    },
    {
      name: 'not-by-oauth',
      sentence: 'A new template variable that is sent with an OAuth token is acknowledged and not stored.',
      patch: leaving(byOAuth, (before, sent) => ({
        ...before,
        ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
      })),
    },
    {
      name: 'not-beside-known-ones',
      sentence: 'A new template variable that is sent beside one that stands there is acknowledged and not stored.',
      patch: leaving(
        (call) => {
          const stored = variablesIn(storedIn(call)?.configuration ?? {});
          return Object.keys(variablesIn(bodyOf(call))).some((key) => key in stored);
        },
        (before, sent) => ({
          ...before,
          ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
        }),
      ),
    },
    {
      name: 'not-after-a-refusal',
      sentence: 'A new template variable that is sent after a refused update is acknowledged and not stored.',
      also: alsoThese('variables are sent after a refusal there', 'deployments.update.template-variables-replace'),
      patch: leaving(afterRefusal, (before, sent) => ({
        ...before,
        ...Object.fromEntries(Object.entries(sent).filter(([key]) => key in before)),
      })),
    },
    {
      name: 'known-keys-only',
      sentence: 'Of templateVariables the keys that are not there yet are ignored.',
      also: [{ id: 'deployments.update.several-members', because: NOT_BESIDE }],
      patch: merging((stored, change) => ({
        ...stored,
        ...Object.fromEntries(Object.entries(change).filter(([key]) => Object.hasOwn(stored, key))),
      })),
    },
    {
      name: 'not-beyond-latin',
      sentence: 'A new template variable whose key has letters beyond Latin is acknowledged and not stored.',
      patch: forgetting(isBeyondLatin),
    },
    {
      name: 'not-with-signs',
      sentence: 'A new template variable whose key has a dot or a hyphen is acknowledged and not stored.',
      patch: forgetting((key) => /[.-]/.test(key)),
    },
    {
      name: 'keys-in-any-case',
      sentence: 'A template variable whose key differs from one that stands there in letter case alone is not added.',
      patch: during('updateDeployment', 'deployments', ({ mergedVariables }) => ({
        mergedVariables: (stored, change) => {
          const known = new Map(Object.keys(stored).map((key) => [key.toLowerCase(), key]));
          const kept = Object.entries(change).filter(([key]) => (known.get(key.toLowerCase()) ?? key) === key);
          return mergedVariables(stored, Object.fromEntries(kept));
        },
      })),
    },
  ],
  'deployments.update.template-variables-replace': [
    {
      name: 'word-null-empty',
      sentence: 'A template variable that reads null is stored as an empty text.',
      patch: variableTexts((text) => (text === 'null' ? '' : text)),
    },
    {
      name: 'cut-at-1000',
      sentence: 'A template variable keeps 1,000 characters of its value.',
      patch: variableTexts((text) => text.slice(0, 1_000)),
    },
    {
      name: 'placeholders-emptied',
      sentence: 'What stands in double braces in a template variable is taken for a placeholder and left out.',
      patch: variableTexts(placeholdersEmptied),
    },
    {
      name: 'not-by-an-empty-value',
      sentence: 'A template variable is not replaced by false, zero or an empty text.',
      patch: variables((key, value) => (value || value === null ? [[key, value]] : [])),
    },
    {
      name: 'without-backslashes',
      sentence: 'The values of template variables are stored without their backslashes.',
      patch: variableTexts(withoutBackslashes),
    },
    {
      name: 'cut-at-255',
      sentence: 'The value of a template variable is cut off after 255 characters.',
      patch: variablesCut,
    },
    {
      name: 'leading-zeros-lost',
      sentence: 'The value of a template variable that is digits alone loses its leading zeros.',
      patch: changeRequest('updateDeployment', (body) => inVariables(body, asNumber)),
    },
    {
      name: 'on-one-line',
      sentence: 'Line ends in the value of a template variable are stored as blanks.',
      patch: changeRequest('updateDeployment', (body) => ({
        ...body,
        ...(isBody(body['templateVariables']) && {
          templateVariables: Object.fromEntries(
            Object.entries(body['templateVariables']).map(([key, value]) => [
              key,
              typeof value === 'string' ? value.replace(/\n/g, ' ') : value,
            ]),
          ),
        }),
      })),
    },
    {
      name: 'words-as-values',
      sentence: 'A template variable that reads true or false is stored as the value.',
      patch: replaceSync('updateDeployment', (call, original) => {
        const answer = original(call);
        const stored = (storedIn(call)?.configuration['templateVariables'] ?? {}) as Configuration;
        const templateVariables = Object.fromEntries(
          Object.entries(stored).map(([key, value]) => [
            key,
            value === 'true' || value === 'false' ? value === 'true' : value,
          ]),
        );
        configure(call, { templateVariables });
        return answer;
      }),
    },
    {
      name: 'first-of-several',
      sentence: 'Of several template variables that stand there an update replaces the first alone.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(
        () => true,
        (before, sent) => {
          const [known, ...others] = Object.entries(sent).filter(([key]) => key in before);
          const left = Object.fromEntries(others.map(([key]) => [key, before[key]]));
          return { ...before, ...sent, ...left, ...(known && Object.fromEntries([known])) };
        },
      ),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A template variable that is replaced with an OAuth token keeps its value.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(byOAuth, (before, sent) => ({ ...sent, ...before })),
    },
    {
      name: 'not-beside-a-template',
      sentence: 'A template variable that is replaced in an update with a template keeps its value.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: leaving(sendsAll('template'), (before, sent) => ({ ...sent, ...before })),
    },
    {
      name: 'escaped',
      sentence: 'The values of templateVariables are stored as they would stand in a page.',
      patch: merging((stored, change) => ({
        ...stored,
        ...Object.fromEntries(
          Object.entries(change).map(([key, value]) => [
            key,
            typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : value,
          ]),
        ),
      })),
    },
    {
      name: 'first-value-stays',
      sentence: 'A key of templateVariables keeps the value that it was first given.',
      also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
      patch: merging((stored, change) => ({ ...change, ...stored })),
    },
    {
      name: 'empty-taken-for-omitted',
      sentence: 'A key of templateVariables that is sent with an empty text keeps its value.',
      patch: merging((stored, change) => ({
        ...stored,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== '')),
      })),
    },
    {
      name: 'not-beyond-latin',
      sentence: 'The new value of a template variable is not stored where it has letters beyond Latin.',
      patch: changeRequest('updateDeployment', (body) => {
        const { templateVariables } = body;
        if (typeof templateVariables !== 'object' || templateVariables === null) return body;
        const kept = Object.entries(templateVariables as Body).filter(([, value]) => !isBeyondLatin(value));
        return { ...body, templateVariables: Object.fromEntries(kept) };
      }),
    },
  ],
  'deployments.update.template-variables-keep': [
    {
      name: 'empty-text-lost',
      sentence: 'A template variable that is an empty text is lost with the next update of another one.',
      patch: merging((stored, change) => ({
        ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== '')),
        ...change,
      })),
    },
    {
      name: 'replaced-beside-a-template',
      sentence: 'An update with a template takes away the template variables that it does not name.',
      patch: replaceSync('updateDeployment', (call, original) =>
        withRules(
          call,
          'deployments',
          'template' in bodyOf(call) ? { mergedVariables: (_stored, change) => change } : {},
          () => original(call),
        ),
      ),
    },
    {
      name: 'lost-after-a-refusal',
      sentence: 'The template variables of the update that follows a refused one take the place of all.',
      patch: leaving(afterRefusal, (before, sent) => (Object.keys(sent).length === 0 ? before : sent)),
    },
    {
      name: 'lost-by-oauth',
      sentence: 'The template variables of an update with an OAuth token take the place of all that stand there.',
      patch: leaving(byOAuth, (before, sent) => (Object.keys(sent).length === 0 ? before : sent)),
    },
    {
      name: 'lost-beside-a-region',
      sentence: 'The template variables of an update with a region take the place of all that stand there.',
      patch: leaving(sendsAll('region'), (_before, sent) => sent),
    },
    {
      name: 'lost-by-what-stands-there',
      sentence: 'A template variable that is sent with the value that it has takes the place of all others.',
      patch: leaving(
        (call) => {
          const stored = variablesIn(storedIn(call)?.configuration ?? {});
          const sent = Object.entries(variablesIn(bodyOf(call)));
          return sent.length > 0 && sent.every(([key, value]) => stored[key] === value);
        },
        (_before, sent) => sent,
      ),
    },
    {
      name: 'replaced-as-a-whole',
      sentence: 'The templateVariables of an update take the place of all that stand there, unless they are empty.',
      patch: merging((stored, change) => (Object.keys(change).length === 0 ? stored : change)),
    },
    {
      name: 'replaced-beside-template',
      sentence:
        'The templateVariables of an update take the place of all that stand there where a template is with them.',
      patch: replacedBeside((body) => 'template' in body),
    },
    {
      name: 'replaced-beside-tabs',
      sentence: 'The templateVariables of an update take the place of all that stand there where tabs are with them.',
      also: [
        {
          id: 'deployments.update.template-variables-empty',
          because: 'an empty object takes the place of all as well, and the check may send it beside tabs',
        },
      ],
      patch: replacedBeside((body) => 'launchpadTabs' in body),
    },
    {
      name: 'later-keys-lost',
      sentence: 'An update with templateVariables loses the last key that it does not name.',
      patch: merging((stored, change) => {
        const last = Object.keys(stored).findLast((key) => !Object.hasOwn(change, key));
        const isKept = (key: string) => Object.keys(change).length === 0 || key !== last;
        return { ...Object.fromEntries(Object.entries(stored).filter(([key]) => isKept(key))), ...change };
      }),
    },
    {
      name: 'emptied-values',
      sentence: 'An update with templateVariables empties the values of the keys that it does not name.',
      patch: merging((stored, change) => {
        if (Object.keys(change).length === 0) return stored;
        return { ...Object.fromEntries(Object.keys(stored).map((key) => [key, ''])), ...change };
      }),
    },
    {
      name: 'two-at-once',
      sentence:
        'Of two updates with templateVariables at the same time the later one writes back those that stood there.',
      patch: lookingFirst('updateDeployment', storedIn, (call, original, before) =>
        withRules(
          call,
          'deployments',
          {
            mergedVariables: (stored, change) => ({
              ...(before ? variablesIn(before.configuration) : stored),
              ...change,
            }),
          },
          () => original(call),
        ),
      ),
    },
    {
      name: 'replaced-of-plain-users',
      sentence:
        'The template variables of an update by a user without the admin role take the place of all that stand there.',
      seenIn: BY_PLAIN,
      patch: during(
        'updateDeployment',
        'deployments',
        () => ({ mergedVariables: (_stored, change) => change }),
        (call) => byPlainUser(call) && bodyOf(call)['templateVariables'] !== undefined,
      ),
    },
  ],
  'deployments.update.template-variables-empty': [
    {
      name: 'clears-by-oauth',
      sentence: 'Empty templateVariables remove every key where they are sent with an OAuth token.',
      patch: leaving(
        (call) => byOAuth(call),
        (before, sent) => (Object.keys(sent).length === 0 ? {} : { ...before, ...sent }),
      ),
    },
    {
      name: 'clears-beside-others',
      sentence: 'Empty templateVariables remove every key where another member comes with them.',
      patch: leaving(sendsBeside('templateVariables'), (before, sent) =>
        Object.keys(sent).length === 0 ? {} : { ...before, ...sent },
      ),
    },
    {
      name: 'clears-the-second-time',
      sentence: 'Empty templateVariables that are sent twice in a row remove every key.',
      patch: leaving(
        (call, { lastDone }) =>
          [call, lastDone].every((one) => one && JSON.stringify(bodyOf(one)['templateVariables']) === '{}'),
        () => ({}),
      ),
    },
    {
      name: 'clears',
      sentence: 'Empty templateVariables remove every key.',
      patch: merging((stored, change) => (Object.keys(change).length === 0 ? {} : { ...stored, ...change })),
    },
  ],
});
