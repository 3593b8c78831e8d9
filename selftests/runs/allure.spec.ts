import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandArgs, playwrightArgs } from '../../commands/node.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { SETTING_GROUPS } from '../../contracts/settings.ts';
import { Host } from '../../mock/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { ownFolder } from '../folders.ts';
import { FULL } from '../size.ts';
import { expect, test } from '../test.ts';
import { runIn } from './installed.ts';
import { secretsIn, textsIn } from './secrets.ts';

test.describe.configure({ timeout: 120_000 });

/** What Allure reads of a test. */
interface AllureResult extends AllureStep {
  readonly description?: string;
  readonly statusDetails: { readonly message?: string };
  readonly labels: readonly { readonly name: string; readonly value: string }[];
  readonly links: readonly { readonly type: string; readonly url: string }[];
}
interface AllureStep {
  readonly name: string;
  readonly status: string;
  readonly steps: readonly AllureStep[];
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly source: string }[];
}

const VIOLATED = 'roles.update.description-null-clears';
const CONFORMING = 'roles.update.description-empty';
/** It has to wait, and no wait is allowed. */
const UNTESTED = 'api-keys.list.readable';
const LEAKING = 'api-keys.get.readable';
/** A fault that shows at once, whatever else the machine does. */
const LEAKING_FAULT = `${LEAKING}/forbidden`;

/** Where their checks are: loading those of all families takes longer than the checks. */
const FILES = ['tests/api-keys', 'tests/roles'];

/** A folder that finds the packages of the project, as that of a user does who has installed them. */
function userFolder(): string {
  const folder = ownFolder('conformance-allure');
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'), 'junction');
  return folder;
}

function resultsIn(folder: string): readonly AllureResult[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as AllureResult);
}

function resultOf(results: readonly AllureResult[], id: string): AllureResult | undefined {
  return results.find(({ name }) => name.startsWith(`${id}: `));
}

function labelsOf(result: AllureResult | undefined): Record<string, string> {
  return Object.fromEntries(result?.labels.map(({ name, value }) => [name, value]) ?? []);
}

function stepsIn({ steps }: AllureStep): AllureStep[] {
  return steps.flatMap((one) => [one, ...stepsIn(one)]);
}

function attachmentsOf(result: AllureResult | undefined) {
  return result ? [result, ...stepsIn(result)].flatMap(({ attachments }) => attachments) : [];
}

test('Allure shows the requirement of each check, how severe it is, where it is stated, and the exchanges', async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const chosen = [
    faults.find(({ requirement }) => requirement === VIOLATED),
    faults.find(({ id }) => id === LEAKING_FAULT),
  ];
  const patches = chosen.map((fault) => fault?.patch ?? []);
  const { host } = await Host.start({});
  const { settings } = await host.lease({ patches: patches.flat(), hasOwnAddresses: true });
  const folder = userFolder();
  const ca = path.join(folder, 'ca.pem');
  await writeFile(ca, host.certificates.ca);
  const env: Record<string, string> = { ...(settings as Record<string, string>), TLS_CA: ca };
  const selection = `--grep=${[VIOLATED, CONFORMING, UNTESTED, LEAKING].join('|')}`;
  const command = commandArgs('conformance', selection, ...FILES, '--seed=3', '--reporter=allure-playwright');
  const ran = await runIn(folder, [process.execPath, ...command], {
    ...env,
    SPECIFICATION_URL: 'https://specification.example.com/management-api#L{line}',
  });
  await host.close();

  const said = ran.stdout + ran.stderr;
  expect(ran.code, said).toBe(1);
  const allure = path.join(folder, 'allure-results');
  const results = resultsIn(allure);
  const [violated, conforming, notTested] = [VIOLATED, CONFORMING, UNTESTED].map((id) => resultOf(results, id));
  expect([violated?.status, conforming?.status, notTested?.status], said).toEqual(['failed', 'passed', 'skipped']);

  expect(labelsOf(violated)).toMatchObject({ severity: 'critical', feature: 'roles', story: 'RoleUpdateBody' });
  expect(violated?.description).toContain('A role update whose description is null clears the description');
  expect(violated?.description).toContain('Specification, section “RoleUpdateBody”, lines 62');
  expect(violated?.description).toContain(`\`${VIOLATED}\` (must, merge)`);
  expect(violated?.links).toEqual([{ type: 'tms', url: 'https://specification.example.com/management-api#L62' }]);
  expect(violated?.statusDetails.message).toContain('Expected');
  expect(violated && stepsIn(violated).some(({ name }) => name.startsWith('Expect'))).toBe(true);

  const attached = attachmentsOf(violated);
  expect(attached.map(({ name }) => name)).toContain('exchanges');
  const update = attached.find(({ name }) => /^PUT \/api\/v\d+\/roles\/\S+ as admin: 200$/.test(name));
  expect(update?.type).toBe('application/json');
  expect(JSON.parse(readFileSync(path.join(allure, update?.source ?? ''), 'utf8'))).toMatchObject({
    request: { method: 'PUT', actor: 'admin' },
    response: { status: 200 },
  });
  expect(attachmentsOf(conforming).map(({ name }) => name)).toEqual(['exchanges']);
  expect(JSON.stringify(notTested)).toContain('MAX_WAIT');

  const credentials = SETTING_GROUPS.find(({ title }) => title === 'Credentials')?.settings ?? {};
  const known = Object.keys(credentials).flatMap((name) => env[name] ?? []);
  expect(known.length).toBeGreaterThan(10);
  expect(resultOf(results, LEAKING)?.status).toBe('failed');
  expect(secretsIn(textsIn(allure), known)).toEqual([]);
});

test('Playwright alone writes the same for Allure, without a link where no address is known', FULL, async () => {
  const folder = userFolder();
  const config = `--config=${path.resolve('playwright.config.ts')}`;
  const args = playwrightArgs('test', config, `--grep=${CONFORMING}`, ...FILES, '--reporter=allure-playwright');
  const { code, stdout, stderr } = await runIn(folder, [process.execPath, ...args]);
  expect(code, stdout + stderr).toBe(0);
  const [result] = resultsIn(path.join(folder, 'allure-results'));
  expect([result?.status, labelsOf(result)['severity'], result?.links]).toEqual(['passed', 'critical', []]);
  expect(result?.description).toContain(CONFORMING);
});
