import { isDeepStrictEqual } from 'node:util';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SecretSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import { granted, isRefusedWith, isSuccess } from '../http/answer.ts';
import type { Asked } from '../requests/requests.ts';
import { expect, type Check } from '../test.ts';
import type { ForOne } from '../check/together.ts';
import { traceOf } from './effects.ts';
import { validCall, type On, type Rule, type Where } from '../check/valid-calls.ts';

/** An actor that must be refused; undefined if its credential is not provided. */
export type Who = (on: On) => Actor | undefined | Promise<Actor>;

export const provided =
  (setting: SecretSetting): Who =>
  ({ check }) =>
    check.as(setting);

/** An optional actor: the requirement does not need it, but it is checked too if its credential is provided. */
export const ifProvided =
  (setting: SecretSetting): Who =>
  ({ check, row }) =>
    check.optional(setting, row) === undefined ? undefined : check.as(setting);

/** Actors that must be refused an operation, and with what. */
export interface Refusing {
  readonly status: 401 | 403 | '4xx';
  readonly whos: readonly Who[];
}

/**
 * Sends the valid call as each actor that must be refused, and as an administrator, who must not. Of a read the administrator's
 * comes first: what was answered once may not be answered to anybody. Of a change it comes last: it shows that nobody has made it.
 */
export function refusing(status: Refusing['status'], where: Where, ...whos: readonly Who[]): Rule {
  return (on) => refuse(on, where, { status, whos });
}

async function refuse(on: On, where: Where, { status, whos }: Refusing): Promise<void> {
  const { check, admin, operation, call } = on;
  const actors = [];
  for (const who of whos) actors.push(await who(on));
  const asked = inDeployment(check, where, await call(check, admin.preparing, where));
  // Who is nobody does not get to the thing. A refusal opens nothing to who asks again.
  const forms = status === 401 ? [asked] : [asked, asked, ...(await furtherForms(on, where))];
  if (isRead(on)) {
    await expectNotDone(on, { where, asked, isSeen: true });
    for (const one of forms)
      for (const actor of actors)
        if (actor) expect(await actor.raw(operation, one), actor.identity.name).toBeRefusedWith(status);
    return;
  }
  const look = traceOf(check, { operation, reader: admin.preparing, asked });
  const before = await look?.before();
  for (const one of forms)
    for (const actor of actors)
      if (actor) expect(await actor.raw(operation, one), actor.identity.name).toBeRefusedWith(status);
  const after = before === undefined ? undefined : await look?.after(before);
  if (after !== undefined) expect(after, 'what the refused request would change').toEqual(before);
  await expectNotDone(on, { where, asked, isSeen: after !== undefined });
}

/** The other forms of a call: what somebody may do can depend on the thing, so each is refused to the same actors. */
async function furtherForms({ check, admin, further }: On, where: Where): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const form of further) {
    const one = await form(check, admin.preparing, where);
    if (one) asked.push(inDeployment(check, where, one));
  }
  return asked;
}

/** A rule about actors that are refused, for an operation; or another rule, where a refusal takes more than a request. */
type RefusingRule = (on: On) => Refusing | Rule;

/**
 * Rules by which other actors are refused the same call. On a live tenant all of them are refused it one after the other, with one
 * preparation, one look and one call by an administrator for all.
 */
export function refusingEach<Name extends string>(rules: Readonly<Record<Name, RefusingRule>>): Record<Name, Rule> {
  const named = (name: string) => (Object.hasOwn(rules, name) ? rules[name as Name] : undefined);
  const refusingBy = (on: On, { rule = '' }: Requirement): Refusing | undefined => {
    const found = named(rule)?.(on);
    return typeof found === 'object' ? found : undefined;
  };
  const declared = (own: RefusingRule): Rule => {
    return async (on) => {
      const given = own(on);
      if (typeof given === 'function') return given(on);
      const seen = await on.together.seenBy(
        on.check,
        (rows, forOne) =>
          refusedToAll(
            on,
            rows.map((row) => ({ row, ...(refusingBy(on, row) as Refusing) })),
            forOne,
          ),
        (row) => refusingBy(on, row) !== undefined,
      );
      if (!seen) return refuse(on, 'home', given);
      for (const [who, answer] of seen) expect(answer, who).toBeRefusedWith(given.status);
    };
  };
  const entries = Object.entries<RefusingRule>(rules).map(([name, own]) => [name, declared(own)] as const);
  return Object.fromEntries(entries) as Record<Name, Rule>;
}

/** Sends one call as each actor of several rules, and then as an administrator. Says whether all was as it has to be. */
async function refusedToAll(on: On, rules: readonly (Refusing & Pick<On, 'row'>)[], forOne: ForOne): Promise<boolean> {
  const { check, admin, operation, call } = on;
  const asked = await call(check, admin.preparing, 'home');
  const send = () => admin.raw(operation, asked);
  const isAnswered = async () => isSuccess((await validCall(on, call, asked)).answer);
  if (isRead(on) && !(await isAnswered())) return false;
  const look = traceOf(check, { operation, reader: admin.preparing, asked });
  const before = await look?.before();
  const further = rules.every(({ status }) => status === 401) ? [] : await furtherForms(on, 'home');
  for (const { row, status, whos } of rules) {
    for (const who of whos) {
      for (const one of status === 401 ? [asked] : [asked, asked, ...further]) {
        const sent = await forOne(row.id, async () => {
          const actor = await who({ ...on, row });
          return actor && ([actor.identity.name, await actor.raw(operation, one)] as const);
        });
        if (sent && !isRefusedWith(sent[1], status)) return false;
      }
    }
  }
  const after = before === undefined ? undefined : await look?.after(before);
  if (after !== undefined && !isDeepStrictEqual(after, before)) return false;
  if (isRead(on)) return true;
  // Where no look shows that nobody has made the change, the same request by an administrator does.
  const called = await validCall(on, call, asked);
  return isSuccess(after === undefined && called.asked !== asked ? await send() : called.answer);
}

/** Operations that are no GET and only answer; that somebody has a token changes nothing for anybody else. */
const ONLY_ANSWERING: readonly AnyOperationId[] = [
  'coreDataLoad',
  'coreDataSql',
  'streamChat',
  'createDeploymentToken',
  'createUsageAnalyticsToken',
];

function isRead({ check, operation }: On): boolean {
  return ONLY_ANSWERING.includes(operation) || check.tenant.wire.route(operation)?.method === 'get';
}

/** Statuses of a request whose effect already exists, or whose resource no longer exists. */
const ALREADY_DONE = [400, 403, 404, 409, 410, 412, 422];

/** Operations with an idempotency key, for which a tenant may repeat an earlier refusal. */
const REPEATS_OUTCOMES: readonly AnyOperationId[] = ['applyPromotion'];

interface Refused {
  readonly where: Where;
  readonly asked: Asked;
  /** Whether it is known that the refused request changed nothing. */
  readonly isSeen: boolean;
}

/** The administrator's request succeeds; a refusal because it is already done means that a refused request took effect. */
async function expectNotDone(on: On, { where, asked, isSeen }: Refused): Promise<void> {
  const { check, admin, operation, call } = on;
  const what = `the same call by ${admin.identity.name}`;
  const send = () => admin.raw(operation, asked);
  // What is left to show is that such a call is valid, which one answer shows for all.
  const answer = isSeen && where === 'home' ? (await validCall(on, call, asked)).answer : await send();
  if (ALREADY_DONE.includes(answer.status) && !REPEATS_OUTCOMES.includes(operation)) {
    const repeated = inDeployment(check, where, await call(check, admin.preparing, where));
    if (isSuccess(await admin.raw(operation, repeated))) {
      if (await hasEndedByItself(admin.preparing, operation, asked, repeated)) return;
      expect(answer, `what was refused to others: ${what}`).toSucceed();
    }
  }
  granted(answer, what);
}

/** Operations that cancel a job, which may also end before anybody cancels it, and where its status is read. */
const STATUS_OF_JOB: Readonly<Partial<Record<AnyOperationId, AnyOperationId>>> = {
  cancelTransformSync: 'getTransformSync',
  cancelMetricViewPreview: 'getMetricViewPreview',
};

/** Whether a job shows another status than one that was just cancelled, so that nobody has cancelled it. */
async function hasEndedByItself(
  reader: Actor,
  operation: AnyOperationId,
  job: Asked,
  cancelled: Asked,
): Promise<boolean> {
  const reading = STATUS_OF_JOB[operation];
  if (!reading) return false;
  const shown = async ({ path }: Asked) => {
    const { status, body } = await reader.raw(reading, path && { path });
    return [status, (body as { readonly status?: unknown } | undefined)?.status];
  };
  return !isDeepStrictEqual(await shown(job), await shown(cancelled));
}

function inDeployment(check: Check, where: Where, asked: Asked): Asked {
  if (where === 'home') return asked;
  return { ...asked, path: { ...asked.path, deploymentId: check.provided('OTHER_DEPLOYMENT_ID') } };
}
