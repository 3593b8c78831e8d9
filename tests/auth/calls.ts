import type { AnyOperationId } from '../../contracts/operations.ts';
import { EVERY_CALL } from '../calls.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import type { Asked } from '../../harness/client/client.ts';
import type { Check } from '../../harness/test.ts';

/** One call of each API, which its own credential is enough for. */
export const APIS = {
  platform: { operation: 'listRoles', asked: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  build: { operation: 'validateDataModel', asked: (): Asked => ({}), setting: 'ADMIN_TOKEN', prefix: 'Bearer ' },
  scim: {
    operation: 'probeScim',
    asked: ({ tenant }: Check): Asked => ({ path: { resource: String(tenant.wire.value('scim.resource')) } }),
    setting: 'SCIM_TOKEN',
    prefix: 'Bearer ',
  },
  'core-data': { operation: 'coreDataMeta', asked: (): Asked => ({}), setting: 'DATA_API_TOKEN', prefix: '' },
  ai: {
    operation: 'streamChat',
    asked: (check: Check): Asked => ({
      path: { accountName: check.provided('ACCOUNT_NAME'), agentId: check.provided('AGENT_ID') },
      text: check.provided('AI_CHAT_REQUEST'),
    }),
    setting: 'AI_API_KEY',
    prefix: 'Api-Key ',
  },
} as const satisfies Record<
  string,
  { operation: AnyOperationId; asked: (check: Check) => Asked; setting: string; prefix: string }
>;
export type Api = keyof typeof APIS;

/** What somebody gets from the operations of a row about administrators; those that nobody is granted say nothing. */
export async function* ofAdministrators(
  check: Check,
  admin: Actor,
  who: Actor,
  isAsExpected: (answer: Answer) => boolean,
): AsyncGenerator<Answer> {
  for (const operation of check.requirement.operations) {
    const [call] = [EVERY_CALL[operation] ?? []].flat();
    if (!call) continue;
    const answer = await who.raw(operation, await call(check, admin.preparing, 'home'));
    const isGranted = async () => isSuccess(await admin.raw(operation, await call(check, admin.preparing, 'home')));
    if (isAsExpected(answer) || (await isGranted())) yield answer;
  }
}
