import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { configureAll, storedIn, unlike, withSequel, type Configuration } from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { given, type Past } from '../lib/given.ts';
import { changedIf, isBeyondLatin } from '../lib/only.ts';
import { all, during, refusing, remembering, replace, replaceSync, withBody, withRules } from '../lib/patches.ts';
import { changeRequest, isAsked, itemsOf } from '../lib/reports.ts';

/** Faults that were drawn from the sentences of the specification, each for one kind of caller, history or input. */

const UPDATE = 'updateDeployment';
const MINT = 'createEnvironmentToken';
const TOKENS = 'listEnvironmentTokens';
const START = 'startDashboardExport';
const GENERATE = 'generateEmbedSession';
const REVOKE = 'revokeEmbedSession';
const EXCHANGE = 'exchangeEmbedSession';
const SYNCS = 'listTransformSyncs';
const APPLY = 'applyPromotion';
const TENANT_WORKBOOKS = 'listEmbedTenantWorkbooks';

type Condition = (call: Call, past: Past) => boolean;

/** A member that an update leaves out is set all the same, under a condition. */
function setting(isMeant: Condition, name: string, value: (before: Configuration) => unknown): Patch {
  return given(
    UPDATE,
    isMeant,
    withSequel((body, before) => (name in body ? {} : { [name]: unlike(before, name, value(before)) })),
  );
}

/** Members that an update acknowledges and does not store, under a condition. */
function losing(isMeant: Condition, name: string): Patch {
  return given(
    UPDATE,
    isMeant,
    changeRequest(UPDATE, ({ [name]: _, ...rest }) => rest),
  );
}

const sentBefore = ({ lastDone }: Past): Body => (lastDone ? bodyOf(lastDone) : {});
const scopesIn = (call: Call): readonly unknown[] => {
  const { scopes } = bodyOf(call, { optional: true });
  return Array.isArray(scopes) ? scopes : [];
};

const userIn = (call: Call): unknown => bodyOf(call)['externalId'];

export const deploymentsDrawnFaults = faults({
  'deployments.update.stores-region': {
    name: 'not-after-a-cloud-provider',
    sentence: 'A region that is sent right after a cloudProvider is acknowledged and not stored.',
    also: alsoThese('an update of several members names this one', 'deployments.update.several-members'),
    patch: losing((_call, past) => 'cloudProvider' in sentBefore(past), 'region'),
  },
  'deployments.update.keeps-default-launchpad-view-group': {
    name: 'reset-by-a-version',
    sentence: 'A switch to another version sets defaultLaunchpadViewGroup to all.',
    patch: setting(
      (call) => 'releaseChannelVersion' in bodyOf(call),
      'defaultLaunchpadViewGroup',
      () => 'all',
    ),
  },
  'deployments.update.empty-keeps-all': {
    name: 'resets-after-oauth',
    sentence: 'An empty update that follows one with an OAuth token empties the launchpadTabs.',
    also: [{ id: 'deployments.update.keeps-launchpad-tabs', because: 'an empty update leaves them out as well' }],
    patch: setting(
      (call, { lastDone }) => Object.keys(bodyOf(call)).length === 0 && lastDone !== undefined && byOAuth(lastDone),
      'launchpadTabs',
      () => [],
    ),
  },
  'deployments.update.template-variables-replace': {
    name: 'not-beyond-latin',
    sentence: 'The new value of a template variable is not stored where it has letters beyond Latin.',
    patch: changeRequest(UPDATE, (body) => {
      const { templateVariables } = body;
      if (typeof templateVariables !== 'object' || templateVariables === null) return body;
      const kept = Object.entries(templateVariables as Body).filter(([, value]) => !isBeyondLatin(value));
      return { ...body, templateVariables: Object.fromEntries(kept) };
    }),
  },
  'deployments.update.others-kept': {
    name: 'variables-of-all-beside-others',
    sentence: 'Template variables that are sent beside other members are stored for all deployments.',
    also: alsoThese(
      'variables beside other members are not stored where they are sent',
      'deployments.update.template-variables-replace',
      'deployments.update.several-members',
    ),
    patch: given(
      UPDATE,
      (call) => 'templateVariables' in bodyOf(call) && Object.keys(bodyOf(call)).length > 1,
      withSequel((_body, before, call) => {
        configureAll(call, { templateVariables: storedIn(call)?.configuration['templateVariables'] });
        return { templateVariables: { ...(before['templateVariables'] as Body) } };
      }),
    ),
  },
  'deployments.token.answers-token': {
    name: 'none-after-a-refusal',
    sentence: 'The request for a deployment token that follows a refused one is answered without a token.',
    patch: given(
      'createDeploymentToken',
      (_call, { wasRefused }) => wasRefused,
      changedIf(
        'createDeploymentToken',
        () => true,
        ({ token: _, ...rest }) => rest,
      ),
    ),
  },
  'deployments.agent-defaults.auto-agent-enabled': {
    name: 'text-after-an-update',
    sentence: 'The agent defaults of a deployment that was updated show autoAgentEnabled as a text.',
    patch: given(
      'getAgentDefaults',
      (_call, { done }) => done > 0,
      changedIf(
        'getAgentDefaults',
        () => true,
        (body) => ({ ...body, autoAgentEnabled: 'yes' }),
      ),
      { past: UPDATE },
    ),
  },

  'environments.tokens.own-shown': {
    name: 'not-with-two-scopes',
    sentence: 'A token with more than one scope is not in the list.',
    patch: during(TOKENS, 'environments', ({ isOwn }) => ({
      isOwn: (token, userId) => isOwn(token, userId) && token.scopes.length < 2,
    })),
  },
  'environments.tokens.environment-only': {
    name: 'all-to-plain-users',
    sentence: 'A plain user is shown his tokens of every environment of the deployment.',
    patch: during(
      TOKENS,
      'environments',
      () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
      byPlainUser,
    ),
  },
  'environments.token.scopes-not-withheld': {
    name: 'first-alone-for-plain-users',
    sentence: 'The answer with a token that a plain user minted tells the first of its scopes alone.',
    patch: during(MINT, 'environments', () => ({ shown: (signed) => signed.slice(0, 1) }), byPlainUser),
  },
  'environments.token.takes-security-context': {
    name: 'refused-to-plain-users',
    sentence: 'A security context of several members is refused to a plain user.',
    patch: refusing(
      MINT,
      (call) => byPlainUser(call) && Object.keys(bodyOf(call)['security_context'] ?? {}).length > 0,
      'invalid',
    ),
  },
  'environments.meta-sync.others-ignored': {
    name: 'signed-once-minted',
    sentence: 'A meta-sync token is signed every scope that was signed in another token of the environment before.',
    patch: remembering(
      () => new Set<unknown>(),
      (minted) =>
        all(
          replaceSync(MINT, (call, original) => {
            for (const scope of scopesIn(call)) minted.add(scope);
            return original(call);
          }),
          replace('createMetaSyncToken', (call, original) => {
            const { metaSync } = call.tenant.rules.environments;
            const known = scopesIn(call).filter((scope): scope is string => minted.has(scope));
            const others = {
              metaSync: (requested: readonly string[], may: boolean) => [
                ...new Set([...metaSync(requested, may), ...known]),
              ],
            };
            return withRules(call, 'environments', others, () => original(call));
          }),
        ),
    ),
  },

  'dashboard-exports.start.answers-job': {
    name: 'prints-unknown',
    sentence: 'The status of a print cannot be read.',
    also: alsoThese('what cannot be read at once cannot be read later', 'dashboard-exports.job.kept'),
    patch: remembering(
      () => new Set<unknown>(),
      (prints) =>
        all(
          replaceSync(START, (call, original) => {
            const answer = original(call);
            if (bodyOf(call)['layout'] === 'print' && 'body' in answer) prints.add((answer.body as Body)['jobId']);
            return answer;
          }),
          refusing('getDashboardExport', ({ path }) => prints.has(path['jobId']), 'unknown'),
        ),
    ),
  },
  'dashboard-exports.start.print-png': {
    name: 'taken-from-oauth',
    sentence: 'An export with the layout print and the format png is taken from an OAuth token.',
    patch: during(START, 'dashboardExports', () => ({ printTakes: () => true }), byOAuth),
  },
  'dashboard-exports.start.layout-other': {
    name: 'taken-from-oauth',
    sentence: 'A layout that is unknown is taken for screenshot where it comes with an OAuth token.',
    patch: changeRequest(START, (body, call) =>
      byOAuth(call) && !['screenshot', 'print', undefined].includes(body['layout'] as string | undefined)
        ? { ...body, layout: 'screenshot' }
        : body,
    ),
  },
  'dashboard-exports.start.format-pdf': {
    name: 'refused-to-oauth',
    sentence: 'An export as PDF is refused to an OAuth token.',
    patch: refusing(START, (call) => byOAuth(call) && bodyOf(call)['format'] === 'pdf', 'invalid'),
  },
  'build.create.listed': {
    name: 'not-to-oauth',
    sentence: 'A new deployment is not in the list that an OAuth token gets.',
    patch: remembering(
      () => new Set<unknown>(),
      (made) =>
        all(
          changedIf(
            'createDeployment',
            () => true,
            (body) => {
              made.add(body['id']);
              return body;
            },
          ),
          changedIf('listDeployments', byOAuth, (list) => ({
            ...list,
            items: itemsOf(list).filter(({ id }) => !made.has(id)),
          })),
        ),
    ),
  },
  'build.delete-branch.removes': {
    name: 'not-by-oauth',
    sentence: 'The deletion of a branch with an OAuth token is acknowledged and does nothing.',
    patch: during('deleteBranch', 'build', () => ({ isRemoved: () => false }), byOAuth),
  },
  'build.delete-branch.only-named': {
    name: 'staging-ones-too',
    sentence: 'The deletion of a branch deletes every branch that has a staging environment.',
    patch: during('deleteBranch', 'build', () => ({
      isRemoved: (branch, name) => branch.name === name || branch.staging,
    })),
  },

  'transform-sync.history.shows-sync': {
    name: 'not-cancelled-ones',
    sentence: 'A sync that was cancelled leaves the history.',
    patch: changedIf(
      SYNCS,
      () => true,
      (list) => ({
        ...list,
        items: itemsOf(list).filter(({ status }) => status !== 'cancelled'),
      }),
    ),
  },
  'transform-sync.history.status-includes': {
    name: 'not-to-oauth',
    sentence: 'The history that is filtered by a status is empty for an OAuth token.',
    patch: changedIf(
      SYNCS,
      (call) => byOAuth(call) && isAsked(call, 'status'),
      (list) => ({ ...list, items: [] }),
    ),
  },
  'workbooks.file.patch-keeps-the-rest': {
    name: 'line-end-lost-once-published',
    sentence: 'A patch of the draft of a workbook that was published takes away the end of its last line.',
    patch: remembering(
      () => new Set<unknown>(),
      (published) =>
        all(
          replaceSync('publishWorkbook', (call, original) => {
            published.add(call.path['workbookId']);
            return original(call);
          }),
          replaceSync('patchDashboardFile', (call, original) => {
            const answer = original(call);
            const { workbooks } = call.tenant.content;
            const workbook = workbooks.get(Number(call.path['workbookId']));
            if (workbook && published.has(call.path['workbookId']))
              workbooks.replace({ ...workbook, draft: workbook.draft.trimEnd() });
            return answer;
          }),
        ),
    ),
  },
  'promotions.list.shows-applied': {
    name: 'not-by-oauth',
    sentence: 'A promotion that was applied with an OAuth token is not in the list.',
    patch: remembering(
      () => new Set<unknown>(),
      (hidden) =>
        all(
          changedIf(APPLY, byOAuth, (body) => {
            hidden.add(body['id']);
            return body;
          }),
          changedIf(
            'listPromotions',
            () => true,
            (list) => ({
              ...list,
              items: itemsOf(list).filter(({ id }) => !hidden.has(id)),
            }),
          ),
        ),
    ),
  },
  'promotions.apply.idempotency-key-repeated': {
    name: 'added-by-oauth',
    sentence: 'An apply that is repeated with an OAuth token adds a promotion.',
    patch: during(APPLY, 'promotions', () => ({ isRepeat: () => false }), byOAuth),
  },

  'embed.generate.session-id': {
    name: 'none-after-a-refusal',
    sentence: 'The request for an embed session that follows a refused one is answered without a sessionId.',
    patch: given(
      GENERATE,
      (_call, { wasRefused }) => wasRefused,
      replace(GENERATE, async (call, original) => withBody(await original(call), ({ sessionId: _, ...rest }) => rest)),
      { of: () => 'all' },
    ),
  },
  'embed.revoke.other-token-unaffected': {
    name: 'all-of-the-user-by-oauth',
    sentence: 'A revocation with an OAuth token ends every session of its user.',
    also: [{ id: 'embed.revoke.other-session-unaffected', because: 'sessions that were not exchanged end as well' }],
    patch: during(
      REVOKE,
      'embed',
      () => ({
        endedWith: (named, sessions) => [...sessions].filter(({ externalId }) => externalId === named.externalId),
      }),
      byOAuth,
    ),
  },
  'embed.exchange.fresh-session': {
    name: 'one-of-a-user',
    sentence:
      'Once three sessions of anybody were requested, the next one of a user with sessions cannot be exchanged.',
    also: alsoThese('a second session of the user is exchanged there', 'embed.revoke.other-session-unaffected'),
    patch: remembering(
      () => ({ users: new Map<unknown, number>(), dead: new Set<unknown>() }),
      ({ users, dead }) =>
        all(
          replaceSync(GENERATE, (call, original) => {
            const answer = original(call);
            const times = (users.get(userIn(call)) ?? 0) + 1;
            users.set(userIn(call), times);
            if (times > 2 && 'body' in answer) dead.add((answer.body as Body)['sessionId']);
            return answer;
          }),
          refusing(EXCHANGE, (call) => dead.has(bodyOf(call)['sessionId']), 'unknown'),
        ),
    ),
  },
  'embed-tenants.list-workbooks.source-folder-only': {
    name: 'ignored-on-later-pages',
    sentence: 'The filter by accessSource is ignored on every page but the first.',
    also: (['source-tenant-only', 'source-all-embed-users-only'] as const).map((id) => ({
      id: `embed-tenants.list-workbooks.${id}` as const,
      because: 'the filter is ignored whatever it asks for',
    })),
    patch: during(
      TENANT_WORKBOOKS,
      'embedTenants',
      () => ({ isListed: (reachedOn) => reachedOn.length > 0 }),
      (call) => isAsked(call, 'after'),
    ),
  },
});
