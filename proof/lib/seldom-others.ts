import { ok, Refusal, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byScopedKey } from './access.ts';
import { sends } from './conditions.ts';
import { all, during, refusing, remembering, replaceSync, withRules } from './patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from './reports.ts';
import { markupEscaped } from './roles.ts';

/** What goes wrong with other families for few callers, histories or values alone. */

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

/** A copy of a copy shares its draft with what it was made of. */
export const copiesOfCopiesShare: Patch = remembering(
  () => ({ sources: new Map<number, number>(), copies: new Set<number>() }),
  ({ sources, copies }) =>
    all(
      replaceSync('duplicateWorkbook', (call, original) => {
        const answer = original(call);
        const from = Number(call.path['workbookId']);
        const made = 'body' in answer ? Number((answer.body as Body)['id']) : Number.NaN;
        if (copies.has(from)) sources.set(made, from);
        copies.add(made);
        return answer;
      }),
      replaceSync('patchDashboardFile', (call, original) => {
        const answer = original(call);
        const { workbooks } = call.tenant.content;
        const copy = workbooks.get(Number(call.path['workbookId']));
        const source = workbooks.get(sources.get(copy?.id ?? 0) ?? 0);
        if (copy && source) workbooks.replace({ ...source, draft: copy.draft });
        return answer;
      }),
    ),
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

/** Comments are stored with entities for what markup is made of. */
export const entitiesInComments = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const body = (call.body ?? {}) as Body;
    const { text } = body;
    return original(typeof text === 'string' ? { ...call, body: { ...body, text: markupEscaped(text) } } : call);
  });

/** The list of keys shows the tokens of those that are scoped to deployments. */
export const scopedTokensListed: Patch = remembering(
  () => new Map<unknown, unknown>(),
  (tokens) =>
    all(
      replaceSync('createApiKey', (call, original) => {
        const answer = original(call);
        if ('body' in answer) {
          const { id, token, deploymentIds } = answer.body as Body;
          if (Array.isArray(deploymentIds)) tokens.set(id, token);
        }
        return answer;
      }),
      replaceSync('listApiKeys', (call, original) => {
        const answer = original(call);
        if (answer.kind !== 'ok') return answer;
        const list = answer.body as Body;
        const items = itemsOf(list).map((one) =>
          tokens.has(one['id']) ? { ...one, token: tokens.get(one['id']) } : one,
        );
        return { ...answer, body: { ...list, items } };
      }),
    ),
);

/** A search with a size of its pages looks through the first page of all users alone. */
export const firstPageSearched: Patch = replaceSync('listUsers', (call, original) => {
  const first = call.query.text('first');
  if (first === undefined || !isAsked(call, 'search') || isAsked(call, 'after')) return original(call);
  const page = original(requery(call, { search: undefined }));
  const found = original(requery(call, { first: '500' }));
  if (page.kind !== 'ok' || found.kind !== 'ok') return original(call);
  const ids = new Set(itemsOf(page.body as Body).map(({ id }) => id));
  const items = itemsOf(found.body as Body).filter(({ id }) => ids.has(id));
  const list = found.body as Body;
  return { ...found, body: { ...list, items, pageInfo: { ...pageInfoOf(list), hasNextPage: false } } };
});

export const plusAsBlank: Patch = replaceSync('listUsers', (call, original) => {
  const search = call.query.text('search');
  return original(search?.includes('+') ? requery(call, { search: search.replaceAll('+', ' ') }) : call);
});

/** Searches of users tell capitals beyond ASCII from small letters. */
export const asciiCaseAlone = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const lowered = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    return withRules(call, 'users', { matches: (text, search) => lowered(text).includes(lowered(search)) }, () =>
      original(call),
    );
  });

/** The integrations of a deployment are read as the one that was stored first. */
export const firstSourceShown: Patch = remembering(
  () => new Map<string, string>(),
  (first) =>
    all(
      replaceSync('putMetricViewIntegration', (call, original) => {
        const answer = original(call);
        const key = call.path['deploymentId'] ?? '';
        if (!first.has(key)) first.set(key, call.path['dataSourceName'] ?? '');
        return answer;
      }),
      replaceSync('getMetricViewIntegration', (call, original) => {
        const answer = original(call);
        const name = first.get(call.path['deploymentId'] ?? '');
        if (name === undefined || name === call.path['dataSourceName'] || answer.kind !== 'ok') return answer;
        const other = original({ ...call, path: { ...call.path, dataSourceName: name } });
        if (other.kind !== 'ok') return answer;
        const { dataSourceName, configurationVersion } = answer.body as Body;
        return { ...answer, body: { ...(other.body as Body), dataSourceName, configurationVersion } };
      }),
    ),
);

/** Embed tenants whose names need encoding are not found. */
export const encodedNamesUnknown: Patch = refusing(
  'listEmbedTenantWorkbooks',
  ({ path }) => /[^\w-]/.test(path['embedTenantName'] ?? ''),
  'unknown',
);

/** Placements that tell of their address alone are not listed. */
export const addressOnlyUnlisted: Patch = remembering(
  () => new Set<string>(),
  (hidden) =>
    all(
      replaceSync('connectReportToWorkbook', (call, original) => {
        const report = call.tenant.content.reports.get(Number(call.path['reportId']));
        const known = new Set(report?.placements.map(({ id }) => id));
        const answer = original(call);
        if (bodyOf(call)['addressOnly'] === true) {
          for (const { id } of call.tenant.content.reports.get(Number(call.path['reportId']))?.placements ?? [])
            if (!known.has(id)) hidden.add(id);
        }
        return answer;
      }),
      replaceSync('listPlacements', (call, original) => {
        const answer = original(call);
        if (answer.kind !== 'ok') return answer;
        const list = answer.body as Body;
        return {
          ...answer,
          body: { ...list, items: itemsOf(list).filter(({ placementId }) => !hidden.has(String(placementId))) },
        };
      }),
    ),
);

/** Whoever was refused a stopped branch is refused running ones from then on. */
export const refusedBranchesLast: Patch = remembering(
  () => new Set<string>(),
  (refused) =>
    replaceSync('generateEmbedSession', (call, original) => {
      const { token } = call.principal;
      const { branchName } = bodyOf(call);
      if (branchName !== undefined && refused.has(token)) refuse(400, 'the branch is not running');
      try {
        return original(call);
      } catch (error) {
        if (error instanceof Refusal && error.why === 400) refused.add(token);
        throw error;
      }
    }),
);

/** The revocation of a session of a branch ends the tokens of all sessions of that branch. */
export const branchEnds: Patch = ({ embed }) => {
  embed.endedWith = (named, everyone) =>
    named.branchName === undefined ? [named] : [...everyone].filter((one) => one.branchName === named.branchName);
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
