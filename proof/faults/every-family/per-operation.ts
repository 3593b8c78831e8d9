import { decodeJwt, errors } from 'jose';
import { loadContract } from '../../../contracts/bundle.ts';
import { operationsOf, type Access } from '../../../contracts/document.ts';
import { BOUND_OPERATIONS } from '../../../contracts/operations.ts';
import type { Registry, Requirement, RequirementId } from '../../../contracts/requirements/index.ts';
import { BETWEEN_DEPLOYMENTS, READ_WHEN_ENDED } from '../../../contracts/requirements/per-operation.ts';
import { SchemaChecks } from '../../../contracts/schemas.ts';
import { refuse } from '../../../mock/answer.ts';
import type { Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import type { TenantState } from '../../../mock/state.ts';
import { alsoThese, type Deviation, type Fault } from '../../lib/fault.ts';
import { after, all, refusing, replace } from '../../lib/patches.ts';
import {
  alsoOn,
  asAdministrator,
  byOAuth,
  forgiving,
  immortal,
  isAdministrator,
  isAnonymous,
  isOutOfScope,
  jwtParts,
  nearestTo,
  open,
  recognising,
  recordIn,
  widened,
} from '../../lib/access.ts';
import { undocumented } from '../../lib/documented.ts';
import {
  anybody,
  holdsAllOfSomething,
  holdsBuiltInRole,
  passing,
  REFUSED_YET_DONE,
  yetDone,
} from '../../lib/refused.ts';

/** An operation with who may call it, as far as the faults look at it. */
interface Subject {
  readonly operation: string;
  readonly access: Access;
  readonly registry: Registry;
}

const contract = await loadContract();
const checks = new SchemaChecks(contract);
const ACCESS: ReadonlyMap<string, Access> = new Map<string, Access>([
  ...operationsOf(contract).map(({ operation }) => [operation.operationId, operation['x-access']] as const),
  ...Object.entries(BOUND_OPERATIONS).map(([id, { access }]) => [id, access] as const),
]);

/** What is read outright, and not only once a job has come to an end. */
const READS: ReadonlySet<string> = new Set(
  operationsOf(contract)
    .filter(({ method }) => method === 'get')
    .map(({ operation }) => operation.operationId)
    .filter((id) => id !== 'getSpec' && !READ_WHEN_ENDED.some((one) => one === id)),
);

/** Reads of a job, which may be refused until the job is that far. */
const OF_JOBS = /^(get|list)(TransformSync|MetricViewPreview|DashboardExport|GeneratedFiles)/;

/** Where a key that was made for it is used before it is deleted, and then once more. */
const USED_WITH_NEW_KEYS: readonly string[] = [
  'getApiKey',
  'listApiKeys',
  'getMe',
  'listRoles',
  'updateRole',
  'listUsers',
  'listReports',
  'listDeployments',
  'streamChat',
];

/** What written rows look at with a scoped key as well. */
const ALSO_WITH_SCOPED_KEYS: readonly string[] = [
  'listEnvironments',
  'listEnvironmentTokens',
  'createEnvironmentToken',
  'createMetaSyncToken',
  'createDeploymentToken',
  'updateDeployment',
  'enterDevMode',
  'setStagingEnvironment',
  'validateDataModel',
];

/** Asks for no credential any more once somebody was answered. */
function openOnceRead(operation: string): Patch {
  return (rules) => {
    let isRead = false;
    after(operation, () => {
      isRead = true;
    })(rules);
    const { needsCredential } = rules.access;
    rules.access.needsCredential = (id) => !(id === operation && isRead) && needsCredential(id);
  };
}

/** How each of the rules that hold for every operation is broken for one of them. */
const BREAKS: Readonly<Record<string, (subject: Subject) => Deviation | readonly Deviation[]>> = {
  'is-served': ({ operation }) => [
    {
      name: 'no-route',
      sentence: `The tenant answers ${operation} with 404, as where nothing is served.`,
      // In any dialect: which status a path without an operation has is open.
      patch: replace(operation, () => refuse(404, 'nothing is served at this path')),
    },
    ...(READS.has(operation)
      ? [
          {
            name: 'always-wrong',
            sentence: `The tenant answers every ${operation} with 400, whoever reads what.`,
            patch: replace(operation, () => refuse(400, 'the request is wrong')),
          },
        ]
      : []),
    ...(READS.has(operation) && !OF_JOBS.test(operation)
      ? [
          {
            name: 'always-in-conflict',
            sentence: `The tenant answers every ${operation} with 409, though a read conflicts with nothing.`,
            patch: replace(operation, () => refuse('conflict', 'the request is in conflict')),
          },
        ]
      : []),
  ],
  'answers-as-documented': ({ operation, registry }) => {
    const { name, does, patch, isPartial } = undocumented(contract, checks, operation);
    return {
      name,
      sentence: `A success of ${operation}: the tenant ${does}.`,
      ...(!isPartial && { also: allOn(operation, registry) }),
      patch,
    };
  },
  'no-credential': ({ operation }) => [
    ...yetDone(operation, 'without a credential', open(operation), isAnonymous, 401),
    operation === 'updateRole'
      ? {
          name: 'another-status',
          sentence: `A request of ${operation} without a credential is refused with 403.`,
          patch: all(open(operation), refusing(operation, isAnonymous, 403)),
        }
      : {
          name: 'not-asked-for',
          sentence: `No credential is asked for on ${operation}.`,
          patch: open(operation),
        },
    ...(READS.has(operation)
      ? [
          {
            name: 'open-once-read',
            sentence: `What ${operation} answered once is answered to anybody afterwards.`,
            patch: openOnceRead(operation),
          },
        ]
      : []),
  ],
  'malformed-credential': ({ operation, access }) => ({
    name: 'taken',
    sentence: `A malformed credential is taken for somebody's on ${operation}.`,
    also: [
      ...(USED_WITH_NEW_KEYS.includes(operation)
        ? alsoThese('a key that was deleted is one that nobody has', 'api-keys.delete.not-authenticating')
        : []),
      ...(operation === 'listRoles'
        ? alsoThese('a key with more behind it is one that nobody has', 'auth.platform.altered-key')
        : []),
      ...(operation === 'probeScim'
        ? alsoThese('a token that is made up is one that nobody has', 'scim.credential.api-key-unknown')
        : []),
    ],
    patch: guessing(operation, access.credential),
  }),
  'expired-credential': ({ operation, access }) => [
    expired(operation, access),
    ...(access.credential === 'platform' ? [expiredOAuth(operation)] : []),
    ...(access.credential === 'platform'
      ? yetDone(operation, 'with an expired key', immortal(operation, 'api-key'), hasExpired, 401)
      : []),
  ],
  'administrator-only': ({ operation }) => {
    return [
      operation === 'updateRole'
        ? {
            name: 'another-status',
            sentence: `A request of ${operation} by a plain user is refused with 404.`,
            patch: all(
              anybody(operation),
              refusing(operation, (call) => !isAdministrator(call), 404),
            ),
          }
        : {
            name: 'let-in',
            sentence: `An API key of any user is accepted on ${operation}.`,
            // Other kinds of principals are rows of their own.
            patch: passing(operation, ({ principal }) => principal.kind === 'api-key'),
          },
      {
        name: 'oauth-let-in',
        seenWith: 'MEMBER_OAUTH_TOKEN',
        sentence: `An OAuth access token of any user is accepted on ${operation}.`,
        ...(operation === 'listRoles' && {
          also: [{ id: 'auth.administrator.other-oauth-token' as const, because: 'this is where it is shown' }],
        }),
        patch: passing(operation, byOAuth),
      },
      {
        name: 'all-actions-let-in',
        sentence: `Whoever holds All on some deployment passes for an administrator on ${operation}.`,
        patch: passing(operation, holdsAllOfSomething),
      },
      {
        name: 'built-in-let-in',
        sentence: `Whoever holds a built-in role passes for an administrator on ${operation}.`,
        patch: passing(operation, holdsBuiltInRole),
      },
      ...yetDone(operation, 'by a plain user', anybody(operation), (call) => !isAdministrator(call), 403),
    ];
  },
  'scoped-key-refused': ({ operation, registry }) => [
    ...yetDone(operation, 'with a scoped key', widened(operation), (call) => isOutOfScope(call), 403),
    operation === 'createRole'
      ? {
          name: 'another-status',
          sentence: `A request of ${operation} with a key that is scoped to deployments is refused with 401.`,
          also: [...OF_TWO_DEPLOYMENTS, ...OF_OWN_ROLE],
          patch: all(
            widened(operation),
            refusing(operation, (call) => isOutOfScope(call), 401),
          ),
        }
      : {
          name: 'scope-ignored',
          sentence: `On ${operation} nobody looks at the scope of a key.`,
          ...(isAbout(registry, 'auth.scoped-key.several-no-roles', operation) && {
            also: [
              ...OF_TWO_DEPLOYMENTS,
              ...(isAbout(registry, 'auth.scoped-key.own-role-refused', operation) ? OF_OWN_ROLE : []),
            ],
          }),
          ...(operation === 'bulkUserAction' && {
            also: [{ id: 'users.bulk.scoped-key-changes-nothing', because: 'what is let through is done' }],
          }),
          patch: widened(operation),
        },
  ],
  'scoped-key-elsewhere': ({ operation }) => [
    ...yetDone(
      operation,
      'for a deployment outside the scope of its key',
      widened(operation),
      (call) => isOutOfScope(call, Number(call.path['deploymentId'])),
      403,
    ),
    operation === 'updateReport'
      ? {
          name: 'another-status',
          sentence: `A request of ${operation} for a deployment outside the scope of its key is refused with 404.`,
          patch: all(
            widened(operation),
            refusing(operation, (call) => isOutOfScope(call, Number(call.path['deploymentId'])), 404),
          ),
        }
      : {
          name: 'scope-ignored',
          sentence: `On ${operation} nobody looks at the deployments that a key is scoped to.`,
          ...(operation === 'getDeploymentSettings' && {
            also: [{ id: 'auth.scoped-key.several-elsewhere' as const, because: 'this is where it is shown' }],
          }),
          ...(operation in TARGET_OUT_OF_SCOPE && {
            also: [
              { id: TARGET_OUT_OF_SCOPE[operation] as RequirementId, because: 'the target is a deployment as well' },
            ],
          }),
          patch: widened(operation),
        },
  ],
  'scoped-key-at-home': ({ operation }) => ({
    name: 'refused',
    sentence: `Every key that is scoped to deployments is refused with 403 on ${operation}.`,
    ...(operation === 'listReports' && {
      also: [{ id: 'auth.scoped-key.several' as const, because: 'a key that is scoped to two is refused as well' }],
    }),
    ...(ALSO_WITH_SCOPED_KEYS.includes(operation) && {
      also: alsoOn(operation, 'a scoped key is one of those by whom it is looked at'),
    }),
    patch: refusing(operation, (call) => isOutOfScope(call), 403),
  }),
  'embed-session-refused': ({ operation, access, registry }) => {
    const accepting: Patch = ({ access }) => {
      const { refusesEmbedSessions } = access;
      access.refusesEmbedSessions = (rules, id) => id !== operation && refusesEmbedSessions(rules, id);
    };
    if (operation === 'createScheduledTask') {
      return {
        name: 'another-status',
        sentence: `A request of ${operation} from an embed session is refused with 401.`,
        patch: all(
          accepting,
          refusing(operation, ({ principal }) => principal.embed !== undefined, 401),
        ),
      };
    }
    const twin = REFUSED_AND_UNDONE[operation];
    return [
      ...yetDone(
        operation,
        'from an embed session',
        accepting,
        ({ principal }) => principal.embed !== undefined,
        access.embedSessionRefused?.status === 403 ? 403 : 'forbidden',
      ),
      {
        name: 'accepted',
        sentence: `A request of ${operation} from an embed session is carried out.`,
        also: [
          ...(twin === undefined ? [] : [{ id: twin, because: 'what is asked from an embed session is done' }]),
          ...(isAbout(registry, 'auth.embed-session.whichever-session', operation) ? OF_ANY_SESSION : []),
        ],
        patch: all(
          accepting,
          replace(operation, (call, original) => original(call.principal.embed ? asAdministrator(call) : call)),
        ),
      },
      // Such a session is of one deployment, and a promotion is refused to it for that.
      ...(BETWEEN_DEPLOYMENTS.some((id) => id === operation)
        ? []
        : [
            {
              name: 'accepted-of-administrators',
              seenWith: 'ADMIN_EMBED_TOKEN' as const,
              sentence: `A request of ${operation} from the embed session of an administrator is carried out.`,
              patch: all(
                accepting,
                refusing(operation, (call) => call.principal.embed !== undefined && !isAdministrator(call), 403),
              ),
            },
          ]),
    ];
  },
};

/** Whether a requirement names an operation. */
function isAbout(registry: Registry, id: RequirementId, operation: string): boolean {
  return registry.get(id)?.operations.some((one) => one === operation) === true;
}

const OF_ANY_SESSION = alsoThese('embed sessions of every kind are let in', 'auth.embed-session.whichever-session');

const OF_OWN_ROLE = [
  { id: 'auth.scoped-key.own-role-refused', because: 'a role of the deployment of the key is a role as any other' },
] as const;
/** A key of two deployments is a scoped key as well. */
const OF_TWO_DEPLOYMENTS = [
  { id: 'auth.scoped-key.several-no-roles', because: 'a key that is scoped to two is let through, or refused, alike' },
] as const;

/** Requirements about keys that leave out the deployment which an operation names besides the one in its path. */
const TARGET_OUT_OF_SCOPE: Readonly<Record<string, RequirementId>> = {
  previewPromotion: 'promotions.preview.no-target-access',
  applyPromotion: 'promotions.apply.no-target-access',
};

/** Requirements that what is refused is not done either, by the requirement that it is refused. */
const REFUSED_AND_UNDONE_APART: Readonly<Partial<Record<RequirementId, RequirementId>>> = {
  'roles.updateRole.no-credential': 'auth.unauthenticated.changes-nothing',
  'roles.updateRole.expired-credential': 'auth.expired.changes-nothing',
  'roles.updateRole.administrator-only': 'auth.forbidden.changes-nothing',
  'roles.createRole.scoped-key-refused': 'auth.scoped-key.adds-no-role',
  'reports.updateReport.scoped-key-elsewhere': 'auth.scoped-key.elsewhere-changes-nothing',
  'scheduled-tasks.createScheduledTask.embed-session-refused': 'auth.embed-session.adds-no-task',
};

/** Requirements that what is refused to an embed session is not done either. */
const REFUSED_AND_UNDONE: Readonly<Record<string, RequirementId>> = {
  applyPromotion: 'auth.embed-session.promotes-nothing',
  pauseScheduledTask: 'scheduled-tasks.pause.embed-session-refused',
  resumeScheduledTask: 'scheduled-tasks.resume.embed-session-refused',
  shareScheduledTask: 'scheduled-tasks.share.embed-session-refused',
};

/** Other requirements of an operation whose responses they can no longer be checked with. */
function allOn(operation: string, registry: Registry): NonNullable<Fault['also']> {
  return [...registry.values()]
    .filter(({ rule, operations }) => operations.some((one) => one === operation) && rule !== 'answers-as-documented')
    .map(({ id }) => ({ id, because: `what ${operation} answers is not as documented` }));
}

/** The first token of the right kind, in the place of one that is unknown. */
function standIn({ tokens, clock }: TenantState, credential: Access['credential']): TokenRecord | undefined {
  const kind = credential === 'scim' ? 'scim' : credential === 'tenant-embed-session' ? 'embed' : 'api-key';
  const fitting = [...tokens.values()].filter(
    (record) => record.kind === kind && (record.expiresAt ?? Infinity) > clock.now() && !record.revoked,
  );
  return fitting.find(({ embed }) => embed?.tenantName !== undefined) ?? fitting[0];
}

/** Operations on which a token with a single character changed is a row of its own. */
const ALTERED_APART = new Set([
  'listRoles',
  'updateRole',
  'validateDataModel',
  'probeScim',
  'streamChat',
  'listDashboardComments',
]);

/** Takes whatever scheme and whatever token. What only differs from a token in one character stays refused. */
function guessing(operation: string, credential: Access['credential']): Patch {
  return all(
    ({ access }) => {
      const { takes } = access;
      access.takes = (schemes, scheme, id) => id === operation || takes(schemes, scheme, id);
    },
    recognising(operation, (known, tenant, token) => {
      // A prefix without a token is a requirement of its own.
      if (known || token === 'Bearer') return known;
      if (ALTERED_APART.has(operation) && nearestTo(tenant, token)) return undefined;
      return standIn(tenant, credential);
    }),
    forgiving(operation, (token, tenant) => {
      // What still reads like a JWT is refused for what is wrong with it: expired, tampered with, or signed with another key.
      const parts = jwtParts(token);
      if (parts && (parts.signature === '' || parts.signature.length === SIGNATURE_LENGTH)) return undefined;
      return { sub: String(tenant.account.cast.admin), deploymentId: tenant.deployments.home };
    }),
  );
}

/** Characters of a signature by HMAC with SHA-256. */
const SIGNATURE_LENGTH = 43;

const EXPIRED_JWT_ENDS = [
  'deployments.token.chosen-lifetime-ends',
  'deployments.token.default-lifetime-ends',
] as const satisfies readonly RequirementId[];

function hasExpired(call: Call): boolean {
  return (recordIn(call)?.expiresAt ?? Infinity) <= call.tenant.clock.now();
}

function expiredOAuth(operation: string): Deviation {
  return {
    name: 'oauth-never-expires',
    seenWith: 'EXPIRED_OAUTH_TOKEN',
    sentence: `An OAuth token that has expired is taken on ${operation}.`,
    ...(operation === 'listRoles' && {
      also: [{ id: 'auth.platform.expired-oauth-token' as const, because: 'this is where it is shown' }],
    }),
    patch: immortal(operation, 'oauth'),
  };
}

function expired(operation: string, { credential }: Access): Deviation {
  const sentence = `A credential that has expired is taken on ${operation}.`;
  const name = 'never-expires';
  switch (credential) {
    case 'scim':
      return {
        name,
        sentence,
        patch: recognising(operation, (known, tenant) => {
          const hasExpired = known?.expiresAt !== undefined && known.expiresAt <= tenant.clock.now();
          return hasExpired ? standIn(tenant, credential) : known;
        }),
      };
    case 'core-data':
      return {
        name,
        sentence,
        also: EXPIRED_JWT_ENDS.map((id) => ({ id, because: 'a deployment token is taken after its time' })),
        patch: forgiving(operation, (token, _tenant, _read, error) =>
          error instanceof errors.JWTExpired ? decodeJwt(token) : undefined,
        ),
      };
    case 'tenant-embed-session':
      return {
        name,
        sentence,
        also: [{ id: 'embed.token.lifetime', because: 'the token of an embed session is taken after its time' }],
        patch: immortal(operation, 'embed'),
      };
    case 'platform':
    case 'ai':
      // That such an update changes nothing is a row of its own, so it stays refused.
      return operation === 'updateRole'
        ? {
            name: 'another-status',
            sentence: `A request of ${operation} with an expired credential is refused with 403.`,
            patch: all(immortal(operation, 'api-key'), refusing(operation, hasExpired, 403)),
          }
        : { name, sentence, patch: immortal(operation, 'api-key') };
  }
}

/** For each requirement that follows from an operation's access rules, the ways in which the tenant breaks it. */
export function perOperationFaults(registry: Registry): readonly Fault[] {
  return [...registry.values()]
    .filter(({ source, untestable }) => source === 'per-operation' && untestable === undefined)
    .flatMap((requirement) => faultsOf(requirement, registry));
}

function faultsOf({ id, rule = '', operations }: Requirement, registry: Registry): Fault[] {
  const [operation = ''] = operations;
  const access = ACCESS.get(operation);
  const deviate = BREAKS[rule];
  if (!access || !deviate) throw new Error(`proof/faults/every-family/per-operation.ts: nothing breaks ${id}`);
  const twin = REFUSED_AND_UNDONE_APART[id];
  return [deviate({ operation, access, registry })].flat().map(({ name, ...deviation }) => ({
    id: `${id}/${name}`,
    requirement: id,
    ...(twin !== undefined &&
      name === REFUSED_YET_DONE && { also: [{ id: twin, because: 'it says that nothing is done' }] }),
    ...deviation,
  }));
}
