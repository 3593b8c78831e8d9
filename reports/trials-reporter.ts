import { appendFileSync, readFileSync } from 'node:fs';
import type { FullConfig, Reporter, Suite, TestCase, TestResult as Ended } from '@playwright/test/reporter';
import { ANNOTATIONS } from '../evidence/evidence.ts';
import { failureText } from '../evidence/failure.ts';
import type { TrialLine, TrialsPlan } from '../evidence/trials.ts';
import { checkedOf, requirementOf } from './checked.ts';
import { isBroken, troubleOf, type Checked } from './verdicts.ts';

/** The number of progress lines where they cannot overwrite each other. */
const STEPS = 10;
const FAILURE_LENGTH = 300;

/** Appends the result of each trial as soon as it ends, so that an interrupted proof run can be resumed. */
export default class TrialsReporter implements Reporter {
  readonly #plan: TrialsPlan;
  #root = process.cwd();
  #total = 0;
  #ended = 0;

  constructor() {
    this.#plan = JSON.parse(readFileSync(process.env['TRIALS_PLAN'] ?? '', 'utf8')) as TrialsPlan;
  }

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir;
    this.#total = suite.allTests().length;
  }

  onTestEnd(test: TestCase, ended: Ended): void {
    this.#ended += 1;
    this.#progress();
    const check = requirementOf(test);
    const index = test.annotations.find(({ type }) => type === ANNOTATIONS.trial)?.description;
    const faults = this.#plan.trials[check ?? '']?.[Number(index)];
    if (check === undefined || faults === undefined) return;
    const checked = checkedOf(test, ended, this.#root);
    const broken = isBroken(checked);
    const own = ended.annotations.find(({ type }) => type === ANNOTATIONS.blame)?.description ?? check;
    const findings = checked.evidence?.findings ?? [];
    const shapes = findings.filter(({ kind }) => kind !== 'server-error').map(({ requirement }) => requirement);
    // A server error that a failed assertion met belongs to the requirement of that assertion.
    const owners = broken ? shapes : findings.map(({ requirement }) => requirement);
    const trouble = broken ? undefined : troubleOf(checked);
    const untested = broken || trouble !== undefined ? undefined : untestedIn(checked);
    const line: TrialLine = {
      check,
      faults,
      red: [...new Set([...(broken ? [own] : []), ...owners])],
      met: Object.keys(checked.evidence?.met ?? {}),
      shapes: [...new Set(shapes)],
      ...(broken && checked.evidence?.failure && { failure: inOneLine(failureText(checked.evidence.failure)) }),
      ...(trouble !== undefined && { trouble }),
      ...(untested !== undefined && { untested }),
      classes: checked.evidence?.classes ?? [],
    };
    appendFileSync(this.#plan.file, `${JSON.stringify(line)}\n`);
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

/** The beginning of a text that may have many lines. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, FAILURE_LENGTH);
}

/** An untested check proves nothing about its tenant. */
function untestedIn({ annotations }: Checked): string | undefined {
  return annotations.find(({ type }) => type === ANNOTATIONS.untested)?.description;
}
