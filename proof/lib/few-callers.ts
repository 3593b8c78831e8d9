import { ok } from '../../mock/answer.ts';
import { type Body, type Call, bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byScopedKey } from './access.ts';
import { sends } from './conditions.ts';
import { all, during, refusing, remembering, replaceSync } from './patches.ts';

/** What goes wrong for few callers or requests alone, and where others have called before. */

/** The answer repeats what was asked for where the security_context has no members. */
export const scopesRepeatedForEmptyContext: Patch = replaceSync('createEnvironmentToken', (call, original) => {
  const { security_context: context, scopes } = bodyOf(call);
  const answer = original(call);
  const isEmpty = typeof context === 'object' && context !== null && Object.keys(context).length === 0;
  if (!isEmpty || !Array.isArray(scopes) || !('body' in answer)) return answer;
  const { data } = answer.body as { readonly data: Body };
  return { ...answer, body: { data: { ...data, scopes } } };
});

/** Own tokens are listed only while nobody else has minted a later one. */
export const notOnceAnotherMinted: Patch = remembering(
  () => new Map<string, number | undefined>(),
  (latest) => {
    const keyOf = ({ path }: Call) => path['environmentId'] ?? '';
    const noting = (operation: string): Patch =>
      replaceSync(operation, (call, original) => {
        const answer = original(call);
        latest.set(keyOf(call), call.principal.user?.id);
        return answer;
      });
    return all(
      noting('createEnvironmentToken'),
      noting('createMetaSyncToken'),
      replaceSync('listEnvironmentTokens', (call, original) => {
        const answer = original(call);
        const isOthers = latest.has(keyOf(call)) && latest.get(keyOf(call)) !== call.principal.user?.id;
        return isOthers && answer.kind === 'ok' ? ok({ items: [] }) : answer;
      }),
    );
  },
);

/** The lifetime that an OAuth token asks for is passed over. */
export const lifetimeIgnoredForOAuth: Patch = during(
  'createDeploymentToken',
  'deployments',
  ({ tokenSeconds, expiresAt }) => ({ expiresAt: (now) => expiresAt(now, tokenSeconds.default) }),
  byOAuth,
);

export const shortestRefusedToScopedKeys: Patch = refusing(
  'createDeploymentToken',
  (call) => byScopedKey(call) && sends('expiresIn', (one) => one === 60)(call),
  'invalid',
);

/** A token that was used before its session was revoked is taken until it expires. */
export const usedTokensLive: Patch = ({ access }) => {
  const used = new Set<unknown>();
  const { isLive } = access;
  access.isLive = (record, now, id) => {
    const lives = isLive(record, now, id);
    if (record.kind !== 'embed') return lives;
    if (lives) used.add(record);
    return lives || (used.has(record) && record.expiresAt !== undefined && now < record.expiresAt);
  };
};

/** Files that are generated from a repository are listed to who started the sync alone. */
export const filesOfGitUnlisted: Patch = remembering(
  () => new Set<string>(),
  (ofGit) =>
    all(
      replaceSync('startTransformSync', (call, original) => {
        const answer = original(call);
        const { source = 'git' } = bodyOf(call);
        if (source === 'git' && 'body' in answer) ofGit.add(String((answer.body as Body)['syncJobId']));
        return answer;
      }),
      replaceSync('listGeneratedFiles', (call, original) => {
        const answer = original(call);
        if (!ofGit.has(call.path['syncJobId'] ?? '') || answer.kind !== 'ok') return answer;
        return { ...answer, body: { ...(answer.body as Body), items: [] } };
      }),
    ),
);
