import { BETWEEN } from '../../lib/times.ts';
import { lookingFirst } from '../../lib/at-once.ts';
import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../../contracts/limits.ts';
import { ok } from '../../../mock/answer.ts';
import { type Body, bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, fromEmbedSession } from '../../lib/access.ts';
import { isEmptyBody, isEmptyList, sentBody } from '../../lib/bodies.ts';
import { withNumber } from '../../lib/digits.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { remembering, replace, replaceSync, withRules } from '../../lib/patches.ts';
import {
  descriptionCutAtAstral,
  ESCAPED,
  isLongest,
  isMost,
  longestTogether,
  losingMember,
  nothingOf,
  onOneLine,
  policiesIn,
  refusedWhereFull,
  refusingWhere,
  storingWhere,
  takingText,
  TOLD_BY_STORED,
  UNLETTERED,
  whereAlone,
} from '../../lib/role-changes.ts';
import { names, namesAlone, storingAfter } from '../../lib/role-histories.ts';
import { misjudged } from '../../lib/role-inputs.ts';
import { changeRoleRequest, markupEscaped, roleOf, storing, unlettered } from '../../lib/roles.ts';
import { withoutBackslashes, tabsAsBlanks } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';
import { memberOfTheOther } from '../../lib/under-way.ts';

/** An update reads some descriptions as none. */
const readAsNone = (text: string): Patch =>
  storing((next, asked) => (nothingOf(text)(asked) ? { ...next, description: null } : next));

const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;

/** Faults of the description that a role update keeps, changes or refuses. */
export const updateDescriptionFaults = faults({
  'roles.update.description-omitted': [
    {
      name: 'lost-with-the-policies',
      sentence: 'An update that removes all policies and has no description clears it.',
      patch: storing((next, { policies, description }) =>
        Array.isArray(policies) && policies.length === 0 && description === undefined
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'lost-with-an-empty-list-alone',
      toldBy: 'roles.update.policies-empty-removes',
      sentence: 'An update that does nothing but remove all policies clears the description.',
      patch: storing((next, asked) =>
        Object.keys(asked).join() === 'policies' && isEmptyList(asked['policies'])
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'lost-with-policies-once-renamed',
      sentence: 'An update of the policies alone clears the description of a role that was renamed before.',
      patch: storingAfter((next, asked, _former, _past, history) =>
        Object.keys(asked).join() === 'policies' && history.isRenamed(next) ? { ...next, description: null } : next,
      ),
    },
    {
      name: 'beside-policies-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update of the policies alone with an OAuth token clears the description.',
      patch: replaceSync('updateRole', (call, original) => {
        const body = bodyOf(call, { optional: true });
        const isMeant = byOAuth(call) && body['policies'] !== undefined && body['description'] === undefined;
        return original(isMeant ? { ...call, body: { ...body, description: null } } : call);
      }),
    },
    {
      name: 'refused-of-the-longest',
      sentence: 'A role whose description has 255 characters is refused every update without a description.',
      also: alsoThese(
        'such a role is updated there, too',
        'roles.update.name-omitted',
        'roles.update.policies-omitted',
      ),
      patch: refusedWhereFull('description', 255),
    },
    {
      name: 'named-where-there-is-none',
      sentence: 'An update without a description gives a role that has none its name as one.',
      patch: storing((next, { description, name }) =>
        description === undefined && name !== undefined && next.description === null && next.policies.length === 0
          ? { ...next, description: next.name }
          : next,
      ),
    },
    {
      name: 'first-description-back',
      sentence: 'An update without a description gives a role the one back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'description') && created
          ? { ...next, description: created.description }
          : next,
      ),
    },
    {
      name: 'lost-on-second-rename',
      sentence: 'The second time that a role is renamed its description is lost.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'name') && !names(asked, 'description') && next.name !== former.name && past.former.length > 0
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'lost-with-the-same-policies',
      sentence: 'An update that states the policies that a role has already takes its description.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && !names(asked, 'description') && isDeepStrictEqual(next.policies, former.policies)
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'refused-description-later',
      sentence: 'The description of an update that was refused is stored with the next one, if that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const description = refused.at(-1)?.['description'];
        return !isEmptyBody(asked) && !names(asked, 'description') && typeof description === 'string'
          ? { ...next, description: description.slice(0, 255) }
          : next;
      }),
    },
    {
      name: 'lost-from-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'An update from an embed session that has no description clears it.',
      patch: replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        if (!role || !fromEmbedSession(call) || names((call.body ?? {}) as Body, 'description')) return answer;
        return ok(call.tenant.account.roles.replace({ ...role, description: null }), 200);
      }),
    },
    {
      name: 'cleared',
      sentence: 'An update with a name and policies and without a description clears it.',
      patch: storing((next, asked) =>
        asked['description'] === undefined && asked['name'] !== undefined && asked['policies'] !== undefined
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'lost-without-policies',
      sentence: 'An update without a description clears that of a role that has no policies.',
      patch: storing((next, asked, former) =>
        asked['description'] === undefined && former.policies.length === 0 ? { ...next, description: null } : next,
      ),
    },
    {
      name: 'at-once',
      toldBy: 'roles.update.name-omitted',
      sentence: 'A rename that comes at the same time as another update of the role undoes that one.',
      patch: lookingFirst(
        'updateRole',
        roleOf,
        (call, original, former) =>
          withRules(call, 'roles', { merged: (role, change) => ({ ...(former ?? role), ...change }) }, () =>
            original(call),
          ),
        ({ body }) => ('name' in ((body ?? {}) as Body) ? 2 * BETWEEN : BETWEEN),
      ),
    },
    {
      name: 'of-a-held-role',
      seenIn: 'a role that is held',
      sentence: 'An update without a description clears the one of a role that somebody holds directly.',
      patch: replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        const { roles, users } = call.tenant.account;
        const isHeld = role !== undefined && users.find(({ roleIds }) => roleIds.has(role.id)) !== undefined;
        if (!isHeld || bodyOf(call)['description'] !== undefined) return answer;
        return ok(roles.replace({ ...role, description: null }), 200);
      }),
    },
  ],
  'roles.update.description-changes': [
    {
      name: 'joiners-lost',
      sentence: 'Characters of no width in a new description are not stored.',
      patch: storedAs('updateRole', 'description', (text) => text.replaceAll('\u200d', '')),
    },
    {
      name: 'carriage-returns-lost',
      sentence: 'Line ends of two characters in a new description are stored as one.',
      patch: storedAs('updateRole', 'description', (text) => text.replaceAll('\r\n', '\n')),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two updates of roles at the same time the second stores the description of the first.',
      patch: memberOfTheOther('updateRole', 'description'),
    },
    {
      name: 'word-null-empty',
      sentence: 'A new description that reads null is stored as an empty one.',
      patch: storedAs('updateRole', 'description', (text) => (text === 'null' ? '' : text)),
    },
    {
      name: 'tabs-as-blanks',
      sentence: 'Tabs in a new description are stored as blanks.',
      patch: storedAs('updateRole', 'description', tabsAsBlanks),
    },
    {
      name: 'without-backslashes',
      sentence: 'A new description is stored without its backslashes.',
      patch: storedAs('updateRole', 'description', withoutBackslashes),
    },
    {
      name: 'leading-zeros-lost',
      sentence: 'A description of digits alone loses its leading zeros.',
      patch: changeRoleRequest('updateRole', withNumber('description')),
    },
    {
      name: 'not-beside-its-own-policies',
      sentence: 'A description beside the policies that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') &&
        typeof asked['description'] === 'string' &&
        JSON.stringify(next.policies) === JSON.stringify(former.policies)
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'taken-for-a-retry',
      sentence: 'An update to a description that an earlier one stated is taken for a retry and changes nothing.',
      patch: remembering(
        () => new Set<string>(),
        (sent) =>
          replaceSync('updateRole', (call, original) => {
            const role = roleOf(call);
            const key = `${role?.id} ${JSON.stringify(call.body)}`;
            if (role && namesAlone(sentBody(call), 'description') && sent.has(key)) return ok(role, 200);
            const answer = original(call);
            sent.add(key);
            return answer;
          }),
      ),
    },
    {
      name: 'on-one-line',
      sentence: 'Line ends in a description are stored as blanks.',
      patch: storing((next) => ({ ...next, description: onOneLine(next.description) })),
    },
    {
      name: 'cut-at-astral',
      sentence: 'A new description ends before its first character outside the basic plane.',
      patch: storing((next) => ({ ...next, description: descriptionCutAtAstral(next.description) })),
    },
    {
      name: 'not-back',
      sentence: 'An update to the description that a role was created with is acknowledged and not stored.',
      patch: storingAfter((next, { description }, former, { created }) =>
        description !== undefined && description !== null && description === created?.description
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'of-the-same-length',
      sentence: 'An update to another description of the same length keeps the former one.',
      patch: storing((next, _asked, former) =>
        next.description !== null && next.description.length === former.description?.length
          ? { ...next, description: former.description }
          : next,
      ),
    },
    { name: 'word-null', sentence: 'A description that reads null clears it.', patch: readAsNone('null') },
    { name: 'zero', sentence: 'A description that reads 0 clears it.', patch: readAsNone('0') },
    {
      name: 'astral-beside-a-name',
      sentence:
        'An update that renames the role as well stores a description without its characters outside the basic plane.',
      patch: storing((next, asked) =>
        asked['name'] !== undefined && typeof asked['description'] === 'string' && ASTRAL.test(asked['description'])
          ? { ...next, description: asked['description'].replace(new RegExp(ASTRAL, 'gu'), '') }
          : next,
      ),
    },
    {
      name: 'not-to-the-name',
      sentence: 'A description that reads like the name of the role is not stored.',
      patch: losingMember('description', ({ description, name }, former) => description === (name ?? former.name)),
    },
    {
      name: 'not-beside-200-policies',
      sentence: 'A description that comes with as many policies as there may be is not stored.',
      patch: losingMember('description', (asked) => policiesIn(asked).length === 200),
    },
    {
      name: 'lost-after-clearing',
      sentence: 'A description is not stored for a role whose description has been cleared before.',
      patch: storingAfter((next, asked, former, past) =>
        typeof asked['description'] === 'string' &&
        former.description === null &&
        past.former.some((one) => one.description !== null)
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'same-again-clears',
      sentence: 'An update to the description that a role has already clears it.',
      patch: storing((next, asked, former) =>
        typeof asked['description'] === 'string' &&
        asked['description'] !== '' &&
        asked['description'] === former.description
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'second-lost',
      sentence: 'A description is changed once; the second change in a row is acknowledged and not stored.',
      also: alsoThese('a second description is the longest there', 'roles.update.description-longest'),
      patch: storingAfter((next, asked, former, past) =>
        typeof asked['description'] === 'string' &&
        past.former.length > 0 &&
        past.former.at(-1)?.description !== former.description &&
        former.description !== null
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'appended',
      sentence: 'A new description is put behind the former one.',
      patch: storing((next, { description }, former) =>
        typeof description === 'string' && description !== '' && description.length < 100 && former.description !== null
          ? { ...next, description: `${former.description} ${description}` }
          : next,
      ),
    },
    {
      name: 'lost-beside-policies',
      sentence: 'A description beside policies and no name is not stored.',
      patch: storing((next, { description, policies, name }, former) =>
        typeof description === 'string' && policies !== undefined && name === undefined
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'entities',
      sentence: `A new description is ${ESCAPED}.`,
      patch: takingText('updateRole', 'description', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A new description is ${UNLETTERED}.`,
      patch: takingText('updateRole', 'description', unlettered),
    },
  ],
  'roles.update.description-null-clears': [
    {
      name: 'not-beside-its-own-policies',
      sentence: 'A null description beside the policies that the role has already clears nothing.',
      patch: storing((next, asked, former) =>
        asked['description'] === null &&
        names(asked, 'policies') &&
        JSON.stringify(next.policies) === JSON.stringify(former.policies)
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'not-the-longest',
      sentence: 'A null description does not clear one of 255 characters.',
      patch: storing((next, asked, former) =>
        asked['description'] === null && former.description?.length === 255
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'beside-its-own-name',
      sentence: 'A null description beside the name that the role has clears nothing.',
      patch: storing((next, asked, former) =>
        asked['description'] === null && asked['name'] === former.name
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'not-beside-its-own-name',
      sentence: 'A null description beside the name that the role has already clears nothing.',
      patch: losingMember(
        'description',
        ({ description, name }, former) => description === null && name === former.name,
      ),
    },
    {
      name: 'only-what-was-created',
      sentence: 'A null description clears the one that a role was created with, and none that an update set.',
      patch: storingAfter((next, asked, former, { created }) =>
        asked['description'] === null && created && former.description !== created.description
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'ignored-where-policies-are-removed',
      sentence: 'A null description beside an empty list of policies is taken for one that was left out.',
      patch: storing((next, asked, former) =>
        asked['description'] === null && isDeepStrictEqual(asked['policies'], [])
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'as-omitted',
      sentence: 'A null description is taken for one that was left out.',
      patch: storing((next, { description }, former) =>
        description === null ? { ...next, description: former.description } : next,
      ),
    },
    {
      name: 'as-text',
      sentence: 'A null description is stored as the text null.',
      patch: storing((next, { description }) => (description === null ? { ...next, description: 'null' } : next)),
    },
    {
      name: 'ignored-beside-name',
      sentence: 'A null description beside a name is taken for one that was left out.',
      patch: storing((next, { description, name }, former) =>
        description === null && name !== undefined ? { ...next, description: former.description } : next,
      ),
    },
    {
      name: 'ignored-beside-policies',
      sentence: 'A null description beside policies is taken for one that was left out.',
      patch: storing((next, { description, policies }, former) =>
        description === null && policies !== undefined ? { ...next, description: former.description } : next,
      ),
    },
    {
      name: 'refused-without-one',
      sentence: 'A null description is refused where the role has none.',
      patch: refusingWhere(400, (asked, { description }) => asked['description'] === null && description === null),
    },
    {
      name: 'not-as-policies-go',
      sentence: 'A null description is dropped where the same update empties the policies.',
      patch: storing((next, { description, policies }, former) =>
        description === null && Array.isArray(policies) && policies.length === 0
          ? { ...next, description: former.description }
          : next,
      ),
    },
  ],
  'roles.update.description-not-string': [
    misjudged('update', 'description-not-string'),
    {
      name: 'number',
      sentence: 'A description that is a number is stored as its digits.',
      patch: changeRoleRequest('updateRole', (body) =>
        typeof body['description'] === 'number' ? { ...body, description: String(body['description']) } : body,
      ),
    },
    {
      name: 'false-clears',
      sentence: 'A description that is false clears the one of the role.',
      patch: changeRoleRequest('updateRole', (body) =>
        body['description'] === false ? { ...body, description: null } : body,
      ),
    },
  ],
  'roles.update.description-empty': misjudged('update', 'description-empty'),
  'roles.update.description-longest': [
    {
      name: 'not-beside-the-longest-name',
      sentence: 'A description of 255 characters is refused beside a name of 255.',
      also: alsoThese('an update with both is one of those there', 'roles.update.answers-role'),
      patch: longestTogether('updateRole'),
    },
    {
      name: 'beside-200-policies',
      toldBy: TOLD_BY_STORED,
      sentence: 'A description of 255 characters beside 200 policies loses its last character.',
      patch: storingWhere(
        ({ description, policies }) => isLongest(description, LIMITS.roleDescription) && isMost(policies),
        ({ description }) => ({ description: description?.slice(0, -1) ?? null }),
      ),
    },
    misjudged('update', 'description-longest'),
    {
      name: 'lost-beside-a-name',
      sentence: 'The last of 255 characters of a description is lost where a name stands beside it.',
      patch: storing((next, asked) =>
        names(asked, 'name') && String(asked['description']).length === 255
          ? { ...next, description: (next.description ?? '').slice(0, 254) }
          : next,
      ),
    },
  ],
  'roles.update.description-too-long': [
    misjudged('update', 'description-too-long'),
    {
      name: 'cut-alone',
      sentence: 'A description that is too long is cut where it comes alone.',
      patch: whereAlone('description', ({ description }) => ({
        description: typeof description === 'string' ? description.slice(0, 255) : description,
      })),
    },
  ],
});
