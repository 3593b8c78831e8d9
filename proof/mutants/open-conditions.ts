import { BOUND_OPERATIONS } from '../../contracts/operations.ts';
import type { Freedom } from './freedom.ts';

type Row = readonly [id: RegExp, point: string, because: string];

/** What is open of conditional mutants: how values are stored, which are refused, and what a second request does. */
const OPEN: readonly Row[] = [
  [/\/for-input\/[^:]*:two-blanks\//, 'U017', 'what becomes of blanks is not printed'],
  [/\/for-input\/[^:]*:decomposed\//, 'U017', 'in which normalization form letters are stored is not printed'],
  [
    /\/for-input\/[^:]*(name|Name|title|search|description|payload|externalId|body\/text):line-break\//,
    'U017',
    'nothing prints that such a text may have several lines',
  ],
  [
    /\/for-input\/body\/(sheetName|workbookName):(slash|backslash|line-break|quote)\//,
    'rule',
    'spreadsheets and files have no such names, and put quotes around others',
  ],
  [
    /^patch(Report|Dashboard)File\/for-input\/.*:(backslash|quote|digits|slash|line-break|capitals|empty-text)\//,
    'U013',
    'a file has a grammar of its own, which may hold no such text',
  ],
  [
    /DashboardComment\/for-input\/body\/text:(markup|quote|backslash)\//,
    'U081',
    'the form in which threads show their text is not printed',
  ],
  [/\/for-input\/query\/search:capitals\//, 'rule', 'a search may take no notice of case'],
  [
    /^listReports\/for-input\/query\/search:(slash|comma|blank)\//,
    'U009',
    'a tenant may search for each word of a text',
  ],
  [/\/for-input\/.*policies(\/\*\/(actions|resources))?:unsorted\//, 'U023', 'policies and what they name are sets'],
  [
    /Token\/for-input\/body\/scopes:(unsorted|empty-list)\//,
    'U068',
    'scopes are a set, and none may mean the usual ones',
  ],
  [
    /^(create\w+|duplicateWorkbook|connectReportToWorkbook)\/for-input\/[^:]*:(null|false|empty-list|empty-text)\//,
    'rule',
    'where nothing was there before, nothing prints that such a value says more than its absence',
  ],
  [/^updateMySettings\/for-input\/body\/lastSeenChangelogId:/, 'rule', 'the member is ignored in any case'],
  [
    /^(create(Deployment|Environment|MetaSync|UsageAnalytics)Token|startTransformSync|startMetricViewPreview)\/after-history\/again\/former-answer$/,
    'U104',
    'whether a second request makes another one is not printed',
  ],
];

/** What breaks a requirement, and cannot be seen from outside. */
const UNSEEN: readonly Row[] = [
  [
    /^(coreData\w+|streamChat|get(AgentDefaults|AppConfig|AppTheme|OidcTokenConfig|Spec|ApiKey)|probeScim|validateDataModel)\/after-history\/again\/former-answer$/,
    'U103',
    'nothing that a run may do changes what this answers',
  ],
  [
    /^list(AgentSuggestions|DeploymentVersions|Folders|Groups|Users|MentionableUsers|PromotionLinks|Environments|EmbedTenantWorkbooks)\/after-history\/again\/former-answer$/,
    'U103',
    'nothing that a run may do changes what this lists',
  ],
  [
    /^list(Users|Groups)\/for-input\/query\/search:/,
    'U086',
    'a run makes no users and groups of such names, and tells by those that are there',
  ],
  [
    /^generateEmbedSession\/for-input\/body\/(externalId|tenantGroup\w*|embedTenantProfile):/,
    'U084',
    'nothing shows who the person of a session is, and what the session was given',
  ],
  [/^publishWorkbook\/after-history\/again\/former-answer$/, 'U013', 'what was published nobody shows'],
  [
    /^transferReportDelivery\/after-history\/(again\/former-answer|after-another-body\/former-body)$/,
    'U104',
    'whose a delivery is no printed member shows',
  ],
  [
    /^setStagingEnvironment\/after-history\/(again\/former-answer|after-another-body\/former-body)$/,
    'U104',
    'no printed member shows whether a branch has a staging environment',
  ],
];

/** The freedoms of conditional mutants. */
export const OF_CONDITIONS: readonly Freedom[] = [
  {
    point: 'U104',
    because: 'neither address nor payload of this operation is printed, so that a refusal may be of what was guessed',
    covers: ({ id, kind }) => Object.hasOwn(BOUND_OPERATIONS, kind.operation) && id.endsWith('/refused'),
  },
  ...OPEN.map(([id, point, because]): Freedom => ({ point, because, covers: (mutant) => id.test(mutant.id) })),
  ...UNSEEN.map(([id, point, because]): Freedom => ({
    point,
    because,
    isUnseen: true,
    covers: (mutant) => id.test(mutant.id),
  })),
];
