import { ok, refuse, Refusal, type Answer } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Role } from '../../mock/world/account.ts';
import { faults } from '../fault.ts';
import { instead } from './access-helpers.ts';
import { rolesInputFaults, taking, under } from './roles-inputs.ts';

type Shown = Readonly<Record<string, unknown>>;

/** Changes the body of an operation's success. */
function answering(operation: string, change: (body: Shown, call: Call) => unknown): Patch {
  return instead(operation, async (call, original): Promise<Answer> => {
    const answer = await original(call);
    return answer.kind === 'ok' || answer.kind === 'created'
      ? { ...answer, body: change(answer.body as Shown, call) }
      : answer;
  });
}

/** Changes each role of a list. */
function listing(change: (roles: readonly Shown[], call: Call) => readonly Shown[]): Patch {
  return answering('listRoles', (body, call) => ({ ...body, items: change(body['items'] as readonly Shown[], call) }));
}

function inPolicies(role: Shown, change: (policy: Shown) => Shown): Shown {
  return { ...role, policies: (role['policies'] as readonly Shown[]).map(change) };
}

/** Does something to the account once an operation has succeeded. */
function after(operation: string, act: (call: Call, roles: Call['tenant']['account']['roles']) => void): Patch {
  return instead(operation, async (call, original) => {
    const answer = await original(call);
    act(call, call.tenant.account.roles);
    return answer;
  });
}

/** The role that a call is about, before anything is done to it. */
function roleOf(call: Call): Role | undefined {
  const id = idIn(call, 'roleId');
  return id === undefined ? undefined : call.tenant.account.roles.get(id);
}

/** What an update stores, other than what it was asked for. */
function storing(change: (next: Role, asked: Body, former: Role) => Role): Patch {
  return instead('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    const next = roleOf(call);
    if (!former || !next) return answer;
    const stored = call.tenant.account.roles.replace(change(next, (call.body ?? {}) as Body, former));
    return ok(stored, 200);
  });
}

/** Remembers the roles of one tenant that were deleted. */
function deletedRoles(): { readonly patch: Patch; readonly ids: Set<number> } {
  const ids = new Set<number>();
  return {
    ids,
    patch: instead('deleteRole', async (call, original) => {
      const id = roleOf(call)?.id;
      const answer = await original(call);
      if (id !== undefined) ids.add(id);
      return answer;
    }),
  };
}

function both(...patches: readonly Patch[]): Patch {
  return (rules) => {
    for (const patch of patches) patch(rules);
  };
}

const NOT_FOUND_AS = (operation: string, why: 400 | 403, isMeant: (call: Call) => boolean = () => true): Patch =>
  instead(operation, async (call, original) => {
    try {
      return await original(call);
    } catch (error) {
      if (error instanceof Refusal && error.why === 404 && isMeant(call)) refuse(why, ...error.problems);
      throw error;
    }
  });

const SHAPES = faults({
  'roles.role.id': {
    name: 'text',
    sentence: 'A role that is read shows its id as a string.',
    patch: answering('getRole', (role) => ({ ...role, id: String(role['id']) })),
  },
  'roles.role.name': {
    name: 'another-member',
    sentence: 'A role that is read shows its name as title.',
    patch: answering('getRole', ({ name, ...role }) => ({ ...role, title: name })),
  },
  'roles.role.policies': {
    name: 'null-for-none',
    sentence: 'A listed role without policies shows null.',
    patch: listing((roles) => roles.map((role) => ({ ...role, policies: null }))),
  },
  'roles.role.description': {
    name: 'object',
    sentence: 'A role that is read shows its description as an object.',
    patch: answering('getRole', (role) => ({ ...role, description: { text: role['description'] } })),
  },
  'roles.policy.resource-type': {
    name: 'number',
    sentence: 'A listed role shows the resource types of its policies as numbers.',
    patch: listing((roles) => roles.map((role) => inPolicies(role, (policy) => ({ ...policy, resourceType: 1 })))),
  },
  'roles.policy.actions': {
    name: 'joined',
    sentence: 'A role that is read shows the actions of a policy as one text.',
    patch: answering('getRole', (role) =>
      inPolicies(role, (policy) => ({ ...policy, actions: (policy['actions'] as string[]).join(',') })),
    ),
  },
  'roles.policy.resources': {
    name: 'missing',
    sentence: 'A role that is read shows its policies without resources.',
    patch: answering('getRole', (role) => inPolicies(role, ({ resources: _, ...policy }) => policy)),
  },
  'roles.policy.deployment-resources': {
    name: 'slug',
    sentence: 'A listed role shows the deployments of its policies by their slugs.',
    patch: listing((roles) =>
      roles.map((role) => inPolicies(role, (policy) => ({ ...policy, resources: ['sales-analytics'] }))),
    ),
  },
  'roles.policy.tier-not-derived': {
    name: 'derived',
    sentence: 'A role with actions on deployments is given a Global policy with a license tier.',
    patch: answering('getRole', (role) => ({
      ...role,
      policies: [
        ...(role['policies'] as Shown[]),
        { resourceType: 'Global', actions: ['AIBIDevelop'], resources: ['All'] },
      ],
    })),
  },
  'roles.policy.deleted-deployment-kept': {
    name: 'tidied',
    sentence: 'A role no longer shows the ids of deployments that are gone.',
    patch: answering('getRole', (role, { tenant }) =>
      inPolicies(role, (policy) => ({
        ...policy,
        resources: (policy['resources'] as string[]).map((one) =>
          one === 'All' || tenant.deployments.deployments.get(Number(one)) ? one : 'All',
        ),
      })),
    ),
  },
  'roles.policy.deleted-deployment-grants-nothing': {
    name: 'grants-the-rest',
    sentence: 'A policy whose only deployment is gone grants its actions on every other one.',
    patch: ({ authority }) => {
      const { counted } = authority;
      authority.counted = (tenant, user) =>
        counted(tenant, user).map((role) => ({
          ...role,
          policies: role.policies.map((policy) => {
            const isLeft = policy.resources.some(
              (one) => one === 'All' || tenant.deployments.deployments.get(Number(one)),
            );
            return policy.resourceType === 'Deployment' && !isLeft ? { ...policy, resources: ['All'] } : policy;
          }),
        }));
    },
  },
});

const CREATE = faults({
  'roles.create.answers-role': {
    name: 'id-alone',
    sentence: 'A creation answers nothing but the id.',
    patch: answering('createRole', ({ id }) => [id]),
  },
  'roles.create.returns-id': {
    name: 'of-another',
    sentence: 'A creation answers the id of the role before.',
    patch: answering('createRole', (role) => ({ ...role, id: Number(role['id']) - 1 })),
  },
  'roles.create.answer-is-stored': {
    name: 'description-lost',
    sentence: 'The answer to a creation leaves the description out.',
    patch: answering('createRole', (role) => ({ ...role, description: null })),
  },
  'roles.create.stores-name': {
    name: 'lower-case',
    sentence: 'Dashes in a name are stored as blanks.',
    patch: taking('createRole', (body) =>
      typeof body['name'] === 'string' ? { ...body, name: body['name'].replaceAll('-', ' ') } : body,
    ),
  },
  'roles.create.stores-description': {
    name: 'ignored',
    sentence: 'A creation acknowledges the description and does not keep it.',
    patch: taking('createRole', ({ description, ...body }) =>
      typeof description === 'string' ? body : { ...body, description },
    ),
  },
  'roles.create.stores-policies': {
    name: 'last-resource-lost',
    sentence: 'The last of several resources of a policy is not kept.',
    patch: taking('createRole', (body) => {
      const { policies } = body;
      if (!Array.isArray(policies)) return body;
      const cut = (policies as Shown[]).map((policy) => {
        const { resources } = policy;
        return Array.isArray(resources) && resources.length > 2
          ? { ...policy, resources: resources.slice(0, -1) }
          : policy;
      });
      return { ...body, policies: cut };
    }),
  },
  'roles.create.name-missing': {
    name: 'untitled',
    sentence: 'A creation without a name makes one up.',
    patch: taking('createRole', (body) =>
      body['name'] === undefined ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-null': {
    name: 'untitled',
    sentence: 'A creation whose name is null makes one up.',
    patch: taking('createRole', (body) =>
      body['name'] === null ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-race': {
    name: 'both',
    sentence: 'Whether a name is taken is asked before anything else, and answered too early.',
    patch: instead('createRole', async (call, original) => {
      const { name } = bodyOf(call);
      const { roles } = call.tenant.account;
      const isTaken = [...roles.after(0)].some((role) => role.name === name);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (isTaken) return original(call);
      const { isTaken: kept } = call.tenant.rules.roles;
      call.tenant.rules.roles.isTaken = () => false;
      try {
        return await original(call);
      } finally {
        call.tenant.rules.roles.isTaken = kept;
      }
    }),
  },
  'roles.create.name-freed-by-delete': {
    name: 'kept',
    sentence: 'The name of a deleted role stays taken.',
    patch: (rules) => {
      const names = new Set<string>();
      instead('deleteRole', async (call, original) => {
        const name = roleOf(call)?.name;
        const answer = await original(call);
        if (name !== undefined) names.add(name);
        return answer;
      })(rules);
      instead('createRole', (call, original) => {
        if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
        return original(call);
      })(rules);
    },
  },
  'roles.create.name-freed-by-rename': {
    name: 'kept',
    sentence: 'The former name of a renamed role stays taken.',
    patch: (rules) => {
      const names = new Set<string>();
      instead('updateRole', async (call, original) => {
        const former = roleOf(call)?.name;
        const answer = await original(call);
        if (former !== undefined && roleOf(call)?.name !== former) names.add(former);
        return answer;
      })(rules);
      instead('createRole', (call, original) => {
        if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
        return original(call);
      })(rules);
    },
  },
  'roles.create.description-omitted': {
    name: 'required',
    sentence: 'A creation without a description is refused.',
    patch: taking('createRole', (body) => (body['description'] === undefined ? { ...body, description: 0 } : body)),
  },
  'roles.create.description-null': {
    name: 'as-text',
    sentence: 'A null description is stored as the text null.',
    patch: taking('createRole', (body) => (body['description'] === null ? { ...body, description: 'null' } : body)),
  },
});

const UPDATE = faults({
  'roles.update.answers-role': {
    name: 'created',
    sentence: 'An update answers 201.',
    patch: instead('updateRole', async (call, original) => ({ ...(await original(call)), status: 201 }) as Answer),
  },
  'roles.update.answer-is-stored': {
    name: 'before',
    sentence: 'An update that renames answers the role as it was before.',
    patch: instead('updateRole', async (call, original) => {
      const former = roleOf(call);
      await original(call);
      return ok((call.body as Body | undefined)?.['name'] === undefined ? roleOf(call) : former, 200);
    }),
  },
  'roles.update.unknown-id': {
    name: 'upsert',
    sentence: 'An update of an unknown role is refused as invalid.',
    patch: NOT_FOUND_AS('updateRole', 400, (call) => (idIn(call, 'roleId') ?? 0) > 500),
  },
  'roles.update.built-in': {
    name: 'forbidden',
    sentence: 'An update of a built-in role is refused with 403.',
    patch: NOT_FOUND_AS('updateRole', 403, (call) => (idIn(call, 'roleId') ?? 0) < 100),
  },
  'roles.update.other-roles-kept': {
    name: 'neighbour',
    sentence: 'An update also takes the policies of the role after.',
    patch: after('updateRole', (call, roles) => {
      const next = roles.get((idIn(call, 'roleId') ?? 0) + 1);
      if (next && (call.body as Body | undefined)?.['policies'] !== undefined) roles.replace({ ...next, policies: [] });
    }),
  },
  'roles.update.body-omitted': {
    name: 'required',
    sentence: 'An update without a body is refused.',
    patch: instead('updateRole', (call, original) =>
      call.body === undefined ? refuse(400, 'a body is needed') : original(call),
    ),
  },
  'roles.update.body-empty': {
    name: 'clears',
    sentence: 'An update with an empty object clears the description.',
    patch: storing((next, asked) => (Object.keys(asked).length === 0 ? { ...next, description: null } : next)),
  },
  'roles.update.name-omitted': {
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
  'roles.update.description-omitted': {
    name: 'cleared',
    sentence: 'An update with a name and policies and without a description clears it.',
    patch: storing((next, asked) =>
      asked['description'] === undefined && asked['name'] !== undefined ? { ...next, description: null } : next,
    ),
  },
  'roles.update.policies-omitted': {
    name: 'cleared',
    sentence: 'An update with a name and a description and without policies removes them.',
    patch: storing((next, asked) =>
      asked['policies'] === undefined && asked['name'] !== undefined && asked['description'] !== undefined
        ? { ...next, policies: [] }
        : next,
    ),
  },
  'roles.update.name-changes': {
    name: 'not-stored',
    sentence: 'An update that changes the name alone keeps the former one.',
    patch: storing((next, asked, former) =>
      Object.keys(asked).join() === 'name' ? { ...next, name: former.name } : next,
    ),
  },
  'roles.update.description-changes': {
    name: 'appended',
    sentence: 'A new description is put behind the former one.',
    patch: storing((next, { description }, former) =>
      typeof description === 'string' && description !== '' && description.length < 100 && former.description !== null
        ? { ...next, description: `${former.description} ${description}` }
        : next,
    ),
  },
  'roles.update.description-null-clears': [
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
  ],
  'roles.update.policies-replace': {
    name: 'added',
    sentence: 'New policies are put beside the former ones.',
    patch: storing((next, { policies }, former) =>
      Array.isArray(policies) && policies.length > 0
        ? { ...next, policies: [...former.policies, ...next.policies] }
        : next,
    ),
  },
  'roles.update.policies-no-merge': {
    name: 'merged',
    sentence: 'A policy on the type and resources of a former one keeps its actions as well.',
    patch: storing((next, { policies }, former) => {
      if (!Array.isArray(policies)) return next;
      const merged = next.policies.map((policy) => {
        const same = former.policies.find(
          (one) => one.resourceType === policy.resourceType && one.resources.join() === policy.resources.join(),
        );
        return same ? { ...policy, actions: [...new Set([...same.actions, ...policy.actions])] } : policy;
      });
      return { ...next, policies: merged };
    }),
  },
  'roles.update.policies-empty-removes': {
    name: 'as-omitted',
    sentence: 'An empty list of policies is taken for one that was left out.',
    patch: storing((next, { policies }, former) =>
      Array.isArray(policies) && policies.length === 0 ? { ...next, policies: former.policies } : next,
    ),
  },
  'roles.update.name-null': [
    {
      name: 'as-omitted',
      sentence: 'A null name is taken for one that was left out.',
      patch: taking('updateRole', ({ name, ...body }) =>
        name === null ? body : { ...body, ...(name !== undefined && { name }) },
      ),
    },
    {
      name: 'applied-all-the-same',
      sentence: 'An update with a null name is refused, and the role has lost its name.',
      patch: instead('updateRole', async (call, original) => {
        const role = roleOf(call);
        if (role && (call.body as Body | undefined)?.['name'] === null)
          call.tenant.account.roles.replace({ ...role, name: '' });
        return original(call);
      }),
    },
  ],
  'roles.update.name-built-in': {
    name: 'taken',
    sentence: 'A role may have the name of a built-in one.',
    patch: under('updateRole', (roles) => {
      roles.isBuiltInName = () => false;
    }),
  },
  'roles.update.name-own': {
    name: 'taken',
    sentence: 'The own name of a role counts as taken.',
    patch: under('updateRole', (roles) => {
      const { isTaken } = roles;
      roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
    }),
  },
  'roles.update.policies-null': {
    name: 'removes',
    sentence: 'Null policies are taken for none.',
    patch: taking('updateRole', (body) => (body['policies'] === null ? { ...body, policies: [] } : body)),
  },
  'roles.update.all-problems': {
    name: 'first-alone',
    sentence: 'Only the first of several problems is told.',
    patch: under('updateRole', (roles, { body }) => {
      if ((body as Body | undefined)?.['name'] === null) roles.told = (problems) => problems.slice(0, 1);
    }),
  },
  'roles.update.all-policy-problems': {
    name: 'first-alone',
    sentence: 'Only the first of several invalid policies is told.',
    patch: under('updateRole', (roles, { body }) => {
      const { policies } = (body ?? {}) as { policies?: unknown };
      if (Array.isArray(policies) && policies.length > 1) roles.told = (problems) => problems.slice(0, 1);
    }),
  },
});

const READ = faults({
  'roles.get.answers-role': {
    name: 'wrapped',
    sentence: 'A reading answers the role in a list.',
    patch: answering('getRole', (role) => [role]),
  },
  'roles.get.same-id': {
    name: 'next',
    sentence: 'A reading answers the role after the one that was asked for.',
    patch: answering('getRole', (role, { tenant }) => tenant.account.roles.get(Number(role['id']) + 1) ?? role),
  },
  'roles.get.unknown-id': {
    name: 'forbidden',
    sentence: 'A reading of an unknown role is refused with 403.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      both(
        patch,
        NOT_FOUND_AS('getRole', 403, (call) => !ids.has(idIn(call, 'roleId') ?? 0)),
      )(rules);
    },
  },
  'roles.list.shows-created': {
    name: 'late',
    sentence: 'The role that was created last is not listed.',
    patch: listing((roles, { tenant }) => {
      const last = Math.max(...[...tenant.account.roles.after(0)].map(({ id }) => id));
      return roles.filter(({ id }) => id !== last);
    }),
  },
  'roles.list.shows-updated': {
    name: 'stale',
    sentence: 'The list shows updated roles with the policies of before.',
    patch: (rules) => {
      const former = new Map<number, readonly unknown[]>();
      instead('updateRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) former.set(role.id, role.policies);
        return answer;
      })(rules);
      listing((roles) =>
        roles.map((role) => ({ ...role, policies: former.get(Number(role['id'])) ?? role['policies'] })),
      )(rules);
    },
  },
  'roles.list.drops-deleted': {
    name: 'stale',
    sentence: 'A deleted role stays in the list.',
    patch: (rules) => {
      const gone: Role[] = [];
      instead('deleteRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) gone.push(role);
        return answer;
      })(rules);
      answering('listRoles', (body) =>
        (body['pageInfo'] as { hasNextPage: boolean }).hasNextPage
          ? body
          : { ...body, items: [...(body['items'] as Role[]), ...gone] },
      )(rules);
    },
  },
  'roles.list.same-as-read': {
    name: 'short-description',
    sentence: 'The list shows the first ten characters of descriptions.',
    patch: listing((roles) =>
      roles.map((role) => ({
        ...role,
        description: typeof role['description'] === 'string' ? role['description'].slice(0, 10) : role['description'],
      })),
    ),
  },
  'roles.list.no-built-in': {
    name: 'one-listed',
    sentence: 'The first page of the list begins with a built-in role.',
    patch: answering('listRoles', (body, call) =>
      call.query.text('after') === undefined
        ? { ...body, items: [{ id: 1, name: 'Admin', description: null, policies: [] }, ...(body['items'] as Role[])] }
        : body,
    ),
  },
  'roles.list.names-unique': {
    name: 'cut',
    sentence: 'The list cuts long names so that some look the same.',
    patch: listing((roles) =>
      roles.map((role) => ({ ...role, name: String(role['name']).replace(/^(conformance-role).*/, '$1') })),
    ),
  },
  'roles.list.first-limits': {
    name: 'one-more',
    sentence: 'A page of two holds one role more.',
    also: [{ id: 'roles.list.after-continues', because: 'the one more stands on the next page again' }],
    patch: instead('listRoles', async (call, original) => {
      const answer = await original(call);
      if (answer.kind !== 'ok' || call.query.text('first') !== '2') return answer;
      const { items } = answer.body as { items: Role[] };
      const further = [...call.tenant.account.roles.after(0)].find((role) => items.every(({ id }) => id !== role.id));
      return { ...answer, body: { ...(answer.body as object), items: further ? [...items, further] : items } };
    }),
  },
  'roles.list.after-continues': {
    name: 'repeats-one',
    sentence: 'A page after a cursor begins with the last role of the page before.',
    patch: (rules) => {
      let last: Role | undefined;
      instead('listRoles', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'ok') return answer;
        const { items } = answer.body as { items: Role[] };
        const repeated = call.query.text('after') === undefined || !last ? items : [last, ...items];
        last = items.at(-1);
        return { ...answer, body: { ...(answer.body as object), items: repeated } };
      })(rules);
    },
  },
  'roles.list.pages-complete': {
    name: 'skips-one',
    sentence: 'A page after a cursor leaves out its first role, where the page is small.',
    patch: instead('listRoles', async (call, original) => {
      const answer = await original(call);
      const isLater = call.query.text('after') !== undefined && call.query.text('first') !== undefined;
      if (answer.kind !== 'ok' || !isLater) return answer;
      const { items } = answer.body as { items: Role[] };
      return { ...answer, body: { ...(answer.body as object), items: items.slice(1) } };
    }),
  },
  'roles.delete.removes': {
    name: 'acknowledged',
    sentence: 'A deletion is acknowledged and deletes nothing.',
    patch: instead('deleteRole', (call, original) => (roleOf(call) ? { kind: 'done' } : original(call))),
  },
  'roles.delete.update-after': {
    name: 'brings-back',
    sentence: 'An update of a deleted role brings it back.',
    patch: (rules) => {
      const gone = new Map<number, Role>();
      instead('deleteRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) gone.set(role.id, role);
        return answer;
      })(rules);
      instead('updateRole', (call, original) => {
        const role = gone.get(idIn(call, 'roleId') ?? 0);
        if (role && !roleOf(call)) call.tenant.account.roles.add(role);
        return original(call);
      })(rules);
    },
  },
  'roles.delete.again': {
    name: 'succeeds',
    sentence: 'A deletion of a deleted role succeeds.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      patch(rules);
      instead('deleteRole', (call, original) =>
        ids.has(idIn(call, 'roleId') ?? 0) ? { kind: 'done' } : original(call),
      )(rules);
    },
  },
  'roles.delete.unknown-id': {
    name: 'succeeds',
    sentence: 'A deletion of a role that there never was succeeds.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      patch(rules);
      instead('deleteRole', (call, original) =>
        !roleOf(call) && !ids.has(idIn(call, 'roleId') ?? 0) && (idIn(call, 'roleId') ?? 0) > 100
          ? { kind: 'done' }
          : original(call),
      )(rules);
    },
  },
  'roles.delete.built-in': {
    name: 'succeeds',
    sentence: 'A deletion of a built-in role succeeds.',
    patch: instead('deleteRole', (call, original) =>
      (idIn(call, 'roleId') ?? 0) < 100 ? { kind: 'done' } : original(call),
    ),
  },
  'roles.delete.other-roles-kept': {
    name: 'neighbour',
    sentence: 'A deletion takes the role after with it.',
    patch: after('deleteRole', (call, roles) => {
      roles.remove((idIn(call, 'roleId') ?? 0) + 1);
    }),
  },
});

export const rolesFaults = [...rolesInputFaults, ...SHAPES, ...CREATE, ...UPDATE, ...READ];
