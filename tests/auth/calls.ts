import type { AnyOperationId } from '../../contracts/operations.ts';
import { EVERY_CALL } from '../calls.ts';
import { scimRequest } from '../scim/calls.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import { formsOf } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';

/** One call of each API that needs only the API's own credential. */
export const APIS = {
  platform: { operation: 'listRoles', requestOf: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  build: { operation: 'validateDataModel', requestOf: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  scim: {
    operation: 'probeScim',
    requestOf: (check: Check): Promise<Asked> => scimRequest(check),
    setting: 'SCIM_TOKEN',
    prefix: 'Bearer ',
  },
  'core-data': { operation: 'coreDataMeta', requestOf: (): Asked => ({}), setting: 'DATA_API_TOKEN', prefix: '' },
  ai: {
    operation: 'streamChat',
    requestOf: (check: Check): Asked => ({
      path: { accountName: check.provided('ACCOUNT_NAME'), agentId: check.provided('AGENT_ID') },
      text: check.provided('AI_CHAT_REQUEST'),
    }),
    setting: 'AI_API_KEY',
    prefix: 'Api-Key ',
  },
} as const satisfies Record<
  string,
  { operation: AnyOperationId; requestOf: (check: Check) => Asked | Promise<Asked>; setting: string; prefix: string }
>;
export type Api = keyof typeof APIS;

/**
 * The responses of an actor to the operations of a requirement about administrators. A response that is not the expected
 * one is left out where an administrator is refused as well.
 */
export async function* administratorResponses(
  check: Check,
  admin: Actor,
  actor: Actor,
  isAsExpected: (answer: Answer) => boolean,
  operations: readonly AnyOperationId[] = check.requirement.operations,
): AsyncGenerator<Answer> {
  for (const operation of operations) {
    const [call] = formsOf(EVERY_CALL, operation);
    if (!call) continue;
    const answer = await actor.raw(operation, await call(check, admin.preparing, 'home'));
    const isGranted = async () => isSuccess(await admin.raw(operation, await call(check, admin.preparing, 'home')));
    if (isAsExpected(answer) || (await isGranted())) yield answer;
  }
}

/** The responses of an actor to the first form of each operation. */
export async function firstAnswers(
  check: Check,
  admin: Actor,
  actor: Actor,
  operations: readonly AnyOperationId[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const operation of operations) {
    const [call] = formsOf(EVERY_CALL, operation);
    if (call) answers.push(await actor.raw(operation, await call(check, admin.preparing, 'home')));
  }
  return answers;
}
