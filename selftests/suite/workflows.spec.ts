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

interface Workflow {
  readonly permissions: unknown;
  readonly env?: object;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: object; readonly env?: object; readonly steps: readonly Step[] }>
  >;
}

const textOf = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');
const workflow = (text: string) => parse(text) as Workflow;
const stepsOf = (text: string) => Object.values(workflow(text).jobs).flatMap(({ steps }) => steps);

for (const name of FILES) {
  test.describe(name, () => {
    const text = textOf(name);

    test('every action is pinned to a commit, with its version in a comment', () => {
      const uses = text.split('\n').filter((line) => /\buses:/.test(line));
      expect(uses.length).toBeGreaterThan(3);
      expect(uses.filter((line) => !/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
    });

    test('it has read permissions, jobs have only those that they need, and no checkout persists credentials', () => {
      const { permissions, jobs } = workflow(text);
      expect(permissions).toEqual({ contents: 'read' });
      const more = Object.values(jobs).flatMap(({ permissions: own = {}, steps }) =>
        Object.entries(own).flatMap(([scope, level]) =>
          level === 'write' ? [[scope, steps.some(({ run }) => run?.startsWith('gh issue'))]] : [],
        ),
      );
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
      const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
      const commands = stepsOf(text).flatMap(({ run }) => run ?? []);
      const foreign = commands.filter((command) => {
        const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
        return script === undefined
          ? !GLUE.some((known) => known.test(command))
          : !(script in scripts || script === 'ci');
      });
      expect(foreign).toEqual([]);
      expect(commands.length).toBeGreaterThan(3);
    });
  });
}

/** What stands between the project's own commands and the machine that runs them. */
const GLUE = [
  /^cat reports\/latest\/summary\.md >> "\$GITHUB_STEP_SUMMARY"$/,
  /^printf '%s\\n' "\$SETTINGS" > "\.env\.\$TENANT"$/,
  /^gh issue create /,
];

test('an invalid workflow is reported', async () => {
  const folder = ownFolder('workflows');
  writeFileSync(path.join(folder, 'broken.yml'), textOf('pull-request.yml').replace('runs-on:', 'runs-of:'));
  writeFileSync(path.join(folder, 'misspelt.yml'), textOf('nightly.yml').replaceAll('vars.TENANTS', 'vras.TENANTS'));
  const { code, output } = await run('lint-workflows', [folder]);
  expect(code).toBe(1);
  expect(output).toMatch(/broken\.yml:.*runs-of/);
  expect(output).toMatch(/misspelt\.yml:.*vras/);
});
