import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Suite, TestCase, TestResult as Played } from '@playwright/test/reporter';
import { ANNOTATIONS, ATTACHMENT, type Evidence } from '../evidence/evidence.ts';
import { failureText } from '../evidence/failure.ts';
import { withoutKnownSecrets } from '../evidence/known-secrets.ts';
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

function opened(body: Buffer): Evidence {
  return JSON.parse(body.toString('utf8')) as Evidence;
}

function withEvidence(told: Omit<Checked, 'evidence'>, body: Buffer | undefined): Checked {
  if (!body) return told;
  const evidence = opened(body);
  const { failure, drawsInputs } = evidence;
  const test = {
    ...told.test,
    ...(drawsInputs && { drawsInputs }),
    ...(failure && { failure, error: failureText(failure) }),
  };
  return { ...told, test, evidence };
}

/** Why an attempt failed. Only the words of a failure of ours are known to hold no secret. */
function errorIn(played: Played): string | undefined {
  const body = evidenceIn(played);
  const failure = body && opened(body).failure;
  if (failure) return failureText(failure);
  return played.error?.message === undefined ? undefined : withoutKnownSecrets(played.error.message);
}

function toldOf(test: TestCase, played: Played, root: string): Omit<Checked, 'evidence'> {
  return {
    test: {
      title: test.title,
      ...placeOf(test, path.dirname(root)),
      status: played.status,
      milliseconds: played.duration,
      attempts: played.retry + 1,
      ...(played.error !== undefined && !evidenceIn(played) && { error: errorIn(played) ?? '' }),
      ...(test.results.length > 1 && { tries: test.results.map(attemptOf) }),
    },
    annotations: played.annotations,
  };
}

export function requirementOf(test: TestCase): string | undefined {
  return test.annotations.find(({ type }) => type === ANNOTATIONS.requirement)?.description;
}

function attemptOf(played: Played): Attempt {
  const error = errorIn(played);
  return { status: played.status, milliseconds: played.duration, ...(error !== undefined && { error }) };
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
