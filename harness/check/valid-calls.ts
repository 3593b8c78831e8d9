import type { AnyOperationId } from '../../contracts/operations.ts';
import { SENT_AGAIN_WITH } from '../../contracts/requirements/sent-again.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { Asked } from '../requests/requests.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Check } from './check.ts';
import type { Together } from './together.ts';

/** The deployment of a call: the provided one, or another one that the scoped key has no access to. */
export type Where = 'home' | 'elsewhere';

/** The actor in that deployment. */
export function there(check: Check, actor: Actor, where: Where): Actor {
  return where === 'home' ? actor : actor.in(check.provided('OTHER_DEPLOYMENT_ID'));
}

/**
 * Returns a valid request of an operation, and creates what the request needs. An administrator may send it, or an actor in
 * an embed session if the operation requires one.
 */
export type ValidCall = (check: Check, admin: Actor, where: Where) => Promise<Asked> | Asked;

/** Another form of a call, such as one with a filter or on a thing of another kind; undefined where nobody lent what it needs. */
export type FurtherForm = (...given: Parameters<ValidCall>) => Promise<Asked | undefined> | Asked | undefined;

type Forms = readonly [ValidCall, ...FurtherForm[]];

/** A valid call of each operation of a family, for rules that apply to every operation. */
export type ValidCalls = Readonly<Partial<Record<AnyOperationId, ValidCall | Forms>>>;

/** The valid call of an operation, and its other forms. */
export function formsOf(calls: ValidCalls, operation: AnyOperationId): Forms | readonly [] {
  const forms = calls[operation] ?? [];
  return typeof forms === 'function' ? [forms] : forms;
}

/** The operation that a rule is checked on. */
export interface On {
  readonly check: Check;
  readonly admin: Actor;
  readonly operation: AnyOperationId;
  readonly call: ValidCall;
  /** The other forms that a call may have. An operation counts as served if one of them gets a response. */
  readonly further: readonly FurtherForm[];
  /** The requirement that is judged. */
  readonly row: Requirement;
  /** The checks of the operation that are played in the same process. */
  readonly together: Together;
}

/** A valid call as it was sent, and the answer to it. */
interface Called {
  readonly asked: Asked;
  readonly answer: Answer;
}

/**
 * The valid call of an operation and its answer, with a request that is prepared already or with a new one. On a live tenant the
 * checks of one process judge the same one.
 */
export function validCall(
  { check, admin, operation }: Pick<On, 'check' | 'admin' | 'operation'>,
  call: ValidCall,
  prepared?: Asked,
): Promise<Called> {
  const send = async () => {
    const asked = prepared ?? (await call(check, admin.preparing, 'home'));
    return { asked, answer: await admin.raw(operation, asked) };
  };
  return check.shared(call, send, { isKept: ({ answer }) => isSuccess(answer) });
}

/** What stands for something that is done with a valid call once for all checks of a process. */
interface Keys {
  readonly answer: object;
  readonly again: object;
}

const keys = new WeakMap<ValidCall, Keys>();

function keysOf(call: ValidCall): Keys {
  const known = keys.get(call) ?? { answer: {}, again: {} };
  keys.set(call, known);
  return known;
}

/** The answer to the valid call of an operation, for checks that ask nothing more about it. */
export async function answerToValidCall(
  on: Pick<On, 'check' | 'admin' | 'operation'>,
  call: ValidCall,
): Promise<Answer> {
  const { answer } = await on.check.shared(keysOf(call).answer, () => validCall(on, call), {
    isKept: (called) => isSuccess(called.answer),
    isSelfContained: true,
  });
  return answer;
}

/**
 * Sends the valid call again with an OAuth token, where there is one; of a list, a page behind a cursor. What comes of it is open;
 * where it is answered, the answer has the shape that it has for anybody.
 */
export async function askAgain(on: Pick<On, 'check' | 'admin' | 'operation'>, call: ValidCall): Promise<void> {
  const { check, admin, operation } = on;
  const send = async () => {
    const { asked, answer } = await validCall(on, call);
    const oauth = check.asOptional(SENT_AGAIN_WITH);
    if (endOf(answer) !== undefined) await pages(oauth ?? admin, operation, asked);
    else await oauth?.raw(operation, asked);
  };
  await check.shared(keysOf(call).again, send, { isSelfContained: true });
}

/** The cursor behind a page; undefined for what is no list, or has none. */
function endOf({ body }: Answer): string | undefined {
  const { pageInfo } = (body ?? {}) as { readonly pageInfo?: { readonly endCursor?: unknown } | null };
  const end = pageInfo?.endCursor;
  return typeof end === 'string' && end !== '' ? end : undefined;
}

/** A first page of one element, and the page behind it. */
async function pages(by: Actor, operation: AnyOperationId, asked: Asked): Promise<void> {
  const of = (query: object) => by.raw(operation, { ...asked, query: { ...asked.query, first: 1, ...query } });
  const after = endOf(await of({}));
  if (after !== undefined) await of({ after });
}

export type Rule = (on: On) => Promise<void>;
