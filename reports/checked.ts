import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Suite, TestCase, TestResult as Played } from '@playwright/test/reporter';
import { ANNOTATIONS, ATTACHMENT, type Evidence } from '../evidence/evidence.ts';
import { failureText } from '../evidence/failure.ts';
import type { Attempt } from '../evidence/results.ts';
import type { Checked } from './verdicts.ts';

/** What Playwright tells of one test, and what the test left behind. */
export function checkedOf(test: TestCase, played: Played, root: string): Checked {
  return withEvidence(toldOf(test, played, root), evidenceIn(played));
}

/** The same for later, with the evidence packed until then. */
export function checkedLater(test: TestCase, played: Played, root: string): () => Checked {
  const told = toldOf(test, played, root);
  const body = evidenceIn(played);
  return () => withEvidence(told, body);
}

function evidenceIn({ attachments }: Played): Buffer | undefined {
  return attachments.find(({ name }) => name === ATTACHMENT)?.body;
}

function withEvidence(told: Omit<Checked, 'evidence'>, body: Buffer | undefined): Checked {
  if (!body) return told;
  const evidence = JSON.parse(body.toString('utf8')) as Evidence;
  const { failure } = evidence;
  // The words of the failure hold no secret; those of an error of another kind may.
  return { ...told, test: { ...told.test, ...(failure && { failure, error: failureText(failure) }) }, evidence };
}

function toldOf(test: TestCase, played: Played, root: string): Omit<Checked, 'evidence'> {
  return {
    test: {
      title: test.title,
      ...placeOf(test, path.dirname(root)),
      status: played.status,
      milliseconds: played.duration,
      attempts: played.retry + 1,
      ...(played.error?.message !== undefined && { error: played.error.message }),
      ...(test.results.length > 1 && { tries: test.results.map(attemptOf) }),
    },
    annotations: played.annotations,
  };
}

export function requirementOf(test: TestCase): string | undefined {
  return test.annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description;
}

function attemptOf({ status, duration, error }: Played): Attempt {
  return { status, milliseconds: duration, ...(error?.message !== undefined && { error: error.message }) };
}

/** Where a check is written: in its own file, also where a table of rules defined it. */
function placeOf(test: TestCase, root: string): { readonly file: string; readonly line: number } {
  let suite: Suite | undefined = test.parent;
  while (suite && suite.type !== 'file') suite = suite.parent;
  const file = suite?.location?.file ?? test.location.file;
  const relative = path.relative(root, file);
  if (file === test.location.file) return { file: relative, line: test.location.line };
  const lines = linesOf(file);
  return { file: relative, line: lines.findIndex((line) => line.includes(`'${requirementOf(test) ?? ''}'`)) + 1 || 1 };
}

const texts = new Map<string, readonly string[]>();

function linesOf(file: string): readonly string[] {
  const lines = texts.get(file) ?? readFileSync(file, 'utf8').split('\n');
  texts.set(file, lines);
  return lines;
}
