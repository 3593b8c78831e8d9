import { ANNOTATIONS, type BlamedFinding } from '../../evidence/evidence.ts';
import type { Requirement, RequirementId } from '../../contracts/requirements/index.ts';
import type { TestResult } from '../../evidence/results.ts';
import type { Checked } from '../../reports/verdicts.ts';

/** Made-up promises and checks, as the reporter hands them over. */

export function promise(id: string, changes: Partial<Requirement> = {}): Requirement {
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
    source: 'written',
    ...changes,
  };
}

export function finding(requirement: string, kind: BlamedFinding['kind'] = 'schema', at = '/id'): BlamedFinding {
  return { requirement, at, message: 'must be present', kind };
}

interface Story {
  readonly status?: TestResult['status'];
  readonly error?: string;
  readonly annotations?: Partial<Record<keyof typeof ANNOTATIONS, string>>;
  readonly findings?: readonly BlamedFinding[];
  readonly met?: readonly string[];
  /** The worker went away with it. */
  readonly isLost?: boolean;
}

export function check({
  status = 'passed',
  error,
  annotations = {},
  findings = [],
  met = [],
  isLost,
}: Story = {}): Checked {
  const evidence = {
    requirement: '',
    exchanges: [],
    notKept: 0,
    findings,
    met: Object.fromEntries(met.map((operation) => [operation, [200]])),
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
    },
    annotations: Object.entries(annotations).map(([name, description]) => ({
      type: ANNOTATIONS[name as keyof typeof ANNOTATIONS],
      description,
    })),
    ...(isLost !== true && { evidence }),
  };
}

/** What an assertion says, in Playwright's colours. */
export const ASSERTION =
  'Error: \u001b[2mexpect(\u001b[22mreceived).toBe(expected)\n\nExpected: \u001b[32m200\u001b[39m\nReceived: \u001b[31m418\u001b[39m';

export function failing(story: Story = {}): Checked {
  return check({ status: 'failed', error: ASSERTION, ...story });
}
