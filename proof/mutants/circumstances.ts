import { stringifyJson } from '../../contracts/lossless-json.ts';
import type { Answer } from '../../mock/answer.ts';
import { isAdmin } from '../../mock/authority.ts';
import type { Call } from '../../mock/call.ts';

/** What was asked of one thing by one operation before, on one tenant. */
interface Asked {
  readonly answers: Map<string, Answer>;
  lastUser: number | undefined;
  lastBody: unknown;
  wasRefused: boolean;
}

const keyOf = ({ operationId, path }: Call) => JSON.stringify([operationId, path]);
const userOf = ({ principal }: Call) => principal.user?.id ?? 0;
/** The same question of the same caller. */
const questionOf = (call: Call) => JSON.stringify([userOf(call), [...call.query.values]]);

/** What went before, on one tenant. */
export class Past {
  readonly #records = new Map<string, Asked>();

  succeeded(call: Call, answer: Answer): void {
    const record = this.#recordOf(call);
    record.answers.set(questionOf(call), answer);
    record.lastUser = userOf(call);
    record.lastBody = call.body;
    record.wasRefused = false;
  }

  refused(call: Call): void {
    this.#recordOf(call).wasRefused = true;
  }

  /** What the same caller was answered to the same question before. */
  formerAnswer(call: Call): Answer | undefined {
    return this.#records.get(keyOf(call))?.answers.get(questionOf(call));
  }

  /** The body of the last request that succeeded. */
  formerBody(call: Call): unknown {
    return this.#records.get(keyOf(call))?.lastBody;
  }

  /** What holds of a call by what went before it. */
  historyOf(call: Call): string[] {
    const record = this.#records.get(keyOf(call));
    const isOfAnother = record?.lastUser !== undefined && record.lastUser !== userOf(call);
    return [
      ...(this.formerAnswer(call) ? ['again'] : []),
      ...(record?.wasRefused === true ? ['after-a-refusal'] : []),
      ...(isOfAnother ? ['after-another-user'] : []),
      ...(record?.lastBody !== undefined && stringifyJson(record.lastBody) !== stringifyJson(call.body)
        ? ['after-another-body']
        : []),
      ...(call.query.text('after') === undefined ? [] : ['behind-a-cursor']),
    ];
  }

  #recordOf(call: Call): Asked {
    const key = keyOf(call);
    const known = this.#records.get(key);
    if (known) return known;
    const made: Asked = { answers: new Map(), lastUser: undefined, lastBody: undefined, wasRefused: false };
    this.#records.set(key, made);
    return made;
  }
}

/** What holds of a call by who makes it. */
export function actorsOf({ tenant, principal }: Call): string[] {
  const { kind, scope, user } = principal;
  const isPlain = user !== undefined && !isAdmin(tenant, principal);
  const held = isPlain ? tenant.account.groups.filter(({ userIds }) => userIds.has(user.id)) : [];
  return [
    ...(kind === 'oauth' ? ['oauth'] : []),
    ...(kind === 'embed' ? ['embed-session'] : []),
    ...(scope !== 'all' && kind === 'api-key' ? ['scoped-key'] : []),
    ...(isPlain && kind === 'api-key' ? ['plain-user'] : []),
    ...(held.some(({ roleIds }) => roleIds.size > 0) && user?.roleIds.size === 0 ? ['through-a-group'] : []),
  ];
}
