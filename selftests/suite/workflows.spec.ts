import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { run } from '../runs/run.ts';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';

const FOLDER = '.github/workflows';
const FILES = readdirSync(FOLDER);

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** A job has steps of its own, or is that of another workflow. */
interface Job {
  readonly permissions?: object;
  readonly env?: object;
  readonly uses?: string;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly permissions: unknown;
  readonly env?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const ACTION = 'action.yml';
const textOf = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const workflow = (text: string) => parse(text) as Workflow;
const stepsOf = (text: string) => Object.values(workflow(text).jobs).flatMap(({ steps = [] }) => steps);
const actionSteps = () =>
  (parse(readFileSync(ACTION, 'utf8')) as { readonly runs: { readonly steps: readonly Step[] } }).runs.steps;

/** A line of a file that names an action in another way than by its commit, with its version in a comment. */
function unpinned(text: string): string[] {
  const uses = text.split('\n').filter((line) => /\buses: (?!\.\/)/.test(line));
  return uses.filter((line) => !/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
}

/** The shell commands that nobody could run without GitHub. */
function foreignIn(steps: readonly Step[]): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
  return steps
    .flatMap(({ run }) => run ?? [])
    .filter((command) => {
      const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
      const [, own] = /^node "\$SUITE\/commands\/bin\.js" ([a-z]+)/.exec(command) ?? [];
      if (own !== undefined) return !Object.hasOwn(scripts, own === 'run' ? 'conformance' : own);
      return script === undefined
        ? !GLUE.some((known) => known.test(command))
        : !(script in scripts || script === 'ci');
    });
}

for (const name of FILES) {
  test.describe(name, () => {
    const text = textOf(name);

    test('every action is pinned to a commit, with its version in a comment', () => {
      expect(text.split('\n').filter((line) => /\buses:/.test(line)).length).toBeGreaterThan(2);
      expect(unpinned(text)).toEqual([]);
    });

    test('it has read permissions, jobs have only those that they need, and no checkout persists credentials', () => {
      const { permissions, jobs } = workflow(text);
      expect(permissions).toEqual({ contents: 'read' });
      const more = Object.values(jobs).flatMap(({ permissions: own = {}, steps, uses }) => {
        // A workflow that another one calls has at most the permissions of the call.
        const all = steps ?? stepsOf(textOf(path.basename(uses ?? '')));
        return Object.entries(own).flatMap(([scope, level]) =>
          level === 'write' ? [[scope, all.some(({ run }) => run?.startsWith('gh issue'))]] : [],
        );
      });
      expect(more.filter(([, isUsed]) => isUsed !== true)).toEqual([]);
      const checkouts = stepsOf(text).filter(({ uses }) => uses?.startsWith('actions/checkout'));
      expect(checkouts.every((step) => step.with?.['persist-credentials'] === false)).toBe(true);
    });

    test('a secret is passed only to the step that needs it', () => {
      const { env, jobs } = workflow(text);
      const wide = [env, ...Object.values(jobs).map((job) => job.env)];
      expect(JSON.stringify(wide)).not.toContain('secrets.');
      const given = stepsOf(text).filter((step) => JSON.stringify(step).includes('secrets.'));
      expect(given.every(({ run, uses }) => run !== undefined && uses === undefined)).toBe(true);
    });

    test('no untrusted expression is inserted into a shell script', () => {
      const pasted = stepsOf(text).flatMap(({ run = '' }) => run.match(/\$\{\{.*?\}\}/g) ?? []);
      expect(pasted.filter((one) => !/^\$\{\{ matrix\.\w+ \}\}$/.test(one))).toEqual([]);
    });

    test('every command can be run locally', () => {
      expect(foreignIn(stepsOf(text))).toEqual([]);
      expect(stepsOf(text).filter(({ run }) => run !== undefined).length).toBeGreaterThan(1);
    });
  });
}

/** What stands between the project's own commands and the machine that runs them. */
const GLUE = [/^printf '%s\\n' "\$SETTINGS" > "\.env\.\$TENANT"$/, /^gh issue create /, /^touch "\.env\.\$TENANT"$/];

test('the action passes what it is given by the environment, and runs what a person can run', () => {
  const steps = actionSteps();
  expect(unpinned(readFileSync(ACTION, 'utf8'))).toEqual([]);
  expect(foreignIn(steps)).toEqual([]);
  expect(steps.filter(({ run }) => run !== undefined).length).toBeGreaterThan(2);
  expect(steps.flatMap(({ run = '' }) => run.match(/\$\{\{/g) ?? [])).toEqual([]);
});

/** The workflows that pages show whole, for who calls the suite from another repository. */
const shownWorkflows = () =>
  ['README.md', 'docs/ci.md'].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/^```yaml\n((?:#.*\n)?name: [^]*?)^```$/gm)].map(([, text = '']) => text),
  );

test('a workflow of a caller has at most 12 lines, and only inputs that there are', async () => {
  const shown = shownWorkflows();
  expect(shown.length).toBeGreaterThan(1);
  const inputsOf = (file: string, at: 'action' | 'workflow'): object => {
    const parsed = parse(readFileSync(file, 'utf8')) as { inputs: object; on: { workflow_call: { inputs: object } } };
    return at === 'action' ? parsed.inputs : parsed.on.workflow_call.inputs;
  };
  const folder = ownFolder('shown-workflows');
  for (const [index, text] of shown.entries()) {
    expect(
      text
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '').length,
      text,
    ).toBeLessThanOrEqual(12);
    writeFileSync(path.join(folder, `${index}.yml`), text);
    for (const { uses = '', steps = [], ...job } of Object.values(workflow(text).jobs) as (Job & Step)[]) {
      if (uses !== '')
        expect(inputsOf(`.github/workflows/${path.basename(uses.split('@')[0] ?? '')}`, 'workflow')).toMatchObject(
          known(job.with),
        );
      for (const step of steps.filter((one) => one.uses?.includes('management-api-conformance')))
        expect(inputsOf(ACTION, 'action')).toMatchObject(known(step.with));
    }
  }
  const { code, output } = await run('lint-workflows', [folder]);
  expect(code, output).toBe(0);
});

const known = (given: object = {}) =>
  Object.fromEntries(Object.keys(given).map((name) => [name, expect.anything() as unknown]));

test('an invalid workflow is reported', async () => {
  const folder = ownFolder('workflows');
  writeFileSync(path.join(folder, 'broken.yml'), textOf('pull-request.yml').replace('runs-on:', 'runs-of:'));
  writeFileSync(path.join(folder, 'misspelt.yml'), textOf('nightly.yml').replaceAll('vars.TENANTS', 'vras.TENANTS'));
  const action = readFileSync(ACTION, 'utf8').replace('using: composite', 'using: composit');
  writeFileSync(path.join(folder, ACTION), action);
  const { code, output } = await run('lint-workflows', [folder]);
  expect(code).toBe(1);
  expect(output).toMatch(/action\.yml:.*composit/);
  expect(output).toMatch(/broken\.yml:.*runs-of/);
  expect(output).toMatch(/misspelt\.yml:.*vras/);
});
