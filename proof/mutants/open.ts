import { BOUND_OPERATIONS } from '../../contracts/operations.ts';
import { ELEMENT, typeOf } from './members.ts';
import type { Mutant } from './mutants.ts';
import type { Freedom } from './freedom.ts';
import { OF_CONDITIONS } from './open-conditions.ts';
import { retyped } from './operators.ts';

const isMissing = ({ mutation: { operator } }: Mutant) => operator === 'dropped' || operator === 'renamed';
const memberOf = ({ kind, mutation }: Mutant) => kind.members.find(({ path }) => path === mutation.at);
const is = (mutant: Mutant, ...operators: readonly Mutant['mutation']['operator'][]) =>
  operators.includes(mutant.mutation.operator);

/** What follows from the contract: it marks which members are required, of which type, and which statuses are printed. */
const BY_CONTRACT: readonly Freedom[] = [
  {
    point: 'rule',
    because: 'nothing prints that this member is there',
    covers: (mutant) => isMissing(mutant) && memberOf(mutant)?.isRequired === false,
  },
  {
    point: 'rule',
    because: 'nothing prints that this member is not null',
    covers: (mutant) => is(mutant, 'nulled') && mayBe(mutant, 'null'),
  },
  {
    point: 'rule',
    because: 'this other type is as good, or no type is printed',
    covers: (mutant) =>
      is(mutant, 'retyped') &&
      [...(memberOf(mutant)?.types ?? [])].every((type) => mayBe(mutant, typeOf(retyped(SAMPLES[type])))),
  },
  {
    point: 'U022',
    because: 'the shape of an error is not printed',
    covers: (mutant) => mutant.kind.status >= 400 && is(mutant, 'emptied', 'header-dropped'),
  },
  {
    point: 'rule',
    because: 'the status is not printed, only its class',
    covers: (mutant) => is(mutant, 'same-class') && !mutant.kind.isPrinted,
  },
  {
    point: 'rule',
    because: 'no body is printed for this answer',
    covers: (mutant) => is(mutant, 'emptied', 'header-dropped', 'body-of-another') && mutant.kind.members.length === 0,
  },
  {
    point: 'rule',
    because: 'no member of this body has to be there, so that any object will do',
    covers: (mutant) => is(mutant, 'body-of-another') && !mutant.kind.members.some(isRequiredAtTop),
  },
];

const SAMPLES = { string: 'a', number: 1, boolean: true, null: null, array: [], object: {} } as const;

function mayBe(mutant: Mutant, type: string): boolean {
  const allowed = memberOf(mutant)?.allowed;
  if (!allowed || allowed.size === 0) return true;
  return allowed.has(type) || (type === 'number' && allowed.has('integer'));
}

function isRequiredAtTop({ path, isRequired }: Mutant['kind']['members'][number]): boolean {
  return path !== '' && isRequired && !path.includes(ELEMENT);
}

/** Freedoms of whole families and kinds of members. */
const BY_POINT: readonly Freedom[] = [
  {
    point: 'U069',
    because: 'the specification only names this family: neither paths nor payloads are printed',
    covers: ({ kind }) => kind.family === 'named',
  },
  {
    point: 'U005',
    because: 'no order is printed but where a list is asked to sort',
    covers: (mutant) => is(mutant, 'reordered') && mutant.id !== 'listReports/200/reordered/items',
  },
  {
    point: 'U104',
    because: 'neither address nor payload of this operation is printed, so that a refusal may be of what was guessed',
    covers: (mutant) =>
      is(mutant, 'other-class') && mutant.kind.status < 300 && Object.hasOwn(BOUND_OPERATIONS, mutant.kind.operation),
  },
  {
    point: 'U103',
    because: 'no operation makes or tells this besides',
    isUnseen: true,
    covers: ({ id }) => ONLY_TOLD_HERE.test(id),
  },
  {
    point: 'U006',
    because: 'what the start of a page and the page before it are is not printed',
    covers: (mutant) => is(mutant, 'changed') && /\/pageInfo\/(startCursor|hasPreviousPage)$/.test(mutant.id),
  },
];

/** Responses whose members no other operation creates, stores or shows, so that their right values cannot be known. */
const ONLY_TOLD_HERE =
  /^((getOidcTokenConfig|getAppConfig|getAppTheme|getAgentDefaults)\/200\/changed|getMe\/200\/changed\/email|enterDevMode\/200\/changed\/parentBranch)/;

/** What is said of single members: the operations, what is changed of them, and the point. */
const BY_MEMBER: readonly (readonly [id: RegExp, point: string, because: string])[] = [
  [
    /^connectReportToWorkbook\/200\/(changed|element-\w+)\/(externalWorkbookPlacements|currentQueryChecksum)/,
    'U010',
    'what a placement shows is not printed, and may be found out after the answer',
  ],
  [
    /^listReports\/200\/changed\/data\/\*\/id$/,
    'U007',
    'whether data has the same extent as items is not printed, and so not which reports stand in it',
  ],
  [/^listReports\/200\/element-\w+\/data$/, 'U007', 'whether data has the same extent as items is not printed'],
  [
    /^listFolders\/200\/(element-\w+\/(items|data)|changed\/count)$/,
    'U102',
    'of folders only the envelope of their list is printed, and nothing makes one',
  ],
  [
    /^listUsers\/200\/changed\/items\/\*\/email$|^listGroups\/200\/changed\/items\/\*\/name$/,
    'U086',
    'the members of users and groups are not printed',
  ],
  [
    /^(listReportDeliveries|listReportDeliveryRuns)\/200\/changed\/pageInfo|^getReportDelivery\/200\/changed\/id$|^pauseReportDelivery\/200\/other-class\/4/,
    'U061',
    'paths, payloads and pages of report deliveries are not printed',
  ],
  [
    /^listDeploymentVersions\/200\/element-/,
    'U065',
    'which versions there are, and how often one is named, nobody outside knows',
  ],
  [/^getDashboardFile\/200\/changed\/content$/, 'U013', 'of what the hash of a dashboard is made is not printed'],
  [
    /^listUserRoles\/200\/element-added\/roles\/\*\/groupIds$/,
    'U035',
    'whether all groups or some are named is not printed',
  ],

  [
    /\/(element-repeated|reordered)\/.*policies(\/\*\/(actions|resources))?$/,
    'U023',
    'what a policy names may come in any order and more than once',
  ],
  // A policy has no identity: one more is the last one again.
  [/\/element-added\/.*policies$/, 'U023', 'a policy may come more than once'],
  [
    /^listUserRoles\/200\/changed\/(roles\/\*\/direct|isAdmin)$/,
    'U035',
    'of which type it is, and what its values mean, is not printed',
  ],
  [
    /^listRoleHolders\/200\/changed\/items\/\*\/roles\/\*\/name$/,
    'U035',
    'what the roles of a holder show is not printed',
  ],
  [
    /^listUserRoles\/200\/element-(repeated|added\/roles$)/,
    'U035',
    'the form of the answer is not printed, and so neither what else it names nor that it names a thing once',
  ],
  [/^listRoleHolders\/200\/element-repeated\/items\/\*\/roles$/, 'U035', 'the form of the answer is not printed'],
  [
    /^getScheduledTask\/200\/changed\/(id|cron|timezone|enabled|prompt)$/,
    'U053',
    'these fields of a task are not shown',
  ],
  [
    /^listScheduledTasks\/200\/changed\/items\/\*\/(id|cron|timezone|enabled|prompt)$/,
    'U053',
    'these fields of a task are not shown',
  ],
  [
    /^listScheduledTaskRuns\/200\/changed\/items\/\*\/threadId$/,
    'U104',
    'a run writes a thread, and nothing prints how it names it',
  ],
  [
    /^listPromotions\/200\/element-repeated\/items$/,
    'U075',
    'what a promotion in the list is, and whether one is listed for each of its outcomes, is not printed',
  ],
  [/^listMentionableUsers\/200\/(changed|element-)/, 'U081', 'who can be mentioned where is not printed'],
  [
    /^listDashboardComments\/200\/(changed|element-\w+)\/.*\/(replies|resolved|replies\/\*\/id)$/,
    'U081',
    'how a thread shows its replies and that it is resolved is not printed',
  ],
  [/^listAgentSuggestions\/200\/(changed|element-)/, 'U065', 'which prompts are suggested is not printed'],
  [/^listPromotionLinks\/200\/(changed|element-)/, 'U075', 'what links two workbooks is not printed'],
  [/^validateDataModel\/200\/element-.*\/errors$/, 'U093', 'the form of compile errors is not printed'],
  [/^listGeneratedFiles\/200\/changed\/items\/\*\/path$/, 'U104', 'what a generated file is called is not printed'],
  [
    /^startTransformSync\/200\/changed\/(branchName|workflowId)$/,
    'U089',
    'a sync may write to another branch, and what its workflow is good for is not printed',
  ],
  [
    /^create(UsageAnalyticsToken|DeploymentToken|EnvironmentToken)\/200\/changed\/(data\/)?token$/,
    'U064',
    'where such a token is taken is not printed',
  ],
  [
    /^create(MetaSync|Environment)Token\/200\/element-(added|repeated)\/data\/scopes$/,
    'U068',
    'the scopes that an answer names are a set, and those of a meta-sync token are told by the token',
  ],
  [/^listDeployments\/200\/body-of-another/, 'U063', 'no field of a deployment is printed'],
  [/\/header-dropped\//, 'U104', 'no header of an answer is printed'],
  [
    /^(deleteScheduledTask|listScheduledTaskRuns)\/404\/other-class\/200$/,
    'U056',
    'what an unknown task answers is not printed',
  ],
  [/^runReportDelivery\/404\/other-class\/200$/, 'U061', 'what an unknown delivery answers is not printed'],
  [/^refreshReport\/404\/other-class\/200$/, 'U014', 'what an unknown placement answers is not printed'],
  [
    /^(listEnvironmentTokens|createMetaSyncToken)\/404\/other-class\/200$/,
    'U044',
    'what an environment that is not of the deployment answers is not printed',
  ],
  [/^listEmbedTenantWorkbooks\/404\/other-class\/200$/, 'U082', 'what an unknown embed tenant answers is not printed'],
  [/^getMetricViewIntegration\/404\/other-class\/200$/, 'U091', 'what a missing integration answers is not printed'],
  [
    /^patch(Report|Dashboard)File\/409\/other-class\/200$/,
    'U013',
    'what a text that is not there answers is not printed',
  ],
  [/^downloadDashboardExport\/200\/other-class\/4/, 'U070', 'when a file can be downloaded is not printed'],
  [
    /^startTransformSync\/200\/other-class\/4|^cancel(TransformSync|MetricViewPreview)\/200\/other-class\/4/,
    'U089',
    'where a sync is served, what it needs, and when it can still be stopped is not printed',
  ],
  [/^createScheduledTask\/200\/other-class\/4/, 'U053', 'what a task needs is not printed'],
  [/^getMe\/200\/(element-.*\/userPolicies)$/, 'U086', 'what the policies of a user are is not printed'],
];

function byMember(mutant: Mutant): Freedom | undefined {
  const found = BY_MEMBER.find(([id]) => id.test(mutant.id));
  return found && { point: found[1], because: found[2], covers: () => true };
}

/** What lets a conforming tenant respond like a mutant; undefined where the mutant breaks a requirement. */
export function freedomOf(mutant: Mutant): Freedom | undefined {
  return [...BY_CONTRACT, ...BY_POINT, ...OF_CONDITIONS].find(({ covers }) => covers(mutant)) ?? byMember(mutant);
}
