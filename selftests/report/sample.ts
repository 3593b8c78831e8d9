import { loadContract } from '../../contracts/bundle.ts';
import type { Evidence, Exchange } from '../../evidence/evidence.ts';
import { loadRegistry, type Requirement } from '../../contracts/requirements/index.ts';
import type { Failure } from '../../evidence/failure.ts';
import type { Results, RunFacts } from '../../evidence/results.ts';
import { pageOf, type Contract, type History } from '../../reports/page/index.ts';
import { resultsOf, type Run } from '../../reports/results.ts';
import type { Checked } from '../../reports/verdicts.ts';
import { notAllowed, unset } from '../../evidence/causes.ts';
import type { ProvidedThings } from '../../evidence/provided.ts';
import { check, failing, finding, untestedFor } from '../suite/checked.ts';

/** Results as the reporter builds them, with the real requirements and invented checks. */

let loaded: Promise<Contract> | undefined;

export function contract(): Promise<Contract> {
  loaded ??= loadContract().then((document) => ({ document, registry: loadRegistry(document) }));
  return loaded;
}

const FACTS: RunFacts = {
  tenant: 'staging',
  isLive: true,
  baseUrl: 'https://staging.example.com',
  seed: 7,
  propertyRuns: 100,
  maxWait: 0,
  isReadOnly: false,
  allowsAccountChanges: false,
  versions: { suite: '1.0.0', node: '20.19.0', commit: '0123abcd' },
  reportFolder: 'reports/latest',
  isSelection: false,
  isStrict: false,
  settings: { TENANT: 'staging', ADMIN_TOKEN: 'given' },
};

type Checks = Readonly<Record<string, readonly Checked[]>>;

/** A run of all testable requirements of some families; those without given checks conform. */
export async function resultsWith(
  checks: Checks = {},
  {
    families = ['roles', 'reports'],
    facts = {},
    ...changes
  }: Partial<Omit<Run, 'facts'>> & {
    readonly families?: readonly string[];
    readonly facts?: Partial<RunFacts>;
  } = {},
): Promise<Results> {
  const { registry } = await contract();
  const all = [...registry.values()];
  const testable = all.filter(({ untestable }) => untestable === undefined);
  const requirements = testable.filter(({ family, id }) => families.includes(family) || id in checks);
  return resultsOf({
    facts: { ...FACTS, ...facts },
    startedAt: new Date(Date.UTC(2026, 10, 21, 2, 30)),
    milliseconds: 61_500,
    requirements,
    untestable: all.length - testable.length,
    isKnownId: (id) => registry.has(id),
    isPartial: false,
    checks: new Map(requirements.map(({ id }) => [id, checks[id] ?? [conforming(id)]])),
    ...changes,
  });
}

export async function pageText(results: Results, history?: History): Promise<string> {
  return pageOf(results, await contract(), history);
}

/** The requirements of a family, in the order of the registry. */
export async function requirementsOf(family: string): Promise<Requirement[]> {
  const { registry } = await contract();
  return [...registry.values()].filter((one) => one.family === family && one.untestable === undefined);
}

function conforming(id: string): Checked {
  return withEvidence(check(), id, [exchange()]);
}

export function exchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    actor: 'admin',
    operation: 'updateRole',
    method: 'PUT',
    url: 'https://staging.example.com/api/v1/roles/17',
    requestHeaders: { authorization: 'Bearer <ADMIN_TOKEN>', 'content-type': 'application/json' },
    requestBody: '{"description":null}',
    status: 200,
    responseHeaders: { 'content-type': 'application/json; charset=utf-8' },
    responseBody: '{"id":17,"name":"auditors","description":"null","policies":[]}',
    startedAt: 1_795_228_200_000,
    milliseconds: 12.4,
    findings: [],
    ...changes,
  };
}

export function withEvidence(
  checked: Checked,
  requirement: string,
  exchanges: readonly Exchange[],
  more: Partial<Evidence> = {},
): Checked {
  const met = Object.fromEntries(
    exchanges.flatMap(({ operation, status }) => (operation && status ? [[operation, [status]] as const] : [])),
  );
  return {
    ...checked,
    evidence: { ...checked.evidence, requirement, exchanges, notKept: 0, findings: [], met, asserted: met, ...more },
  };
}

export const BROKEN = 'roles.update.description-null-clears';
export const SHRUNK = 'roles.update.policy-deployment-slug';
export const MISSHAPEN = 'roles.role.policies';
export const FLAKY = 'roles.update.name-null';
export const UNSENT = 'reports.list.answers-200';
export const KNOWN = 'reports.list.after-continues';
export const FIXED = 'reports.list.pages-complete';

const DIFFERENT: Failure = { kind: 'violation', expected: 'description: null', seen: 'description: "null"' };

const COUNTEREXAMPLE: Failure = {
  kind: 'violation',
  summary: 'a resource is a slug of one word',
  expected: 'a refusal with 400',
  seen: '200 {"id":17,"policies":[{"resources":["a"]}]}',
  counterexample: {
    input: '{"policy":{"resourceType":"Deployment","actions":["DeploymentRead"],"resources":["a"]}}',
    seed: 7,
    path: '1:0:0',
    inputs: 2,
    shrinks: 6,
  },
};

/** A thing from each source, a credential and one that there is not. */
export const PROVIDED: ProvidedThings = {
  things: [
    { setting: 'DEPLOYMENT_ID', source: 'found', how: 'the first of the list of deployments', value: '4021' },
    { setting: 'ADMIN_TOKEN', source: 'stated', how: 'as it is set' },
    { setting: 'REPORT_ID', source: 'made', how: 'a new report of DEPLOYMENT_ID', value: '17' },
    { setting: 'SCOPED_TOKEN', source: 'derived', how: 'an API key of the administrator, scoped to DEPLOYMENT_ID' },
    { setting: 'MEMBER_TOKEN', how: 'a key of a made user: set ALLOW_ACCOUNT_CHANGES=1' },
  ],
  requests: 43,
  milliseconds: 1_240,
  removed: ['report 17 of deployment 4021', 'API key 8'],
  left: [{ what: 'user 4: could not be undone: 403', expires: false }],
};

/** A run with every verdict, a flaky check and a counterexample. */
export async function mixedResults(families?: readonly string[]): Promise<Results> {
  const misshapen = [finding(MISSHAPEN, 'schema', '/items/0/policies')];
  const flaky = withEvidence(check(), FLAKY, [exchange()]);
  const error = 'Expected: 400\nReceived: 200';
  return resultsWith(
    {
      [BROKEN]: [
        withEvidence(failing({ failure: DIFFERENT }), BROKEN, [
          exchange({ operation: 'createRole', method: 'POST', url: 'https://staging.example.com/api/v1/roles' }),
          exchange(),
        ]),
      ],
      [SHRUNK]: [withEvidence(failing({ failure: COUNTEREXAMPLE }), SHRUNK, [exchange()])],
      [MISSHAPEN]: [
        withEvidence(
          failing(),
          MISSHAPEN,
          [exchange({ findings: misshapen, responseBody: '{"items":[{"id":1,"policies":null}]}' })],
          { findings: misshapen },
        ),
      ],
      [FLAKY]: [
        {
          ...flaky,
          test: {
            ...flaky.test,
            attempts: 2,
            tries: [
              { status: 'failed', milliseconds: 40, error },
              { status: 'passed', milliseconds: 35 },
            ],
          },
        },
      ],
      [UNSENT]: [untestedFor(unset('MEMBER_TOKEN'))],
      'reports.list.first-limits': [
        untestedFor(unset('MEMBER_TOKEN'), notAllowed('BORROW=1', 'it changes REPORT_ID, which the run only found')),
      ],
      'reports.update.name-stored': [
        failing({ failure: { kind: 'transient', summary: 'a gateway answered 503 three times' } }),
      ],
      [FIXED]: [conforming(FIXED)],
      [KNOWN]: [withEvidence(failing(), KNOWN, [exchange({ operation: 'listReports', method: 'GET', status: 418 })])],
    },
    {
      ...(families && { families }),
      provided: PROVIDED,
      facts: {
        baseline: {
          file: 'baselines/staging.yaml',
          violations: [
            { requirement: KNOWN, reason: 'pages overlap', ticket: 'https://bugs.example.com/7', line: 2 },
            { requirement: FIXED, reason: 'pages are short', line: 6 },
          ],
          gaps: [{ requirement: UNSENT, accept: 'untested', reason: 'no member account is available', line: 10 }],
        },
      },
    },
  );
}
