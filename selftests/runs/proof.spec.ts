import { expect, test } from '../test.ts';
import { run } from './run.ts';

test.describe.configure({ mode: 'default', timeout: 180_000 });

/** Some promises of some families; `npm run prove` plays all faults. */
const SOME = [
  'roles.update.',
  'role-holders.revoke.',
  'reports.connect.',
  'auth.core-data.',
  'versioning.',
  'dev-mode.',
  'oidc-',
  'scheduled-tasks.limit.',
  'embed.revoke.',
  'openapi-spec.document.bounds',
];

for (const only of SOME) {
  test(`every fault of ${only}* is caught under its own promise`, async () => {
    const { code, output } = await run('prove', [`--only=${only}`]);
    expect(output).toMatch(/[1-9]\d* caught, 0 with the wrong blame, 0 survived, 0 inconclusive, 0 without a check/);
    expect(code).toBe(0);
  });
}

test('a fault that the whole family is run against turns one line red', async () => {
  const { code, output } = await run('prove', ['--only=dev-mode.enter.on-that-branch', '--blame=1']);
  expect(output).toContain('1 caught, 0 with the wrong blame');
  expect(code).toBe(0);
});
