import { UsageProblem } from '../contracts/problem.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import type { Command } from './flags.ts';
import { commandLine } from '../contracts/installation.ts';
import { main } from './main.ts';
import { byFamily, isTold, outlookOf, tableOf, Unreachable, whatIsMissing } from './outlook.ts';

const COMMAND = {
  name: 'preflight',
  what: 'Shows which requirements a run would test on the configured live tenant, and why it would not test the others. Changes nothing.',
  flags: {
    tenant: { what: 'Read .env.<name>.', value: 'name' },
    json: { what: 'Print JSON for a program.' },
  },
  example: '--tenant=staging',
} satisfies Command;

await main(COMMAND, async (flags) => {
  const tenantName = flags.get('tenant');
  if (tenantName !== undefined) process.env['TENANT'] = tenantName;
  const configuration = readConfiguration();
  // A job that asks for a live tenant ends here; one that may do without starts a run at once.
  if (configuration.isWithheld)
    throw new UsageProblem(['This pipeline has no BASE_URL or no ADMIN_TOKEN: there is no tenant to look at']);
  if (!configuration.isLive) {
    console.log('No live tenant is configured: a run starts the embedded one, which provides everything.');
    return EXIT_CODES.passed;
  }
  try {
    const outlook = await outlookOf(configuration);
    const { expected, things, unresolvedNames } = outlook;
    const told = expected.filter(isTold).length;
    if (flags.has('json')) {
      const untold = expected.filter((one) => !isTold(one));
      const reasons = untold.map(({ requirement, missing }) => ({ id: requirement.id, missing }));
      console.log(JSON.stringify({ told, of: expected.length, things, untold: reasons, unresolvedNames }, null, 2));
      return EXIT_CODES.passed;
    }
    console.log(`${configuration.settings.BASE_URL ?? ''} answers and accepts ADMIN_TOKEN.\n`);
    console.log(`Would be tested: ${told} of ${expected.length} requirements\n${byFamily(outlook).join('\n')}`);
    console.log(`\nThings and credentials, with the requirements that need each\n${tableOf(outlook).join('\n')}`);
    if (told < expected.length) console.log(`\nWould stay untested\n${whatIsMissing(outlook).join('\n')}`);
    if (unresolvedNames.length > 0)
      console.log(
        `\nNames that neither BINDINGS nor the tenant's document states: ${unresolvedNames.length}\n  ${unresolvedNames.join('\n  ')}`,
      );
    if (configuration.isReadOnly) console.log('\nREAD_ONLY=1: nothing that changes the tenant is sent.');
    const { TENANT } = configuration.settings;
    console.log(`\nNext: ${commandLine('conformance', TENANT === undefined ? '' : `--tenant=${TENANT}`)}`);
    return EXIT_CODES.passed;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(error.message);
    return EXIT_CODES.incomplete;
  }
});
