import { commandArgs, playwrightArgs } from '../node.ts';

/** One property of the project, and the command that shows it. */
export interface Acceptance {
  readonly name: string;
  readonly what: string;
  /** Node or a program of the project's own packages, with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** What it says when it is so; the line is shown. */
  readonly says: RegExp;
}

const SEEDS = 50;
const DIALECTS = ['plain', 'contrary'] as const;
/** Each is another conforming tenant. */
const SEEDED_TENANTS = 200;
const SEEDED_PROOFS = [1, 2, 3];
/** What the checks draw is other inputs each time. */
const DRAWN_SEEDS = [1, 2].map(() => Math.floor(Math.random() * 2 ** 31));

/** Tests of the project, as long as they can be. */
function fullTests(name: string, what: string, ...files: readonly string[]): Acceptance {
  return {
    name,
    what,
    command: [
      'node',
      ...playwrightArgs('test', '--config=selftests/playwright.config.ts', '--reporter=line', ...files),
    ],
    env: { FULL_SIZE: '1' },
    says: /^ *\d+ passed/m,
  };
}

function proof(name: string, what: string, ...flags: readonly string[]): Acceptance {
  return {
    name,
    what,
    command: ['node', ...commandArgs('prove', ...flags)],
    says: /[1-9]\d* caught, 0 with the wrong blame, 0 survived, 0 void, (\d+ untested, )?0 without a check/,
  };
}

/** What fails early makes the rest pointless. */
export function acceptances(): Acceptance[] {
  return [
    {
      name: 'own-tests',
      what: 'The project passes its own checks',
      command: ['node', ...commandArgs('test')],
      says: /^\d+ passed, 0 failed/m,
    },
    ...DIALECTS.map((dialect): Acceptance => ({
      name: `quiet-${dialect}`,
      what: `A conforming tenant is told so with ${SEEDS} seeds, ${dialect}`,
      command: ['node', ...commandArgs('seeds', `--seeds=${SEEDS}`, `--dialect=${dialect}`)],
      says: new RegExp(`^${SEEDS} of ${SEEDS} seeds conformant`, 'm'),
    })),
    {
      name: 'quiet-any',
      what: `${SEEDED_TENANTS} seeded tenants get no false alarm, and at least 97 % of the requirements are told of each`,
      command: ['node', ...commandArgs('seeds', `--seeds=${SEEDED_TENANTS}`, '--dialect=any')],
      says: new RegExp(`^${SEEDED_TENANTS} of ${SEEDED_TENANTS} seeds without a false alarm`, 'm'),
    },
    ...SEEDED_PROOFS.map((seed) =>
      proof(`proof-any-${seed}`, `Every fault is caught on seeded tenant ${seed}`, `--dialect=any:${seed}`),
    ),
    ...DIALECTS.map((dialect) =>
      proof(`proof-${dialect}`, `Every fault is caught under its own requirement, ${dialect}`, `--dialect=${dialect}`),
    ),
    ...DRAWN_SEEDS.map((seed, at) =>
      proof(`proof-inputs-${at + 1}`, `Every fault is caught with the inputs of seed ${seed}`, `--seed=${seed}`),
    ),
    ...DIALECTS.map((dialect) =>
      proof(
        `blame-${dialect}`,
        `No fault turns the line of another requirement red, ${dialect}`,
        '--blame',
        `--dialect=${dialect}`,
      ),
    ),
    proof(
      'proof-live',
      'Three hundred faults are caught in live tenants that are known by two settings, where that can be told',
      '--live=two-settings',
      '--sample=10',
    ),
    proof('proof-pairs', 'Of fifty pairs of faults both are caught', '--pairs=50'),
    {
      name: 'mutants',
      what: 'Changes of responses by general operators are detected',
      command: ['node', ...commandArgs('mutants')],
      says: /^\d+ mutants: /m,
    },
    fullTests('pages', 'Pages of large results open fast, and each is accessible', 'selftests/report', '--grep=@full'),
    fullTests('runs', 'Whole runs, embedded and live, end as they should', 'selftests/runs', '--grep=@full'),
    fullTests(
      'touched',
      'Checks call only the operations by which --touched selects them',
      'runs/proof',
      '--grep=of every family',
    ),
    fullTests('live', 'A live tenant gets the verdicts of the embedded one and is left as it was', 'runs/live'),
    // A run waits more than it computes where many requests fail: several go on at once.
    fullTests(
      'storms',
      'Transient failures in 20 runs are no violation, and 20 killed runs leave nothing behind',
      'runs/storm',
      '--workers=3',
    ),
    fullTests('shards', 'One run and the parts of four give equal verdicts', 'runs/shards'),
    fullTests('tenants', 'Three tenants in one command, with a baseline', 'runs/tenants'),
    fullTests('secrets', 'No file that a run writes holds a secret', 'runs/secrets'),
    fullTests('documents', 'No malformed document of a tenant makes its comparison throw', 'contract/drift'),
    {
      name: 'dependency-versions',
      what: 'Matchers, redaction and reporter work with the newest and the previous minor of the major of their dependencies that is in use',
      command: ['node', ...commandArgs('dependency-versions')],
      says: /^(\d+) of \1 versions pass/m,
    },
    {
      name: 'bench',
      what: 'The bench is within its targets',
      command: ['node', ...commandArgs('bench')],
      says: /targets met$/m,
    },
  ];
}
