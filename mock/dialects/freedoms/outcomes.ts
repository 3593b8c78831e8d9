import type { Outcomes } from '../dialect.ts';
import type { Freedom, Freedoms } from './freedom.ts';

/** A freedom with one of several outcomes; the first is the usual one. */
function freedom<Name extends keyof Outcomes>(
  name: Name,
  points: Freedom['points'],
  what: string,
  ...ways: readonly Outcomes[Name][]
): Freedom {
  return { points, what, values: Object.fromEntries(ways.map((way) => [way, { outcomes: { [name]: way } }])) };
}

/** What requests come to where nothing is printed. */
export const outcomes: Freedoms = {
  'roles.without-policies': freedom(
    'roleWithoutPolicies',
    ['U018'],
    'what comes of the creation of a role without policies',
    'taken',
    'refused',
  ),
  'roles.empty-description': freedom(
    'emptyDescription',
    ['U027'],
    'how an empty description of a role is stored',
    'text',
    'null',
  ),
  'roles.built-in': freedom('builtInRole', ['U030'], 'what comes of a read of a built-in role', 'unknown', 'shown'),
  'roles.held': freedom(
    'heldRole',
    ['U031'],
    'what comes of the deletion of a role that somebody holds',
    'deleted',
    'kept',
  ),
  'pages.no-cursor': freedom(
    'noCursor',
    ['U006'],
    'what a page without elements has in place of its cursors',
    'null',
    'absent',
    'empty',
  ),
  'lists.last-page': freedom(
    'lastPage',
    ['U029', 'U104'],
    'how a page says that no other follows, where the place of its cursor is open',
    'flag',
    'empty cursor',
    'no cursor',
  ),
  'lists.empty': freedom(
    'emptyLists',
    ['U104'],
    'whether an answer whose list is empty has the list, where its place is open',
    'shown',
    'left out',
  ),
  'reports.legacy-data': freedom(
    'legacyData',
    ['U007'],
    'which reports the deprecated list beside a page has',
    'page',
    'first page',
  ),
  'reports.legacy-count': freedom(
    'legacyCount',
    ['U008'],
    'whether filters count for the deprecated count of reports',
    'all',
    'filtered',
  ),
  'reports.search': freedom(
    'reportSearch',
    ['U009'],
    'whether letter case matters in a search for reports',
    'any case',
    'as written',
  ),
  'files.hash': freedom('hash', ['U013'], 'how the hash of a file is written', 'hex', 'base64', 'prefixed'),
  'lakehouse.preview-source': freedom(
    'previewSource',
    ['U104'],
    'whether a request for a preview names a data source',
    'named',
    'of the deployment',
  ),
  'users.ignored-setting': freedom(
    'ignoredSetting',
    ['U087'],
    'whether a setting that has no effect is shown again',
    'dropped',
    'shown',
  ),
  'users.unset-settings': freedom(
    'unsetSettings',
    ['U109'],
    'whether settings that a user never changed are shown',
    'shown',
    'left out',
  ),
  'app-config.readers': freedom(
    'appConfig',
    ['U083'],
    'who may read how the application looks',
    'everybody',
    'administrators',
  ),
  'auth.schemes': freedom(
    'schemes',
    ['U037', 'U038'],
    'which scheme words are taken beside the printed ones',
    'printed',
    'both',
  ),
  'auth.scoped-keys-on-account': freedom(
    'scopedKeyOnAccount',
    ['U041'],
    'what a key that is scoped to deployments may do at addresses that name none',
    'as its user',
    'nothing',
  ),
  'deployments.retired': freedom(
    'retiredDeployments',
    ['U063'],
    'whether the list of deployments begins with some that were deleted, and what says so',
    'left out',
    'by a state',
    'by a date',
  ),
  'api-keys.deleted': freedom(
    'deletedKeys',
    ['U085'],
    'whether a deleted API key goes on being shown, with a mark',
    'left out',
    'marked',
  ),
  'embed-tenants.unknown': freedom(
    'unknownEmbedTenant',
    ['U080'],
    'what comes of a request for a session of an embed tenant that nobody has made',
    'made',
    'refused',
  ),
  'comments.pages': freedom('threadPages', ['U104'], 'whether the list of threads has pages', 'one', 'several'),
};
