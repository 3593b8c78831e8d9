import { sentenceOf, type Cause } from '../../evidence/causes.ts';
import { ANNOTATIONS, type BlamedFinding } from '../../evidence/evidence.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { failureText, type Failure } from '../../evidence/failure.ts';
import type { Requirement, RequirementId } from '../../contracts/requirements/index.ts';
import type { TestResult } from '../../evidence/results.ts';
import type { Checked } from '../../reports/verdicts.ts';

/** Example requirements and checks, in the form that the reporter passes them. */

export function exampleRequirement(id: string, changes: Partial<Requirement> = {}): Requirement {
  return {
    id: id as RequirementId,
    family: 'roles',
    level: 'must',
    kind: 'status',
    sentence: `The sentence of ${id}.`,
    section: 'Roles',
    lines: [],
    operations: ['listRoles'],
    needs: {},
    classes: [],
    notJudged: {},
    source: 'written',
    ...changes,
  };
}

export function finding(requirement: string, kind: BlamedFinding['kind'] = 'schema', at = '/id'): BlamedFinding {
  return { requirement, at, message: 'must be present', kind };
}

interface Story {
  readonly status?: TestResult['status'];
  /** The error that Playwright reports, if there is no evidence. */
  readonly error?: string;
  readonly failure?: Failure;
  readonly annotations?: Partial<Record<keyof typeof ANNOTATIONS, string>>;
  readonly findings?: readonly BlamedFinding[];
  /** Why the check is untested. */
  readonly causes?: readonly Cause[];
  readonly met?: readonly string[];
  /** The classes that were left out, where nothing else was judged. */
  readonly leftOut?: readonly string[];
  /** What it did not remove, and whether that expires. */
  readonly remains?: readonly Pick<LedgerEntry, 'what' | 'became' | 'why'>[];
  /** Whether the worker exited during the check. */
  readonly isLost?: boolean;
  /** The requirement that the check is of. */
  readonly of?: string;
}

export function check({
  status = 'passed',
  error,
  failure,
  annotations = {},
  findings = [],
  met = [],
  causes,
  leftOut,
  remains,
  isLost,
  of = 'roles.x.x',
}: Story = {}): Checked {
  const evidence = {
    requirement: of,
    exchanges: [],
    notKept: 0,
    findings,
    met: Object.fromEntries(met.map((operation) => [operation, [200]])),
    ...(failure && { failure }),
    ...(causes && { causes }),
    ...(leftOut && { leftOut }),
    ...(remains && { ledger: remains.map((entry) => ({ operation: 'createRole', ...entry })) }),
  };
  return {
    test: {
      title: 'a check',
      file: 'tests/roles/a.spec.ts',
      line: 1,
      status,
      milliseconds: 1,
      attempts: 1,
      ...(error !== undefined && { error }),
      ...(failure && { failure, error: failureText(failure) }),
    },
    annotations: Object.entries(annotations).map(([name, description]) => ({
      type: ANNOTATIONS[name as keyof typeof ANNOTATIONS],
      description,
    })),
    ...(isLost !== true && { evidence }),
  };
}

/** A check that was skipped for these causes. */
export function untestedFor(...causes: readonly Cause[]): Checked {
  return check({ status: 'skipped', causes, annotations: { untested: sentenceOf(causes) } });
}

const VIOLATION: Failure = { kind: 'violation', expected: '200', seen: '418' };

export function failing(story: Story = {}): Checked {
  return check({ status: 'failed', ...(story.isLost !== true && { failure: VIOLATION }), ...story });
}
