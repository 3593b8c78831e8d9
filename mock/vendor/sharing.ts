import { refuse } from '../answer.ts';
import { idIn, type Call } from '../call.ts';
import { dashboardBehind } from '../families/dashboards.ts';
import { embedAccess, setOpen } from '../families/embed-access.ts';
import { ACCESS_LEVELS, shared, type AccessLevel, type Shareable } from '../families/shares.ts';
import { FLAG, NAME, type VendorOperation, type VendorOperations } from './operation.ts';
import { userIn } from './users.ts';

/** The id of the thing in the path, or of the workbook whose dashboard is there, in its deployment. */
function thingIn({ tenant, path }: Call, kind: Shareable | 'workbooks'): number {
  if (path['publicId'] !== undefined) {
    const workbook = dashboardBehind(tenant, path['publicId'], Number(path['deploymentId']));
    return workbook?.id ?? refuse('unknown', 'no dashboard has this publicId');
  }
  const name = `${kind.slice(0, -1)}Id`;
  const id = Number(path[name]);
  const thing = /^\d{1,15}$/.test(path[name] ?? '') ? tenant.content[kind].get(id) : undefined;
  return thing?.deploymentId === Number(path['deploymentId']) ? id : refuse('unknown', `nothing has this ${name}`);
}

function share(kind: Shareable): VendorOperation {
  return {
    kind: 'sharing',
    family: kind,
    does: 'set',
    summary: `Let a user read, edit or manage one of the ${kind}`,
    body: { access: { type: 'string', enum: ACCESS_LEVELS } },
    needed: ['access'],
    run: (call, { access }) => {
      shared(call.tenant, kind, { id: thingIn(call, kind), userId: userIn(call, 'userId').id }, access as AccessLevel);
    },
  };
}

function unshare(kind: Shareable): VendorOperation {
  return {
    kind: 'sharing',
    family: kind,
    does: 'remove',
    summary: `Take back what a user was let do with one of the ${kind}`,
    run: (call) => {
      const isGone = shared(
        call.tenant,
        kind,
        { id: thingIn(call, kind), userId: idIn(call, 'userId') ?? 0 },
        undefined,
      );
      if (!isGone) refuse('unknown', 'it is not shared with this user');
    },
  };
}

interface Audience {
  readonly embedTenants?: readonly string[];
  readonly allEmbedUsers?: boolean;
}

/** Says to which embed tenants a thing is open, in place of what was said before. */
function openTo(
  call: Call,
  kind: 'workbooks' | 'folders',
  { embedTenants = [], allEmbedUsers = false }: Audience,
): void {
  const id = thingIn(call, kind);
  const { tenants } = embedAccess(call.tenant);
  if (!embedTenants.every((name) => tenants.has(name))) refuse('unknown', 'embedTenants names one that is not there');
  setOpen(call.tenant, kind === 'workbooks' ? 'workbookIds' : 'folderIds', id, new Set(embedTenants));
  if (kind === 'folders') return;
  if (allEmbedUsers) embedAccess(call.tenant).forAll.add(id);
  else embedAccess(call.tenant).forAll.delete(id);
}

function embedding(kind: 'workbooks' | 'folders'): VendorOperation {
  return {
    kind: 'embed-sharing',
    family: kind,
    does: 'set',
    summary: `Open one of the ${kind} to embed tenants`,
    body: {
      embedTenants: { type: 'array', items: NAME },
      ...(kind === 'workbooks' && { allEmbedUsers: FLAG }),
    },
    refers: { embedTenants: { kind: 'embed_tenant', by: 'name' } },
    needed: kind === 'folders' ? ['embedTenants'] : [],
    run: (call, body) => {
      openTo(call, kind, body);
    },
  };
}

/** Whom a grant is for. Its members have names of this build in every dialect: only those of a body itself are called otherwise. */
const GRANTEES = {
  oneOf: [
    {
      type: 'object',
      properties: { kind: { type: 'string', enum: ['EmbedTenant'] }, name: NAME },
      required: ['kind', 'name'],
    },
    { type: 'object', properties: { kind: { type: 'string', enum: ['AllEmbedUsers'] } }, required: ['kind'] },
  ],
} as const;

interface Grant {
  readonly grantee: { readonly kind: string; readonly name?: string };
  readonly access: AccessLevel;
}

/** The same as a list of grants, as vendors have it who share with everybody in one way. */
function granting(kind: 'workbooks' | 'folders'): VendorOperation {
  return {
    kind: 'embed-sharing',
    family: kind,
    does: 'set',
    summary: `Say to whom one of the ${kind} is granted`,
    body: {
      grants: {
        type: 'array',
        items: {
          type: 'object',
          properties: { grantee: GRANTEES, access: { type: 'string', enum: ACCESS_LEVELS } },
          required: ['grantee', 'access'],
        },
      },
    },
    needed: ['grants'],
    run: (call, body) => {
      const { grants } = body as { readonly grants: readonly Grant[] };
      const names = grants.flatMap(({ grantee }) => grantee.name ?? []);
      const allEmbedUsers = grants.some(({ grantee }) => grantee.kind === 'AllEmbedUsers');
      if (kind === 'folders' && allEmbedUsers) refuse('invalid', 'a folder is granted to embed tenants');
      openTo(call, kind, { embedTenants: names, allEmbedUsers });
    },
  };
}

export const sharing: VendorOperations = {
  shareReport: share('reports'),
  unshareReport: unshare('reports'),
  shareFolder: share('folders'),
  unshareFolder: unshare('folders'),
  setWorkbookEmbedAccess: embedding('workbooks'),
  setFolderEmbedAccess: embedding('folders'),
  setWorkbookGrants: granting('workbooks'),
  setFolderGrants: granting('folders'),
};
