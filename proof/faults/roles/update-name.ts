import { lookingFirst } from '../../lib/at-once.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../../contracts/limits.ts';
import { ok, Refusal, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, idIn } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Role } from '../../../mock/world/account.ts';
import { plusAsBlank } from '../../lib/digits.ts';
import { byOAuth } from '../../lib/access.ts';
import { isEmptyBody, isEmptyList, sentBody } from '../../lib/bodies.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { noting } from '../../lib/noted-things.ts';
import { all, during, refusing, remembering, replace, replaceSync, withRules } from '../../lib/patches.ts';
import {
  cached,
  ESCAPED,
  isHeld,
  isLongest,
  losingMember,
  newestTen,
  overlooking,
  refusedWhereFull,
  refusingWhere,
  roleNamed,
  storingWhere,
  takenByThoseWith,
  takingText,
  textOrNothing,
  TOLD_BY_STORED,
  toTheOther,
  UNLETTERED,
  whereAlone,
} from '../../lib/role-changes.ts';
import {
  knowingRoles,
  names,
  namesAlone,
  overlookingRenamed,
  storingAfter,
  type RoleHistory,
} from '../../lib/role-histories.ts';
import { misjudged } from '../../lib/role-inputs.ts';
import {
  changeRoleRequest,
  duringRoles,
  isNullNameAlone,
  keepingDeleted,
  markupEscaped,
  refusedYetStored,
  roleOf,
  storing,
  unlettered,
} from '../../lib/roles.ts';
import { BETWEEN } from '../../lib/times.ts';
import { heldNamesStayTaken, oldestUnseen, takenByLongerNames } from '../../lib/role-exceptions.ts';
import { apostrophesDoubled } from '../../lib/signs-in-texts.ts';
import { storedAs } from '../../lib/stored-texts.ts';

/** An update that is refused for its policies keeps the name that it asked for. */
const reservingNames: Patch = remembering(
  () => new Set<string>(),
  (reserved) => (rules) => {
    replaceSync('updateRole', (call, original) => {
      try {
        return original(call);
      } catch (error) {
        const { name, policies } = bodyOf(call, { optional: true });
        const isPolicies = Array.isArray(policies) && error instanceof Refusal && error.why !== 409;
        if (isPolicies && typeof name === 'string') reserved.add(name);
        throw error;
      }
    })(rules);
    const { isTaken } = rules.roles;
    rules.roles.isTaken = (name, roles, except) =>
      (except !== undefined && reserved.has(name)) || isTaken(name, roles, except);
  },
);

/** Roles but those that have their name back. */
function withoutReturned(roles: Iterable<Role>, history: RoleHistory): Role[] {
  return [...roles].filter(({ id, name }) => {
    const former = history.of(id).former.map((one) => one.name);
    return !(former.includes(name) && former.some((one) => one !== name));
  });
}

const returnedNameFree = (operation: 'createRole' | 'updateRole'): Patch =>
  knowingRoles((history) =>
    duringRoles(operation, (rules) => {
      const { isTaken } = rules;
      rules.isTaken = (name, roles, except) => isTaken(name, withoutReturned(roles, history), except);
    }),
  );

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text);

/** Names that stay taken for updates. */
function keptNames(): { readonly names: Set<string>; readonly patch: Patch } {
  const names = new Set<string>();
  const patch = duringRoles('updateRole', (roles) => {
    const { isTaken } = roles;
    roles.isTaken = (name, all, except) => isTaken(name, all, except) || names.has(name);
  });
  return { names, patch };
}

/** Faults of the name that a role update keeps, changes or refuses. */
export const updateNameFaults = faults({
  'roles.update.name-omitted': [
    {
      name: 'refused-of-the-longest',
      sentence: 'A role whose name has 255 characters is refused every update without a name.',
      also: alsoThese(
        'such a role is updated there, too',
        'roles.update.description-omitted',
        'roles.update.policies-omitted',
      ),
      patch: refusedWhereFull('name', 255),
    },
    {
      name: 'cut-of-the-longest',
      sentence: 'An update without a name takes the last character of a name that has 255.',
      patch: storing((next, { name }) =>
        name === undefined && next.name.length === 255 ? { ...next, name: next.name.slice(0, 254) } : next,
      ),
    },
    {
      name: 'written-back',
      sentence: 'An update writes back the members that it does not name as they were when it came in.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        await sleep(BETWEEN);
        const answer = await original(call);
        const next = roleOf(call);
        const asked = Object.keys(call.body ?? {});
        if (!former || !next) return answer;
        const named = Object.fromEntries(Object.entries(next).filter(([member]) => asked.includes(member)));
        return ok(call.tenant.account.roles.replace({ ...former, ...named }), 200);
      }),
    },
    {
      name: 'first-name-back',
      sentence: 'An update without a name gives a renamed role the name back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'name') && created ? { ...next, name: created.name } : next,
      ),
    },
    {
      name: 'refused-name-later',
      sentence: 'The name of an update that was refused is given to the role with the next one, if that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const name = refused.findLast((one) => typeof one['name'] === 'string' && one['name'] !== '')?.['name'];
        return !isEmptyBody(asked) && !names(asked, 'name') && typeof name === 'string' && name.length < 256
          ? { ...next, name: `${name} ` }
          : next;
      }),
    },
    {
      name: 'marked-when-emptied',
      sentence: 'An update that takes all policies and has no name puts a mark on the name.',
      patch: storing((next, asked) =>
        isDeepStrictEqual(asked['policies'], []) && !names(asked, 'name')
          ? { ...next, name: `${next.name} (empty)` }
          : next,
      ),
    },
    {
      name: 'capitals-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update with an OAuth access token and without a name turns the name into capitals.',
      patch: replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        if (!role || !byOAuth(call) || names((call.body ?? {}) as Body, 'name')) return answer;
        return ok(call.tenant.account.roles.replace({ ...role, name: role.name.toUpperCase() }), 200);
      }),
    },
    {
      name: 'marked',
      sentence: 'An update without a name marks the name as edited.',
      patch: storing((next, asked) =>
        Object.keys(asked).length > 0 &&
        asked['name'] === undefined &&
        asked['policies'] !== undefined &&
        asked['description'] !== undefined
          ? { ...next, name: `${next.name} (edited)` }
          : next,
      ),
    },
  ],
  'roles.update.name-changes': [
    {
      name: 'apostrophes-doubled',
      sentence: 'A new name is stored with each apostrophe twice.',
      also: alsoThese(
        'a name that is asked for is not the one that is stored, and so not taken',
        'roles.update.name-taken',
      ),
      patch: storedAs('updateRole', 'name', apostrophesDoubled),
    },
    {
      name: 'not-the-beginning-of-another',
      sentence: 'A rename to what the name of another role begins with is refused as taken.',
      patch: takenByLongerNames,
    },
    {
      ...plusAsBlank('updateRole', 'name', 'The new name of a role'),
      also: alsoThese('one of the names that are taken there has a plus sign', 'roles.update.name-taken'),
    },
    {
      name: 'not-beside-its-own-description',
      sentence: 'A new name beside the description that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name') && asked['description'] === former.description ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'not-beside-its-own-policies',
      sentence: 'A new name beside the policies that the role has already is not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && JSON.stringify(next.policies) === JSON.stringify(former.policies)
          ? { ...next, name: former.name }
          : next,
      ),
    },
    {
      name: 'not-after-a-refused-null',
      sentence: 'The name of an update that follows one whose name was null is not stored.',
      patch: storingAfter((next, _asked, former, { refused }) =>
        refused.at(-1)?.['name'] === null ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'stale-for-another-credential',
      toldBy: 'roles.list.same-as-read',
      sentence: 'A credential by which a role was read is shown its name of then until it updates the role itself.',
      also: [
        ...alsoThese('what another credential changed is looked for as well', 'roles.update.answer-is-stored'),
        ...alsoThese('what an API key changed is compared with what the token shows', 'roles.update.oauth-stored'),
      ],
      patch: cached('name'),
    },
    {
      name: 'undone-by-a-grant',
      toldBy: 'role-holders.grant.grants',
      sentence: 'A grant of a role that was renamed brings its former name back.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) =>
          all(
            replaceSync('updateRole', (call, original) => {
              const before = roleOf(call);
              const answer = original(call);
              const after = roleOf(call);
              if (before && after && before.name !== after.name) former.set(before.id, before.name);
              return answer;
            }),
            replaceSync('grantRole', (call, original) => {
              const answer = original(call);
              const role = roleOf(call);
              const name = role && former.get(role.id);
              if (role && name !== undefined) call.tenant.account.roles.replace({ ...role, name });
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'after-a-refusal',
      sentence: 'A name that an update with invalid policies asked for is refused to the next update as taken.',
      patch: reservingNames,
    },
    {
      name: 'begins-like-a-built-in-one',
      sentence: 'A name that begins with that of the Admin role is refused as a built-in one.',
      patch: during('updateRole', 'roles', ({ isBuiltInName }) => ({
        isBuiltInName: (name) => isBuiltInName(name) || name.startsWith('Admins'),
      })),
    },
    {
      name: 'not-in-another-case',
      sentence: 'A rename that changes nothing but the case of letters is acknowledged and not stored.',
      patch: losingMember('name', ({ name }, former) => String(name).toLowerCase() === former.name.toLowerCase()),
    },
    {
      name: 'not-to-its-beginning',
      sentence: 'A rename to the beginning of the former name is acknowledged and not stored.',
      patch: losingMember(
        'name',
        ({ name }, former) => typeof name === 'string' && name !== '' && former.name.startsWith(name),
      ),
    },
    {
      name: 'once-alone',
      sentence: 'A role is renamed once; the second rename is acknowledged and not stored.',
      also: alsoThese('a name that the role keeps stays taken', 'roles.create.name-freed-by-rename'),
      patch: storingAfter((next, asked, former, _past, history) =>
        names(asked, 'name') && history.isRenamed(former) ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'not-beside-policies',
      sentence: 'A new name beside policies is acknowledged and not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name', 'policies') ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'ninety-nine-characters',
      sentence: 'Of a new name with more than 99 and fewer than 255 characters the first 99 are stored.',
      patch: storing((next, asked) =>
        names(asked, 'name') && next.name.length < 255 ? { ...next, name: next.name.slice(0, 99) } : next,
      ),
    },
    {
      name: 'not-stored',
      sentence: 'An update that changes the name alone keeps the former one.',
      also: [
        { id: 'roles.update.name-longest', because: 'a long name that comes alone is not stored either' },
        { id: 'roles.create.name-freed-by-rename', because: 'a name that the role keeps stays taken' },
        { id: 'roles.update.name-freed-by-rename', because: 'a name that the role keeps stays taken' },
        { id: 'roles.update.name-race', because: 'nobody gets the name that two ask for' },
        { id: 'roles.update.name-omitted', because: 'a role that was to be renamed has its former name' },
        { id: 'roles.update.name-own', because: 'a role that was to be renamed has its former name' },
        { id: 'roles.update.name-taken', because: 'a role that was to be renamed has its former name' },
        { id: 'roles.update.other-roles-kept', because: 'a role that was to be renamed has its former name' },
      ],
      patch: storing((next, asked, former) =>
        Object.keys(asked).join() === 'name' ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'entities',
      sentence: `A new name is ${ESCAPED}.`,
      also: alsoThese(
        'the name that is stored is not the one that was asked for, and so not taken',
        'roles.update.name-taken',
      ),
      patch: takingText('updateRole', 'name', markupEscaped),
    },
    {
      name: 'question-marks',
      sentence: `A new name is ${UNLETTERED}.`,
      also: alsoThese(
        'the name that is stored is not the one that was asked for, and so not taken',
        'roles.update.name-taken',
      ),
      patch: takingText('updateRole', 'name', unlettered),
    },
    {
      name: 'refused-for-another',
      sentence:
        'A name that an update asked for which was refused for its policies is refused to an update of another role.',
      patch: remembering(
        () => new Map<string, number | undefined>(),
        (reserved) =>
          replaceSync('updateRole', (call, original) => {
            const { name } = (call.body ?? {}) as Body;
            const id = idIn(call, 'roleId');
            if (typeof name === 'string' && reserved.has(name) && reserved.get(name) !== id) refuse(409, 'taken');
            try {
              return original(call);
            } catch (error) {
              if (error instanceof Refusal && error.why === 400 && typeof name === 'string' && name !== 'Admin')
                reserved.set(name, id);
              throw error;
            }
          }),
      ),
    },
  ],
  'roles.update.name-null': [
    {
      name: 'beside-a-null-description',
      sentence: 'A role update whose name is null succeeds where its description is null as well.',
      patch: replaceSync('updateRole', (call, original) => {
        const body = bodyOf(call, { optional: true });
        const isMeant = body['name'] === null && body['description'] === null;
        return original(isMeant ? { ...call, body: { ...body, name: undefined } } : call);
      }),
    },
    {
      name: 'ignored-beside-a-description',
      sentence: 'A null name beside a description is taken for one that was left out.',
      patch: changeRoleRequest('updateRole', (body) => {
        const { name, ...others } = body;
        return name === null && Object.keys(others).join() === 'description' ? others : body;
      }),
    },
    {
      name: 'as-omitted',
      sentence: 'A null name that comes alone is taken for one that was left out.',
      patch: changeRoleRequest('updateRole', (body) => (isNullNameAlone(body) ? {} : body)),
    },
    {
      name: 'applied-all-the-same',
      sentence: 'An update with nothing but a null name is refused, and the role has lost its name.',
      also: [
        ...alsoThese('an update that states the emptied name is refused', 'roles.update.policies-omitted'),
        ...alsoThese('a role without a name cannot be updated with it', 'roles.update.policy-resource-type-missing'),
      ],
      patch: replace('updateRole', (call, original) => {
        const role = roleOf(call);
        if (role && isNullNameAlone(call.body)) call.tenant.account.roles.replace({ ...role, name: '' });
        return original(call);
      }),
    },
  ],
  'roles.update.name-not-string': [
    misjudged('update', 'name-not-string'),
    {
      name: 'false-ignored',
      sentence: 'A name that is false is taken for one that was left out.',
      patch: changeRoleRequest('updateRole', ({ name, ...body }) =>
        name === false ? body : { ...body, ...(name !== undefined && { name }) },
      ),
    },
  ],
  'roles.update.name-empty': [
    misjudged('update', 'name-empty'),
    {
      name: 'ignored-alone',
      sentence: 'An empty name that comes alone is taken for one that was left out.',
      patch: whereAlone('name', (body) => (body['name'] === '' ? {} : body)),
    },
  ],
  'roles.update.name-shortest': misjudged('update', 'name-shortest'),
  'roles.update.name-longest': [
    {
      name: 'begins-as-another',
      sentence: 'A name whose first 191 characters are those of the name of another role is refused with 409.',
      patch: duringRoles('updateRole', (rules) => {
        const { isTaken } = rules;
        const begun = (name: string) => name.slice(0, 191);
        rules.isTaken = (name, roles, except) =>
          isTaken(
            begun(name),
            [...roles].map((role) => ({ ...role, name: begun(role.name) })),
            except,
          );
      }),
    },
    {
      name: 'beside-a-null-description',
      toldBy: TOLD_BY_STORED,
      sentence: 'A name of 255 characters beside a null description loses its last character.',
      patch: storingWhere(
        ({ name, description }) => isLongest(name, LIMITS.roleName) && description === null,
        ({ name }) => ({ name: name.slice(0, -1) }),
      ),
    },
    misjudged('update', 'name-longest'),
  ],
  'roles.update.name-too-long': [
    {
      name: 'cut-beside-policies',
      sentence: 'A name that is too long is cut where policies come with it.',
      patch: changeRoleRequest('updateRole', (body) =>
        typeof body['name'] === 'string' && body['policies'] !== undefined
          ? { ...body, name: body['name'].slice(0, 255) }
          : body,
      ),
    },
    misjudged('update', 'name-too-long'),
    {
      name: 'cut-alone',
      sentence: 'A name that is too long is cut where it comes alone.',
      patch: whereAlone('name', (body) => ({
        name: typeof body['name'] === 'string' ? body['name'].slice(0, 255) : body['name'],
      })),
    },
  ],
  'roles.update.name-built-in': [
    {
      name: 'taken-while-held',
      sentence: 'A role that a user holds may have the name Admin.',
      patch: duringRoles('updateRole', (roles, call) => {
        const { isBuiltInName } = roles;
        const free = isHeld(call);
        roles.isBuiltInName = (name) => !(free && name === 'Admin') && isBuiltInName(name);
      }),
    },
    {
      name: 'beside-a-null-description',
      sentence: 'The name of a built-in role beside a description of null is overlooked.',
      patch: overlooking('name', ({ name, description }) => name === 'Admin' && description === null),
    },
    {
      name: 'beside-no-policies',
      sentence: 'The name of a built-in role beside an empty list of policies is overlooked.',
      patch: overlooking('name', ({ name, policies }) => name === 'Admin' && isEmptyList(policies)),
    },
    {
      name: 'taken-alone',
      sentence: 'A role may have the name Admin where the update has nothing else.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        if (namesAlone((body ?? {}) as Body, 'name')) roles.isBuiltInName = () => false;
      }),
    },
    {
      name: 'taken-once-renamed',
      sentence: 'A role that has been renamed before may have the name Admin.',
      patch: knowingRoles((history) =>
        duringRoles('updateRole', (roles, call) => {
          if (history.isRenamed(roleOf(call))) roles.isBuiltInName = () => false;
        }),
      ),
    },
    {
      name: 'taken',
      sentence: 'A role may have the name of the built-in Admin role.',
      patch: duringRoles('updateRole', (roles) => {
        const { isBuiltInName } = roles;
        roles.isBuiltInName = (name) => name !== 'Admin' && isBuiltInName(name);
      }),
    },
  ],
  'roles.update.name-built-in-other': {
    name: 'admin-alone',
    sentence: 'Of the names of built-in roles Admin alone is kept from others.',
    patch: duringRoles('updateRole', (roles) => {
      roles.isBuiltInName = (name) => name === 'Admin';
    }),
  },
  'roles.update.name-taken': [
    {
      name: 'not-by-the-oldest',
      sentence: 'A role may be renamed to the name of the oldest role.',
      patch: oldestUnseen('updateRole'),
    },
    {
      name: 'not-one-it-has-back',
      sentence: 'The name that a role was given back by a rename can be given to another role by an update.',
      patch: returnedNameFree('updateRole'),
    },
    {
      name: 'beside-no-policies',
      sentence: 'Whether a name is taken is not asked beside an empty list of policies.',
      patch: during(
        'updateRole',
        'roles',
        () => ({ isTaken: () => false }),
        (call) => isEmptyList(sentBody(call)['policies']),
      ),
    },
    {
      name: 'taken-while-held',
      sentence: 'A role that a user holds may have the name of another role.',
      also: alsoThese('two roles have one name then', 'roles.list.names-unique'),
      patch: duringRoles('updateRole', (roles, call) => {
        const { isTaken } = roles;
        const free = isHeld(call);
        roles.isTaken = (name, all, except) => !free && isTaken(name, all, except);
      }),
    },
    {
      name: 'not-by-one-of-oauth',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence:
        'A name that a role has which was created with an OAuth token can be given to another one by an update.',
      patch: noting('createRole', byOAuth, (ofOauth) =>
        replace('updateRole', (call, original) => {
          const { name } = (call.body ?? {}) as Body;
          const [role, taken] = [roleOf(call), roleNamed(call, name)];
          if (!role || !taken || taken.id === role.id || !ofOauth.has(taken.id)) return original(call);
          return ok(call.tenant.account.roles.replace({ ...role, name: String(name) }), 200);
        }),
      ),
    },
    {
      name: 'of-the-newest-ten',
      sentence: 'The name in an update is compared with those of the newest ten roles.',
      patch: newestTen((isUpdate) => isUpdate),
    },
    {
      name: 'unless-ascii',
      sentence: 'A role is renamed to a name that another has, if it has letters outside ASCII.',
      patch: during('updateRole', 'roles', ({ isTaken }) => ({
        isTaken: (name, roles, except) => isAscii(name) && isTaken(name, roles, except),
      })),
    },
    misjudged('update', 'name-taken'),
    {
      name: 'policies-stored',
      sentence: 'An update to a name that is taken is refused, and its policies are stored.',
      patch: refusedYetStored(
        ({ policies }, { why }) => why === 409 && policies !== undefined,
        ({ policies }) => ({ policies: policies as Role['policies'] }),
      ),
    },
    {
      name: 'description-stored',
      sentence: 'An update to a name that is taken is refused, and its description is stored.',
      patch: refusedYetStored(
        ({ description }, { why }) => why === 409 && description !== undefined,
        ({ description }) => ({ description: textOrNothing(description) }),
      ),
    },
    {
      name: 'not-by-one-without-policies',
      sentence: 'An update may have the name of a role without policies.',
      patch: takenByThoseWith('updateRole', 'policies'),
    },
    {
      name: 'not-by-one-without-a-description',
      sentence: 'An update may have the name of a role without a description.',
      patch: takenByThoseWith('updateRole', 'description'),
    },
    {
      name: 'renamed-only',
      sentence: 'A role may be renamed to the name that another one was given by an update.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.name-race'),
      patch: overlookingRenamed('updateRole'),
    },
    {
      name: 'asked-beside-others',
      sentence: 'Whether a name is taken is asked only where something else stands beside it.',
      also: [{ id: 'roles.update.name-race', because: 'both of two updates to one name succeed' }],
      patch: duringRoles('updateRole', (roles, { body }) => {
        if (namesAlone((body ?? {}) as Body, 'name')) roles.isTaken = () => false;
      }),
    },
    {
      name: 'long-names-not',
      sentence: 'Whether a name is taken is not asked for names of 255 characters.',
      patch: duringRoles('updateRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, except) => name.length < 255 && isTaken(name, all, except);
      }),
    },
    {
      name: 'other-renamed',
      sentence: 'An update to a name that is taken is refused, and the role that has the name is given another.',
      patch: toTheOther('updateRole', (other) => ({ ...other, name: `${other.name} (old)` })),
    },
  ],
  'roles.update.name-own': [
    {
      name: 'of-a-deleted-role',
      toldBy: 'roles.update.name-freed-by-delete',
      sentence: 'An update that repeats the name of a role is refused with 409 where a deleted role had that name.',
      patch: remembering(
        () => new Set<unknown>(),
        (deleted) =>
          all(
            replaceSync('deleteRole', (call, original) => {
              const name = roleOf(call)?.name;
              const answer = original(call);
              deleted.add(name);
              return answer;
            }),
            replaceSync('updateRole', (call, original) => {
              const { name } = sentBody(call);
              if (roleOf(call)?.name === name && deleted.has(name)) refuse(409, 'another role has this name');
              return original(call);
            }),
          ),
      ),
    },
    {
      name: 'taken-while-held',
      toldBy: 'roles.update.answer-is-stored',
      sentence: 'An update that repeats the name of a role is refused with 409 while a user holds the role.',
      patch: replaceSync('updateRole', (call, original) => {
        const role = roleOf(call);
        const { name } = bodyOf(call, { optional: true });
        const isHeld = role && call.tenant.account.users.find(({ roleIds }) => roleIds.has(role.id));
        const answer = original(call);
        if (isHeld && name === role.name) refuse(409, 'another role has this name');
        return answer;
      }),
    },
    {
      name: 'taken-once-renamed',
      sentence: 'The name that a role was given by an update counts as taken for this role as well.',
      also: [
        ...alsoThese('the update of the other requirement is such a one', 'roles.update.policies-omitted'),
        ...alsoThese('an update that states the name beside what it changes is refused', 'roles.update.oauth-stored'),
      ],
      patch: knowingRoles((history) =>
        duringRoles('updateRole', (roles, call) => {
          const { isTaken } = roles;
          const role = roleOf(call);
          if (history.isRenamed(role)) roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
        }),
      ),
    },
    {
      name: 'taken-alone',
      sentence: 'The own name of a role counts as taken where it comes alone.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { isTaken } = roles;
        if (namesAlone((body ?? {}) as Body, 'name'))
          roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
      }),
    },
    {
      name: 'taken',
      sentence: 'The own name of a role counts as taken.',
      also: alsoThese(
        'an update that states the name beside what it changes is refused',
        'roles.update.description-changes',
        'roles.update.description-null-clears',
        'roles.update.policies-replace',
        'roles.update.oauth-stored',
        'roles.update.answers-role',
        'roles.update.policies-omitted',
      ),
      patch: duringRoles('updateRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
      }),
    },
    {
      name: 'taken-beside-policies',
      sentence: 'The own name of a role counts as taken where policies stand beside it.',
      also: [
        ...alsoThese('the update of the other requirement is such a one', 'roles.update.answers-role'),
        ...alsoThese(
          'an update that states the name beside what it changes is refused',
          'roles.update.description-changes',
          'roles.update.description-null-clears',
          'roles.update.policies-replace',
          'roles.update.oauth-stored',
        ),
      ],
      patch: refusingWhere(409, (asked, { name }) => asked['name'] === name && asked['policies'] !== undefined),
    },
  ],
  'roles.update.name-freed-by-delete': [
    {
      name: 'not-once-held',
      sentence: 'No role can be renamed to the name of a deleted one that a user held.',
      patch: heldNamesStayTaken,
    },
    {
      name: 'not-once-renamed',
      sentence: 'No role can be renamed to the name of a deleted one that had been renamed.',
      patch: knowingRoles((history) =>
        refusing(
          'updateRole',
          ({ body }) => history.deleted.some((one) => history.isRenamed(one) && one.name === (body as Body)['name']),
          409,
        ),
      ),
    },
    {
      name: 'kept',
      sentence: 'No role can be renamed to the name of a deleted one.',
      patch: (rules) => {
        const { names, patch } = keptNames();
        patch(rules);
        keepingDeleted(names)(rules);
      },
    },
  ],
  'roles.update.name-freed-by-rename': [
    {
      name: 'last-one-alone',
      also: alsoThese('one of its updates is to the name before the last', 'roles.update.other-roles-kept'),
      sentence: 'Of the former names of a role that was renamed more than once only the last can be given to another.',
      patch: knowingRoles((history) =>
        refusing(
          'updateRole',
          (call) =>
            call.tenant.account.roles.all().some(
              ({ id, name }) =>
                id !== roleOf(call)?.id &&
                name !== sentBody(call)['name'] &&
                history
                  .of(id)
                  .former.map((one) => one.name)
                  .filter((one) => one !== name)
                  .slice(0, -1)
                  .includes(String(sentBody(call)['name'])),
            ),
          409,
        ),
      ),
    },
    {
      name: 'never-back',
      sentence: 'A role cannot be given a name back that it had itself.',
      patch: knowingRoles((history) =>
        replace('updateRole', (call, original) => {
          const role = roleOf(call);
          const { name } = (call.body ?? {}) as Body;
          const isFormer = role && name !== role.name && history.of(role.id).former.some((one) => one.name === name);
          if (isFormer) refuse(409, 'another role has this name');
          return original(call);
        }),
      ),
    },
    {
      name: 'kept',
      sentence: 'No role can be renamed to the former name of another.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
      patch: (rules) => {
        const { names, patch } = keptNames();
        patch(rules);
        replace('updateRole', async (call, original) => {
          const former = roleOf(call)?.name;
          const answer = await original(call);
          if (former !== undefined && roleOf(call)?.name !== former) names.add(former);
          return answer;
        })(rules);
      },
    },
  ],
  'roles.update.name-race': [
    {
      name: 'both',
      sentence: 'Which names are taken is asked before anything else of an update, and answered too early.',
      patch: replace('updateRole', async (call, original) => {
        const known = [...call.tenant.account.roles.after(0)];
        await new Promise((resolve) => setTimeout(resolve, 100));
        const { roles } = call.tenant.rules;
        const { isTaken } = roles;
        roles.isTaken = (name, _now, except) => isTaken(name, known, except);
        try {
          return await original(call);
        } finally {
          roles.isTaken = isTaken;
        }
      }),
    },
    {
      name: 'creations-unseen',
      sentence: 'An update does not see the names of roles that are created at the same time.',
      patch: lookingFirst(
        'updateRole',
        ({ tenant }) => new Set([...tenant.account.roles.after(0)].map(({ id }) => id)),
        (call, original, known) => {
          const { isTaken } = call.tenant.rules.roles;
          return withRules(
            call,
            'roles',
            {
              isTaken: (name, roles, except) =>
                isTaken(
                  name,
                  [...roles].filter(({ id }) => known.has(id)),
                  except,
                ),
            },
            () => original(call),
          );
        },
      ),
    },
  ],
});
