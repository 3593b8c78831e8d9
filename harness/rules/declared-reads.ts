import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { operationsOf } from '../../contracts/document.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../../contracts/operations.ts';
import type { PlainSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess } from '../http/answer.ts';
import type { UnboundAnswer } from '../client/client.ts';
import { callerOf } from '../things/embed-sessions.ts';
import type { ValidCalls, Where } from '../check/valid-calls.ts';
import { contract } from '../tenant/contract.ts';
import type { Check } from '../check/check.ts';

/** An operation that only reads, as the tenant's document declares it, with its success or why there is none. */
export interface Read {
  readonly declared: DeclaredOperation;
  readonly answer?: UnboundAnswer;
  readonly why?: string;
}

/** What is lent of the things that a path leads through, by the word that stands before the parameter. */
const LENT: Readonly<Record<string, PlainSetting>> = {
  deployments: 'DEPLOYMENT_ID',
  environments: 'ENVIRONMENT_ID',
  reports: 'REPORT_ID',
  folders: 'FOLDER_ID',
  workbooks: 'WORKBOOK_ID',
  agents: 'AGENT_ID',
  users: 'MEMBER_USER_ID',
  groups: 'GROUP_ID',
  dashboard: 'DASHBOARD_PUBLIC_ID',
  'embed-tenants': 'EMBED_TENANT',
  'oidc-token-configs': 'OIDC_TOKEN_CONFIG_ID',
  'external-documents': 'EXTERNAL_WORKBOOK_ID',
};

const LENT_ELSEWHERE: typeof LENT = { deployments: 'OTHER_DEPLOYMENT_ID' };

/** Calls an operation that only reads: by a valid call of the suite where there is one, else at its bare address. */
export async function read(
  check: Check,
  admin: Actor,
  document: TenantDocument,
  declared: DeclaredOperation,
  calls: ValidCalls,
): Promise<Read> {
  const operation = operationAt(check, declared);
  const [call] = operation === undefined ? [] : [calls[operation] ?? []].flat();
  if (operation !== undefined && call) {
    const caller = await callerOf(check, admin, operation);
    return readAs(declared, await caller.raw(operation, await call(check, caller.preparing, 'home')));
  }
  const path = await addressOf(check, admin, document, declared);
  return path === undefined
    ? { declared, why: 'has a parameter that nothing is known for' }
    : readAs(declared, await admin.read(path));
}

function readAs(declared: DeclaredOperation, answer: UnboundAnswer): Read {
  return isSuccess(answer) ? { declared, answer } : { declared, why: `answered ${answer.status}` };
}

/** The operation of the contract that is served at a declared address. */
function operationAt(check: Check, { method, path }: DeclaredOperation): AnyOperationId | undefined {
  const ids = [
    ...operationsOf(contract).map(({ operation }) => operation.operationId),
    ...Object.keys(BOUND_OPERATIONS),
  ] as AnyOperationId[];
  return ids.find((id) => {
    const route = check.tenant.wire.route(id);
    return route?.method === method && bare(route.path) === bare(path);
  });
}

export function bare(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
}

/**
 * The address of an operation, with something that exists in the place of each parameter: what was lent, or the first
 * of the list before it. Of another deployment than the lent one only the deployment itself is lent.
 */
export async function addressOf(
  check: Check,
  admin: Actor,
  document: TenantDocument,
  { path }: DeclaredOperation,
  where: Where = 'home',
): Promise<string | undefined> {
  let built = '';
  for (const [index, segment] of path.split('/').entries()) {
    const before = path.split('/').slice(0, index).join('/');
    if (!segment.startsWith('{')) built += index === 0 ? segment : `/${segment}`;
    else {
      const setting = (where === 'home' ? LENT : LENT_ELSEWHERE)[before.split('/').at(-1) ?? ''];
      const lent = setting === undefined ? undefined : check.tenant.settings[setting];
      const value = lent ?? (document.find('get', before) ? firstIn(await admin.read(built)) : undefined);
      if (value === undefined) return undefined;
      built += `/${encodeURIComponent(value)}`;
    }
  }
  return built;
}

const LISTS = ['items', 'data', 'results', 'Resources'];
const IDS = ['id', 'publicId', 'name', 'slug'];

function firstIn(answer: UnboundAnswer): string | undefined {
  const body = (answer.wire ?? {}) as Readonly<Record<string, unknown>>;
  const list: unknown = Array.isArray(body) ? body : LISTS.map((name) => body[name]).find(Array.isArray);
  const [first] = (list ?? []) as readonly Readonly<Record<string, unknown>>[];
  const id = IDS.map((name) => first?.[name]).find((one) => typeof one === 'string' || typeof one === 'number');
  return id === undefined ? undefined : String(id);
}
