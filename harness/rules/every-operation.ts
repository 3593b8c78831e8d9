import { operationsOf, type Access, type Response } from '../../contracts/document.ts';
import type { Family } from '../../contracts/families.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { BETWEEN_DEPLOYMENTS, READ_WHEN_ENDED } from '../../contracts/requirements/per-operation.ts';
import type { Actor } from '../client/actor.ts';
import { granted, inOneLine, isSuccess, type Answer } from '../http/answer.ts';
import { noteStatus } from '../check/expect.ts';
import { documentOf } from '../check/document.ts';
import { callerOf, embedSession } from '../things/embed-sessions.ts';
import { alsoLent, lent, refusing } from './refusing.ts';
import { NOT_SERVED, requireServed } from '../check/served.ts';
import { contract, registry } from '../tenant/contract.ts';
import { expect, test, verifies, type Check } from '../test.ts';
import type { Secret } from '../http/secrets.ts';
import { untested } from '../failures/untested.ts';
import type { On, Rule, ValidCall, ValidCalls } from '../check/valid-calls.ts';

export type { ValidCall, ValidCalls, Where } from '../check/valid-calls.ts';

function formsOf(calls: ValidCalls, operation: AnyOperationId): readonly ValidCall[] {
  return [calls[operation] ?? []].flat();
}

const RULES: Readonly<Record<string, Rule>> = {
  async 'is-served'({ check, admin, operation, call, forms }) {
    let answer = await admin.raw(operation, await call(check, admin.preparing, 'home'));
    for (const form of forms.slice(1)) {
      if (!NOT_SERVED.includes(answer.status)) break;
      answer = await admin.raw(operation, await form(check, admin.preparing, 'home'));
    }
    requireServed(check, answer);
    if (answer.status === 403) untested(`${operation} answers 403 to ${admin.identity.name}: switch the feature on`);
    const isOut =
      NOT_SERVED.includes(answer.status) || (await isRefusedOutright(check, check.as('ADMIN_TOKEN', 'admin'), answer));
    expect(isOut, `${operation} answered ${inOneLine(answer)}`).toBe(false);
  },
  async 'answers-as-documented'({ check, admin, operation, call }) {
    const answer = granted(await admin.raw(operation, await call(check, admin.preparing, 'home')), 'the valid call');
    expectNoFindings(check);
    noteStatus(answer);
  },
  'no-credential': refusing(401, 'home', ({ check }) => check.showing(undefined, 'nobody')),
  'malformed-credential': refusing(401, 'home', ({ check, admin, operation }) => {
    const [prefix, token] = credentialOf(check, admin, operation);
    const header = check.secret(`${prefix}${token?.reveal() ?? ''}!!malformed!!`, 'malformed credential');
    return check.showing(header, 'somebody with a malformed credential');
  }),
  async 'expired-credential'(on) {
    const credential = on.check.tenant.wire.credential(on.operation);
    if (credential === 'tenant-embed-session') return refusingExpiredSession(on);
    if (credential === 'core-data') return refusing(401, 'home', lent('EXPIRED_DATA_API_TOKEN'))(on);
    const own = lent('EXPIRED_TOKEN');
    await (
      credential === 'platform'
        ? refusing(401, 'home', own, alsoLent('EXPIRED_OAUTH_TOKEN'))
        : refusing(401, 'home', own)
    )(on);
  },
  // Rights of any other kind, however many, make nobody an administrator.
  'administrator-only': refusing(
    403,
    'home',
    ({ check }) => check.as('MEMBER_TOKEN', 'member'),
    alsoLent('MEMBER_OAUTH_TOKEN'),
    alsoLent('ALL_ACTIONS_TOKEN'),
    alsoLent('BUILT_IN_ROLE_TOKEN'),
  ),
  'scoped-key-refused': refusing(403, 'home', ({ check }) => check.as('SCOPED_TOKEN', 'scoped')),
  'scoped-key-elsewhere': refusing(403, 'elsewhere', ({ check }) => check.as('SCOPED_TOKEN', 'scoped')),
  async 'scoped-key-at-home'({ check, admin, operation, call }) {
    const isBetween = BETWEEN_DEPLOYMENTS.includes(operation);
    const scoped = check.as(isBetween ? 'TWO_SCOPE_TOKEN' : 'SCOPED_TOKEN', 'scoped');
    // A preview may be for the credential alone that asked for it.
    const preparing = isBetween ? scoped.preparing : admin.preparing;
    const answer = await scoped.raw(operation, await call(check, preparing, 'home'));
    // What is refused to everybody is no matter of the key.
    if (!isSuccess(answer)) granted(await admin.raw(operation, await call(check, admin.preparing, 'home')), 'the call');
    expect(answer).toSucceed();
  },
  async 'embed-session-refused'(on) {
    const { status } = on.check.tenant.wire.access(on.operation).embedSessionRefused as NonNullable<
      Access['embedSessionRefused']
    >;
    // A tenant may refuse a user of the session for want of rights; an administrator has them all.
    const ofAdministrator = alsoLent('ADMIN_EMBED_TOKEN');
    await refusing(status, 'home', ({ check, admin }) => embedSession(check, admin.preparing), ofAdministrator)(on);
  },
};

/**
 * Whether the tenant says that a request to read is wrong. There is nothing in it that could be, unless the tenant's own
 * document asks for a parameter that the specification does not print.
 */
async function isRefusedOutright(check: Check, admin: Actor, { operation, status }: Answer): Promise<boolean> {
  const route = check.tenant.wire.route(operation);
  if (route?.method !== 'get' || READ_WHEN_ENDED.includes(operation) || operation === 'getSpec') return false;
  if (status !== 400 && status !== 422) return false;
  const document = await documentOf(admin.preparing);
  const declared = document.find(route.method, route.path);
  const wanted = declared ? document.parametersOf(declared).filter((one) => one.isRequired && one.in !== 'path') : [];
  if (wanted.length > 0)
    untested(`${operation} asks for ${wanted.map(({ name }) => name).join(', ')}, which nothing prints`);
  return true;
}

/** The token of an embed session expires with time alone, and another session makes its call anew. */
async function refusingExpiredSession({ check, admin: early, operation, call }: On): Promise<void> {
  const asked = await call(check, early.preparing, 'home');
  await check.clock.pass('24h');
  expect(await early.raw(operation, asked)).toBeRefusedWith(401);
  const later = await embedSession(check, check.as('ADMIN_TOKEN', 'admin').preparing);
  granted(await later.raw(operation, await call(check, later.preparing, 'home')), 'the call in a later session');
}

function credentialOf(
  check: Check,
  caller: Actor,
  operation: AnyOperationId,
): readonly [prefix: string, token: Secret | undefined] {
  const credential = check.tenant.wire.credential(operation);
  if (credential === 'tenant-embed-session') return ['Bearer ', caller.identity.token];
  if (credential === 'core-data') return ['', check.secretOf('DATA_API_TOKEN')];
  if (credential === 'ai') return ['Api-Key ', check.secretOf('AI_API_KEY')];
  return ['Bearer ', check.secretOf(credential === 'scim' ? 'SCIM_TOKEN' : 'ADMIN_TOKEN')];
}

function expectNoFindings(check: Check): void {
  const own = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
  expect(
    own.map(({ at, message }) => `${at} ${message}`.trim()),
    'what the contract has against the answers',
  ).toEqual([]);
}

function rowsOf(family: Family): Requirement[] {
  return [...registry.values()].filter((row) => row.family === family && row.untestable === undefined);
}

/** Defines the checks of every rule that holds for each operation of a family alike. */
export function checkEveryOperation(family: Family, calls: ValidCalls): void {
  for (const { id, source, operations } of rowsOf(family)) {
    const [operation] = operations;
    const rule = RULES[id.split('.').at(-1) ?? ''];
    if (source !== 'per-operation' || operation === undefined || !rule) continue;
    const forms = formsOf(calls, operation);
    const [call] = forms;
    if (!call) continue;
    test(...verifies(id), async ({ check, admin }) => {
      await rule({ check, admin: await callerOf(check, admin, operation), operation, call, forms });
    });
  }
}

/** The promises that own a part of an answer's schema. */
function owners(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found;
  for (const [key, value] of Object.entries(node)) {
    if (key === 'x-requirement' && typeof value === 'string') found.add(value);
    else owners(value, found);
  }
  return found;
}
const OWNERS = owners(contract);

/** The promises that own a whole answer: that it is a success is theirs to say as well. */
const ANSWER_OWNERS = new Set(
  operationsOf(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => (response as Response)['x-requirement'] ?? []),
  ),
);

/**
 * Defines the checks of every promise about the shape of answers: its operations are called, and the contract has
 * nothing against what they answer. Each answer of any other check is held against the same schemas.
 */
export function checkShapes(family: Family, calls: ValidCalls, except: readonly string[] = []): void {
  for (const { id, operations } of rowsOf(family)) {
    const called = operations.filter((operation) => calls[operation] !== undefined);
    if (!OWNERS.has(id) || except.includes(id) || called.length === 0) continue;
    test(...verifies(id), async ({ check, admin }) => {
      for (const operation of called) {
        const caller = await callerOf(check, admin, operation);
        const answer = await caller.raw(
          operation,
          await (formsOf(calls, operation)[0] as ValidCall)(check, caller.preparing, 'home'),
        );
        if (ANSWER_OWNERS.has(id)) expect(answer).toSucceed();
        else granted(answer, operation);
      }
      expectNoFindings(check);
    });
  }
}
