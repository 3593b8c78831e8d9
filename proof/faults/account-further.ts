import { refuse } from '../../mock/answer.ts';
import { isAdmin } from '../../mock/authority.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { servingLess } from '../lib/document.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, during, remembering, replaceSync, withBody, withRules } from '../lib/patches.ts';

const sheetsIn = (call: Call): unknown => bodyOf(call)['sheets'];
const idOfCaller = ({ principal }: Call): number => principal.user?.id ?? 0;

const searching =
  (matches: (text: string, search: string) => boolean): Patch =>
  ({ users }) => {
    users.matches = matches;
  };

const includes = (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase());
const GROUPS_TOO = alsoThese('groups are searched in the same way', 'users.groups.search-no-match');

export const accountFurtherFaults = faults({
  'users.list.search-no-match': [
    {
      name: 'underscore',
      sentence: 'An underscore in a search stands for any character.',
      also: GROUPS_TOO,
      patch: searching((text, search) => {
        const pieces = search.split('_').map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
        return new RegExp(pieces.join('.'), 'i').test(text);
      }),
    },
    {
      name: 'any-of-its-words',
      sentence: 'A search finds what has any of its words.',
      also: GROUPS_TOO,
      patch: searching((text, search) => search.split(' ').some((word) => includes(text, word))),
    },
  ],
  'users.settings.sheets-null-clears': {
    name: 'back-with-the-next',
    sentence: 'The first patch of sheets after they were cleared brings back what was there before.',
    patch: remembering(
      () => new Map<number, unknown>(),
      (former) =>
        replaceSync('updateMySettings', (call, original) => {
          const id = idOfCaller(call);
          const stored = call.tenant.account.users.get(id)?.settings['sheets'];
          if (sheetsIn(call) === null && stored !== null) former.set(id, stored);
          const fields = sheetsIn(call);
          if (typeof fields !== 'object' || fields === null || !former.has(id)) return original(call);
          const body = { ...bodyOf(call), sheets: { ...(former.get(id) as Body), ...fields } };
          former.delete(id);
          return original({ ...call, body });
        }),
    ),
  },
  'users.settings.changelog-id-ignored': {
    name: 'with-sheets-beside',
    sentence: 'A patch with lastSeenChangelogId and sheets changes nothing.',
    patch: replaceSync('updateMySettings', (call, original) => {
      const { lastSeenChangelogId, sheets } = bodyOf(call);
      return original(lastSeenChangelogId !== undefined && sheets !== undefined ? { ...call, body: {} } : call);
    }),
  },
  'users.settings.caller-only': {
    name: 'read-of-the-last-one',
    sentence: 'Users read as their settings those of whoever patched settings last.',
    patch: remembering(
      () => ({ settings: undefined as unknown }),
      (last) =>
        all(
          replaceSync('updateMySettings', (call, original) =>
            withBody(original(call), (body) => {
              last.settings = body['settings'];
              return body;
            }),
          ),
          replaceSync('getMe', (call, original) =>
            withBody(original(call), (body) => ({ ...body, settings: last.settings ?? body['settings'] })),
          ),
        ),
    ),
  },
  'environments.tokens.others-hidden': {
    name: 'of-a-meta-sync',
    sentence: 'Tokens of others that were minted for a meta sync are listed.',
    patch: remembering(
      () => new Set<unknown>(),
      (synced) =>
        all(
          replaceSync('createMetaSyncToken', (call, original) =>
            withBody(original(call), (body) => {
              synced.add((body['data'] as Body)['id']);
              return body;
            }),
          ),
          during('listEnvironmentTokens', 'environments', ({ isOwn }) => ({
            isOwn: (token, userId) => isOwn(token, userId) || synced.has(token.id),
          })),
        ),
    ),
  },
  'environments.meta-sync.meta-beside-private': {
    name: 'refused-private',
    also: alsoThese('meta-private stands beside others', 'environments.meta-sync.meta-beside-others'),
    sentence: 'A meta-sync token whose meta-private was asked for and is not due is signed with nothing.',
    patch: ({ environments }) => {
      const { metaSync } = environments;
      environments.metaSync = (requested, mayRead) =>
        requested.includes('meta-private') && !mayRead ? [] : metaSync(requested, mayRead);
    },
  },
  'environments.meta-sync.private-through-group': {
    name: 'direct-alone-counts',
    sentence: 'For meta-private only roles that are held directly count.',
    also: alsoThese('a group is one of the ways to hold it', 'environments.meta-sync.private-held'),
    patch: during('createMetaSyncToken', 'authority', ({ counted }) => ({
      counted: (tenant, user) => counted(tenant, user).filter(({ id }) => user.roleIds.has(id)),
    })),
  },
  'deployments.update.template-variables-keep': {
    name: 'replaced-beside-a-template',
    sentence: 'An update with a template takes away the template variables that it does not name.',
    patch: replaceSync('updateDeployment', (call, original) =>
      withRules(
        call,
        'deployments',
        'template' in bodyOf(call) ? { mergedVariables: (_stored, change) => change } : {},
        () => original(call),
      ),
    ),
  },
  'deployments.token.expires-in-fraction': {
    name: 'rounded-above-an-hour',
    sentence: 'An expiresIn of more than an hour that is no whole number is rounded.',
    patch: ({ deployments }) => {
      const { secondsIn } = deployments;
      deployments.secondsIn = (given) =>
        typeof given === 'number' && given > 3600 ? Math.round(given) : secondsIn(given);
    },
  },
  'deployments.token.default-lifetime-lasts': {
    name: 'an-hour-of-an-empty-body',
    sentence: 'A token that was asked for with an empty body lasts an hour.',
    patch: replaceSync('createDeploymentToken', (call, original) =>
      original(
        typeof call.body === 'object' && bodyOf(call)['expiresIn'] === undefined
          ? { ...call, body: { expiresIn: 3600 } }
          : call,
      ),
    ),
    also: alsoThese('the end is stated in the answer', 'deployments.token.stated-end-default'),
  },
  'build.create.listed': {
    name: 'the-first-of-its-name',
    sentence: 'The creation of a second deployment of a name answers the id of the first.',
    patch: replaceSync('createDeployment', (call, original) => {
      const first = call.tenant.deployments.deployments.find(({ name }) => name === bodyOf(call)['name']);
      return withBody(original(call), (body) => (first ? { ...body, id: first.id } : body));
    }),
  },
  'build.validate.broken-status': {
    name: 'to-a-scoped-key',
    sentence: 'Compile errors are answered with 400 to a scoped key.',
    patch: replaceSync('validateDataModel', (call, original) => {
      const answer = original(call);
      const isBroken = 'body' in answer && (answer.body as Body)['valid'] === false;
      return isBroken && call.principal.scope !== 'all' ? refuse(400, 'the data model does not compile') : answer;
    }),
  },
  'promotions.apply.stale-hash': {
    name: 'a-newer-preview-counts',
    sentence: 'An apply of an older preview is taken where a newer one of the workbook fits.',
    patch: remembering(
      () => new Map<unknown, { readonly previewId: unknown; readonly sourceHash: unknown }>(),
      (latest) =>
        all(
          replaceSync('previewPromotion', (call, original) =>
            withBody(original(call), (body) => {
              latest.set(call.path['workbookId'], {
                previewId: body['previewId'],
                sourceHash: body['sourceHash'],
              });
              return body;
            }),
          ),
          replaceSync('applyPromotion', (call, original) => {
            const newer = latest.get(call.path['workbookId']);
            return original(newer ? { ...call, body: { ...bodyOf(call), ...newer } } : call);
          }),
        ),
    ),
  },
  'openapi-spec.document.build-operations': {
    name: 'to-administrators',
    sentence: 'The document that is shown to plain users lacks the build paths.',
    patch: servingLess(/^\/build\//, ({ tenant, principal }) => !isAdmin(tenant, principal)),
  },
  'environments.meta-sync.private-elsewhere': {
    name: 'held-anywhere',
    sentence: 'For meta-private SchemaRead on any deployment counts.',
    patch: replaceSync('createMetaSyncToken', (call, original) => {
      const { user } = call.principal;
      const holds =
        user !== undefined &&
        rolesOf(call.tenant, user).some(({ role }) =>
          role.policies.some(
            ({ resourceType, actions }) => resourceType === 'Deployment' && actions.includes('SchemaRead'),
          ),
        );
      return withRules(
        call,
        'environments',
        { mayReadSchema: (held, admin, rbac) => held || holds || (admin && !rbac) },
        () => original(call),
      );
    }),
  },
});
