import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { operationsOf } from '../../contracts/document.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../../contracts/operations.ts';
import { mayBe } from '../../contracts/bindings/discovery/declared-types.ts';
import { idOfPublic } from '../requests/things.ts';
import type { Settings } from '../tenant/configuration.ts';
import type { PlainSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import { tentatively } from '../failures/failure.ts';
import { isSuccess } from '../http/answer.ts';
import type { UnboundAnswer } from '../client/client.ts';
import { callerOf } from '../things/embed-sessions.ts';
import { formsOf, type ValidCalls, type Where } from '../check/valid-calls.ts';
import { contract } from '../tenant/contract.ts';
import type { Check } from '../check/check.ts';
import { isId } from '../../contracts/lossless-json.ts';

/** A read operation that the tenant's document declares, with its success or the reason why there is none. */
export interface Read {
  readonly declared: DeclaredOperation;
  readonly answer?: UnboundAnswer;
  readonly why?: string;
  /** Whether it belongs to a feature that an account may not have. */
  readonly isGated?: boolean;
}

/** The settings that provide the resources in a path, by the segment before the parameter. */
const PROVIDED: Readonly<Record<string, PlainSetting>> = {
  deployments: 'DEPLOYMENT_ID',
  environments: 'ENVIRONMENT_ID',
  reports: 'REPORT_ID',
  folders: 'FOLDER_ID',
  workbooks: 'WORKBOOK_ID',
  agents: 'AGENT_ID',
  users: 'MEMBER_USER_ID',
  groups: 'GROUP_ID',
  'user-groups': 'GROUP_ID',
  dashboard: 'DASHBOARD_PUBLIC_ID',
  dashboards: 'DASHBOARD_PUBLIC_ID',
  'embed-tenants': 'EMBED_TENANT',
  'oidc-token-configs': 'OIDC_TOKEN_CONFIG_ID',
  'external-documents': 'EXTERNAL_WORKBOOK_ID',
};

const PROVIDED_ELSEWHERE: typeof PROVIDED = { deployments: 'OTHER_DEPLOYMENT_ID' };

/** Calls a read operation: with a valid call of the suite if there is one, otherwise with a GET of its path. */
export async function read(
  check: Check,
  admin: Actor,
  document: TenantDocument,
  declared: DeclaredOperation,
  calls: ValidCalls,
): Promise<Read> {
  const operation = operationAt(check, declared);
  const [call] = operation === undefined ? [] : formsOf(calls, operation);
  if (operation !== undefined && call) {
    const caller = await callerOf(check, admin, operation);
    const isGated = check.tenant.wire.isGated(operation);
    const asked = await tentatively(async () => call(check, caller.preparing, 'home'));
    if (!asked) return { declared, isGated, why: 'needs what could not be made' };
    return { ...readAs(declared, await caller.raw(operation, asked)), isGated };
  }
  const who = IN_SCIM.test(declared.path) ? (check.asOptional('SCIM_TOKEN') ?? admin) : admin;
  const path = await addressOf(check, who, document, declared);
  return path === undefined
    ? { declared, why: 'has a path parameter whose value is unknown' }
    : readAs(declared, await who.read(path));
}

/** Whose ids are others than those of the platform, and whose credential may be another one. */
const IN_SCIM = /\/scim\//;

function readAs(declared: DeclaredOperation, answer: UnboundAnswer): Read {
  return isSuccess(answer) ? { declared, answer } : { declared, why: `responded with ${answer.status}` };
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
 * The path of an operation with an existing resource for each parameter: a provided one, or the first element of the list at
 * the path before the parameter. In the other deployment only the deployment itself is provided.
 */
export async function addressOf(
  check: Check,
  admin: Actor,
  document: TenantDocument,
  declared: DeclaredOperation,
  where: Where = 'home',
): Promise<string | undefined> {
  const { path } = declared;
  const parameters = document.parametersOf(declared).filter((one) => one.in === 'path');
  let built = '';
  for (const [index, segment] of path.split('/').entries()) {
    const before = path.split('/').slice(0, index).join('/');
    if (!segment.startsWith('{')) built += index === 0 ? segment : `/${segment}`;
    else {
      const setting = (where === 'home' ? PROVIDED : PROVIDED_ELSEWHERE)[before.split('/').at(-1) ?? ''];
      const isKnown = setting !== undefined && !IN_SCIM.test(path);
      const name = segment.replace(/[{}]/g, '');
      const schema = parameters.find((one) => one.name === name)?.schema;
      const isText = schema === undefined || mayBe(document, schema, 'string');
      const provided = isKnown ? inForm(check.tenant.settings, setting, isText) : undefined;
      const ids = isText ? idsLike(name) : NUMBERS;
      const value = provided ?? (document.find('get', before) ? firstIn(await admin.read(built), ids) : undefined);
      if (value === undefined) return undefined;
      built += `/${encodeURIComponent(value)}`;
    }
  }
  return built;
}

/** What a setting names, by its id where it is named by a public id and the path takes a number. */
function inForm(settings: Settings, setting: PlainSetting, isText: boolean): string | undefined {
  const value = settings[setting];
  const id = value === undefined || isText ? undefined : idOfPublic(value, settings);
  return id === undefined ? value : (id ?? undefined);
}

const NUMBERS = ['id'];
const IDS = ['id', 'publicId', 'name', 'slug'];

/** The members with ids that a parameter may take, as far as its name says which. */
const idsLike = (parameter: string) => (/public/i.test(parameter) ? ['publicId', ...IDS] : IDS);

function firstIn(answer: UnboundAnswer, ids: readonly string[]): string | undefined {
  const body = (answer.wire ?? {}) as Readonly<Record<string, unknown>>;
  const list: unknown = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
  const [first] = (list ?? []) as readonly Readonly<Record<string, unknown>>[];
  const id = ids.map((name) => first?.[name]).find((one) => isId(one));
  return id === undefined ? undefined : String(id);
}
