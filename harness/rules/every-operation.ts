import { operationsOf, type Access, type Response } from '../../contracts/document.ts';
import type { Family } from '../../contracts/families.ts';
import { PATH_PARAMETERS } from '../../contracts/generated/path-parameters.ts';
import type { AnyOperationId, OperationId } from '../../contracts/operations.ts';
import { ownersIn } from '../../contracts/owners.ts';
import type { Requirement, RequirementId } from '../../contracts/requirements/index.ts';
import { CHANGED_BY } from '../../contracts/requirements/changed-things.ts';
import { OF_TWO_DEPLOYMENTS, READ_WHEN_ENDED, READS_TOKENS } from '../../contracts/requirements/per-operation.ts';
import { sentAgain } from '../../contracts/requirements/sent-again.ts';
import type { Actor } from '../client/actor.ts';
import { granted, inOneLine, isSuccess, NOT_SERVED, unlessGuessed, type Answer } from '../http/answer.ts';
import { noteStatus } from '../check/expect.ts';
import { declareTogether, type Body } from './declare.ts';
import { documentOf } from '../check/document.ts';
import { callerOf, embedSession } from '../things/embed-sessions.ts';
import { ifProvided, provided, refusing, refusingEach, type Who } from './refusing.ts';
import { requireDeploymentIn } from '../check/served.ts';
import { contract, registry } from '../tenant/contract.ts';
import { expect, type Check } from '../test.ts';
import type { Asked } from '../requests/requests.ts';
import type { Secret } from '../http/secrets.ts';
import { untested } from '../failures/untested.ts';
import { answerToValidCall, askAgain, formsOf, type On, type Rule, type ValidCalls } from '../check/valid-calls.ts';

export type { ValidCall, ValidCalls, Where } from '../check/valid-calls.ts';

/** Who is refused an operation: the same call by each of them. */
const REFUSALS: Readonly<Record<string, Rule>> = refusingEach({
  'no-credential': () => ({ status: 401, whos: [({ check }) => check.showing(undefined, 'no credential')] }),
  'malformed-credential': () => ({ status: 401, whos: [malformed, likeJwt, emptied] }),
  'expired-credential': ({ check, operation }) => {
    const credential = check.tenant.wire.credential(operation);
    if (credential === 'tenant-embed-session') return refusingExpiredSession;
    if (credential === 'core-data') return { status: 401, whos: [provided('EXPIRED_DATA_API_TOKEN')] };
    const others = {
      platform: [ifProvided('EXPIRED_OAUTH_TOKEN')],
      scim: [expiredAfterApiKey],
      ai: [],
    }[credential];
    return { status: 401, whos: [provided('EXPIRED_TOKEN'), ...others] };
  },
  // No other rights make a user an administrator.
  'administrator-only': () => ({
    status: 403,
    whos: [
      ({ check }) => check.as('MEMBER_TOKEN', 'member'),
      ifProvided('MEMBER_OAUTH_TOKEN'),
      ifProvided('ALL_ACTIONS_TOKEN'),
      ifProvided('BUILT_IN_ROLE_TOKEN'),
    ],
  }),
  'scoped-key-refused': () => ({
    status: 403,
    whos: [({ check }) => check.as('SCOPED_TOKEN', 'scoped'), ifProvided('TWO_SCOPE_TOKEN')],
  }),
  'embed-session-refused': ({ check, operation }) => {
    const refused = check.tenant.wire.access(operation).embedSessionRefused as NonNullable<
      Access['embedSessionRefused']
    >;
    // Also as an administrator, because the user of the first session may be refused for missing rights.
    return {
      status: refused.status,
      whos: [({ check: own, admin }) => embedSession(own, admin.preparing), ifProvided('ADMIN_EMBED_TOKEN')],
    };
  },
});

const RULES: Readonly<Record<string, Rule>> = {
  async 'is-served'(on) {
    const { check, admin, operation, call, further } = on;
    let answer = await answerToValidCall(on, call);
    for (const form of further) {
      if (!NOT_SERVED.includes(answer.status)) break;
      const asked = await form(check, admin.preparing, 'home');
      if (asked) answer = await admin.raw(operation, asked);
    }
    unlessGuessed(answer);
    if (answer.status === 403)
      untested(`${operation} responds with 403 to ${admin.identity.name}: switch the feature on`);
    const isMissing =
      NOT_SERVED.includes(answer.status) ||
      (await isRejectedAsInvalid(check, check.as('ADMIN_TOKEN', 'admin'), answer));
    expect(isMissing, `${operation} responded with ${inOneLine(answer)}`).toBe(false);
  },
  async 'answers-as-documented'(on) {
    const answer = granted(await answerToValidCall(on, on.call), 'the valid call');
    expectNoFindings(on.check);
    noteStatus(answer);
  },
  async 'scoped-key-elsewhere'(on) {
    requireDeploymentIn(on.check.tenant.wire.route(on.operation)?.path);
    await refusing(403, 'elsewhere', ({ check }) => check.as('SCOPED_TOKEN', 'scoped'))(on);
  },
  async 'scoped-key-at-home'({ check, admin, operation, call }) {
    requireDeploymentIn(check.tenant.wire.route(operation)?.path);
    const isOfTwo = OF_TWO_DEPLOYMENTS.includes(operation);
    const scoped = check.as(isOfTwo ? 'TWO_SCOPE_TOKEN' : 'SCOPED_TOKEN', 'scoped');
    // A preview may be valid only for the credential that requested it.
    const preparing = isOfTwo ? scoped.preparing : admin.preparing;
    const asked = await call(check, preparing, 'home');
    await refusedElsewhere(check, scoped, operation, asked);
    const answer = await scoped.raw(operation, asked);
    // A call that the administrator may not make either is a setup failure.
    if (!isSuccess(answer)) granted(await admin.raw(operation, await call(check, admin.preparing, 'home')), 'the call');
    expect(answer).toSucceed();
  },
  ...REFUSALS,
};

/**
 * Reads with a scoped key where it is refused, before it reads where it is not. On a live tenant the check of the refusal is played
 * before, in the same process.
 */
async function refusedElsewhere(check: Check, scoped: Actor, operation: AnyOperationId, asked: Asked): Promise<void> {
  const elsewhere = check.optional('OTHER_DEPLOYMENT_ID');
  if (check.tenant.isLive || elsewhere === undefined || check.tenant.wire.route(operation)?.method !== 'get') return;
  await scoped.in(elsewhere).raw(operation, asked);
}

/** SCIM takes either prefix. */
const expiredAfterApiKey: Who = ({ check }) => {
  const header = check.secret(`Api-Key ${check.secretOf('EXPIRED_TOKEN').reveal()}`, 'EXPIRED_TOKEN');
  return check.showing(header, 'EXPIRED_TOKEN with the prefix Api-Key');
};

const malformed: Who = ({ check, admin, operation }) => {
  const [prefix, token] = credentialOf(check, admin, operation);
  const header = check.secret(`${prefix}${token?.reveal() ?? ''}!!malformed!!`, 'malformed credential');
  return check.showing(header, 'malformed credential');
};

const likeJwt = (({ check, admin, operation }: On) => {
  if (!READS_TOKENS.includes(operation)) return undefined;
  const [prefix] = credentialOf(check, admin, operation);
  const header = check.secret(`${prefix}eyJhbGciOiJIUzI1NiJ9.malformed.malformed`, 'malformed credential');
  return check.showing(header, 'malformed credential in the form of a JWT');
}) as Who;

/** The word before a credential, alone; on the Platform API and on the build paths another requirement covers that. */
const emptied = (({ check, admin, operation }: On) => {
  if (!['ai', 'scim', 'tenant-embed-session'].includes(check.tenant.wire.credential(operation))) return undefined;
  const [prefix] = credentialOf(check, admin, operation);
  return check.showing(check.secret(prefix.trim(), 'prefix without a token'), 'no token behind the prefix');
}) as Who;

const REFUSED_AS_INVALID: readonly number[] = [400, 422];
/** A read conflicts with nothing and has no condition, unless what is read is a job, which may not be that far. */
const REFUSED_AS_IN_CONFLICT: readonly number[] = [409, 410, 412];
const readsJob = (operation: AnyOperationId) =>
  Object.hasOwn(PATH_PARAMETERS, operation) &&
  (PATH_PARAMETERS[operation as OperationId] as readonly string[]).some((name) => JOB_IDS.includes(name));
const JOB_IDS: readonly string[] = ['jobId', 'previewId', 'syncJobId'];

/**
 * Whether the tenant rejects a read request as invalid. That is a violation unless the tenant's own document requires a
 * parameter that is not in the specification.
 */
async function isRejectedAsInvalid(check: Check, admin: Actor, { operation, status }: Answer): Promise<boolean> {
  const route = check.tenant.wire.route(operation);
  if (route?.method !== 'get' || READ_WHEN_ENDED.includes(operation) || operation === 'getSpec') return false;
  if (REFUSED_AS_IN_CONFLICT.includes(status)) return !readsJob(operation);
  if (!REFUSED_AS_INVALID.includes(status)) return false;
  const document = await documentOf(admin.preparing);
  const declared = document.find(route.method, route.path);
  const required = declared ? document.parametersOf(declared).filter((one) => one.isRequired && one.in !== 'path') : [];
  if (required.length > 0)
    untested(`${operation} requires ${required.map(({ name }) => name).join(', ')}, which is not in the specification`);
  return true;
}

/** The token of an embed session expires only by time. The same call then succeeds in a new session. */
async function refusingExpiredSession({ check, admin: before, operation, call }: On): Promise<void> {
  const asked = await call(check, before.preparing, 'home');
  await check.clock.pass('24h');
  expect(await before.raw(operation, asked)).toBeRefusedWith(401);
  const after = await embedSession(check, check.as('ADMIN_TOKEN', 'admin').preparing);
  granted(await after.raw(operation, await call(check, after.preparing, 'home')), 'the call in a new session');
}

const PREFIX: Readonly<Record<string, string>> = { 'core-data': '', ai: 'Api-Key ' };

function credentialOf(
  check: Check,
  caller: Actor,
  operation: AnyOperationId,
): readonly [prefix: string, token: Secret | undefined] {
  return [PREFIX[check.tenant.wire.credential(operation)] ?? 'Bearer ', caller.identity.token];
}

function expectNoFindings(check: Check): void {
  const own = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(
    own.map(({ at, message }) => `${at} ${message}`.trim()),
    'differences between the responses and the contract',
  ).toEqual([]);
}

function rowsOf(family: Family): Requirement[] {
  return [...registry.values()].filter((row) => row.family === family && row.untestable === undefined);
}

/** Whether a check sends an operation that it can do without: one that would change what was only found is left out. */
function isChangeable(check: Check, operation: AnyOperationId): boolean {
  const { ifChangeable, lent = [] } = check.requirement.needs;
  if (ifChangeable?.operations.includes(operation) !== true) return true;
  return lent.every(
    (setting) => check.mayChange(setting) || CHANGED_BY[operation]?.settings.includes(setting as never) !== true,
  );
}

const OWNERS = ownersIn(contract);

const SENT_AGAIN = sentAgain(contract);

/** The requirements that own a response as a whole: their checks also assert that it is a success. */
const RESPONSE_OWNERS = new Set(
  operationsOf(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => (response as Response)['x-requirement'] ?? []),
  ),
);

interface Shapes {
  /** Valid calls whose responses show more than those of the family. */
  readonly calls?: ValidCalls;
  /** Requirements about a shape that have checks of their own. */
  readonly except?: readonly string[];
}

/**
 * Declares the checks of all rules that apply to every operation of a family, and those of all requirements about the shape of
 * responses: they call their operations and compare the responses with the contract. The responses of all other checks are
 * compared with the same schemas.
 */
export function checkEveryOperation(family: Family, calls: ValidCalls, shapes?: Shapes): void {
  const declared = new Map<AnyOperationId, Map<RequirementId, Body>>();
  const refusals = new Set<string>();
  for (const row of rowsOf(family)) {
    const [operation] = row.operations;
    const body = bodyOfRule(row, calls) ?? (shapes && bodyOfShape(row, calls, shapes));
    if (operation === undefined || !body) continue;
    if (ruleOf(row, REFUSALS)) refusals.add(row.id);
    declared.set(operation, (declared.get(operation) ?? new Map<RequirementId, Body>()).set(row.id, body));
  }
  for (const bodies of declared.values()) declareTogether(refusalsFirst(bodies, refusals));
}

/** On a live tenant the call that a refusal ends with does for the checks after it, which would have to prepare one of their own. */
function refusalsFirst(
  bodies: ReadonlyMap<RequirementId, Body>,
  refusals: ReadonlySet<string>,
): ReadonlyMap<RequirementId, Body> {
  return new Map([...bodies].sort(([one], [other]) => Number(refusals.has(other)) - Number(refusals.has(one))));
}

function ruleOf({ rule }: Requirement, rules: Readonly<Record<string, Rule>>): Rule | undefined {
  return rule === undefined ? undefined : rules[rule];
}

function bodyOfRule(row: Requirement, calls: ValidCalls): Body | undefined {
  const rule = ruleOf(row, RULES);
  const [operation] = row.operations;
  if (operation === undefined || !rule) return undefined;
  const [call, ...further] = formsOf(calls, operation);
  if (!call) return undefined;
  return async (check, admin, together) => {
    await rule({
      check,
      admin: await callerOf(check, admin, operation),
      operation,
      call,
      further,
      row: check.requirement,
      together,
    });
  };
}

function bodyOfShape({ id, operations }: Requirement, calls: ValidCalls, shapes: Shapes): Body | undefined {
  const { except = [] } = shapes;
  const own = { ...calls, ...shapes.calls };
  const called = operations.flatMap((operation) => {
    const [call] = formsOf(own, operation);
    return call ? [{ operation, call }] : [];
  });
  if (!OWNERS.has(id) || except.includes(id) || called.length === 0) return undefined;
  return async (check, admin) => {
    for (const { operation, call } of called) {
      if (!isChangeable(check, operation)) continue;
      const on = { check, admin: await callerOf(check, admin, operation), operation };
      const answer = await answerToValidCall(on, call);
      if (RESPONSE_OWNERS.has(id)) expect(answer).toSucceed();
      else granted(answer, operation);
      if (SENT_AGAIN.has(operation)) await askAgain(on, call);
    }
    expectNoFindings(check);
  };
}
