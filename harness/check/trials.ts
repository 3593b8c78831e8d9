import { readFileSync } from 'node:fs';
import type { TestDetails, TestInfo } from '@playwright/test';
import type { BoutsPlan } from '../../evidence/trials.ts';
import { ANNOTATIONS } from '../../evidence/evidence.ts';

/**
 * A campaign has each check played several times. Playwright's own `--repeat-each` starts new workers for each repeat,
 * which costs more than most checks do; tests that are written down several times share the workers that there are.
 */
export function asPlanned<Test extends object>(test: Test): Test {
  const file = process.env['BOUTS_PLAN'];
  if (file === undefined) return test;
  const { bouts } = JSON.parse(readFileSync(file, 'utf8')) as BoutsPlan;
  const turns = (title: string, details: Details, body: Body) => {
    for (const turn of (bouts[details.annotation.description] ?? []).keys()) {
      const annotation = [details.annotation, { type: ANNOTATIONS.turn, description: String(turn) }];
      (test as unknown as Declare)(`${title} (${turn + 1})`, { ...details, annotation }, body);
    }
  };
  return Object.assign(turns, test);
}

/** Whether this is a campaign, in which nobody reads how a check fails. */
export const isCampaign = process.env['BOUTS_PLAN'] !== undefined;

/** The how manieth time a check is played. */
export function turnOf({ annotations }: TestInfo): number {
  return Number(annotations.find(({ type }) => type === ANNOTATIONS.turn)?.description ?? 0);
}

interface Details extends TestDetails {
  readonly annotation: { readonly type: string; readonly description: string };
}
type Body = (...given: never[]) => Promise<void> | void;
type Declare = (title: string, details: TestDetails, body: Body) => void;
