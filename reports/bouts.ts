import { appendFileSync, readFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase, TestResult as Ended } from '@playwright/test/reporter';
import type { BoutsPlan } from '../evidence/trials.ts';
import { ANNOTATIONS } from '../evidence/evidence.ts';
import { checkedOf, requirementOf } from './checked.ts';
import { isBroken, troubleOf, type Checked } from './verdicts.ts';

/** One line of the file: a check against a broken tenant, and what it turned red. */
export interface BoutLine {
  readonly bout: string;
  /** The check's own line where an assertion failed, and those that own what answers break. */
  readonly red: readonly string[];
  /** Operations that answered, and promises about the shape of their answers that were broken. */
  readonly met: readonly string[];
  readonly shapes: readonly string[];
  readonly trouble?: string;
}

/** So many lines of progress where they cannot overwrite each other. */
const STEPS = 10;

/** Writes down what each turn of each check came to, as it comes: a campaign that is stopped goes on from there. */
export default class BoutsReporter implements Reporter {
  readonly #plan: BoutsPlan;
  #root = process.cwd();
  #total = 0;
  #ended = 0;

  constructor() {
    this.#plan = JSON.parse(readFileSync(process.env['BOUTS_PLAN'] ?? '', 'utf8')) as BoutsPlan;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir;
    this.#total = suite.allTests().length;
  }

  onTestEnd(test: TestCase, ended: Ended): void {
    this.#ended += 1;
    this.#progress();
    const check = requirementOf(test);
    const turn = test.annotations.find(({ type }) => type === ANNOTATIONS.turn)?.description;
    const bout = this.#plan.bouts[check ?? '']?.[Number(turn)];
    if (check === undefined || bout === undefined) return;
    const checked = checkedOf(test, ended, this.#root);
    const broken = isBroken(checked);
    const own = ended.annotations.find(({ type }) => type === ANNOTATIONS.blame)?.description ?? check;
    const findings = checked.evidence?.findings ?? [];
    const shapes = findings.filter(({ kind }) => kind !== 'server-error').map(({ requirement }) => requirement);
    // A server error that a broken promise met is that promise's own.
    const owners = broken ? shapes : findings.map(({ requirement }) => requirement);
    const trouble = broken ? undefined : (troubleOf(checked) ?? untestedIn(checked));
    const line: BoutLine = {
      bout,
      red: [...new Set([...(broken ? [own] : []), ...owners])],
      met: Object.keys(checked.evidence?.met ?? {}),
      shapes: [...new Set(shapes)],
      ...(trouble !== undefined && { trouble }),
    };
    appendFileSync(this.#plan.file, `${JSON.stringify(line)}\n`);
    // The runner keeps what every test attached until the end, of which a campaign has thousands.
    ended.attachments.length = 0;
  }

  printsToStdio(): boolean {
    return true;
  }

  #progress(): void {
    const words = `${this.#ended} of ${this.#total}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${words}${this.#ended === this.#total ? '\n' : ''}`);
    else if (this.#ended % Math.ceil(this.#total / STEPS) === 0) console.log(words);
  }
}

/** A check that does not look tells nothing of a tenant, whatever is wrong with it. */
function untestedIn({ annotations }: Checked): string | undefined {
  const untested = annotations.find(({ type }) => type === ANNOTATIONS.untested);
  return untested && `untested: ${untested.description ?? ''}`;
}
