import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { sweepUp } from '../harness/provision/sweep-up.ts';
import { meaningOf } from '../harness/tenant/admin-limit.ts';
import { duration, readConfiguration } from '../harness/tenant/configuration.ts';
import { admissionOf, ledgerOf } from '../harness/undo/administrator.ts';
import { pendingByHost } from '../harness/undo/ledger-file.ts';
import { counted, eachOnce } from '../reports/terminal-lines.ts';
import { sweepByName } from './by-name.ts';
import type { Command, Flags } from './flags.ts';
import { main } from './main.ts';

const USUAL_AGE = '2h';

const HOW_TO_NAME =
  'give --tenant=<name> for .env.<name>, or set BASE_URL, ADMIN_TOKEN and, where the run had it, TLS_CA';

const COMMAND = {
  name: 'sweep',
  what: 'Undoes what runs that ended early left on a live tenant: by the ledger, or by the names of things.',
  flags: {
    tenant: { what: 'Read .env.<name>.', value: 'name' },
    'by-name': { what: 'List what has a name of this suite, and remove it: after a crash whose ledger is lost.' },
    'older-than': {
      what: `With --by-name: spare what was named later, of a run that may still go on. ${USUAL_AGE} by default.`,
      value: 'time',
    },
    yes: { what: 'With --by-name: remove without asking.' },
  },
  example: '--tenant=staging --by-name --older-than=2h',
} satisfies Command;

function olderThan(flags: Flags<keyof typeof COMMAND.flags>): { readonly age: number; readonly shown: string } {
  const shown = flags.get('older-than') ?? USUAL_AGE;
  const age = duration(shown);
  const alone = (['older-than', 'yes'] as const).filter((name) => flags.has(name) && !flags.has('by-name'));
  const problems = [
    ...alone.map((name) => `--${name} goes with --by-name`),
    ...(age === undefined ? [`--older-than=${shown}: expected a time such as 90s, 6m or 2h`] : []),
  ];
  if (age === undefined || problems.length > 0) throw new UsageProblem(problems);
  return { age, shown };
}

await main(COMMAND, async (flags) => {
  const { age, shown } = olderThan(flags);
  const name = flags.get('tenant');
  if (name !== undefined) process.env['TENANT'] = name;
  const configuration = readConfiguration();
  if (!configuration.isLive) {
    refuseIfAny(
      [...pendingByHost()].map(
        ([host, changes]) =>
          `${counted(changes, 'change')} left on ${host}, but no tenant is configured: ${HOW_TO_NAME}`,
      ),
    );
    console.log('No live tenant is configured; the embedded one leaves nothing behind');
    return EXIT_CODES.passed;
  }
  const baseUrl = configuration.settings.BASE_URL ?? '';
  const isByName = flags.has('by-name');
  if (!isByName && ledgerOf(configuration).pending().length === 0) {
    console.log(`Nothing is left on ${baseUrl}`);
    return EXIT_CODES.passed;
  }
  const { obstacle, limit } = await admissionOf(configuration);
  if (obstacle) {
    console.error(obstacle.message);
    return obstacle.kind === 'configuration' ? EXIT_CODES.usage : EXIT_CODES.incomplete;
  }
  // What it is refused stays, and is named at the end.
  if (limit) console.error(meaningOf(limit));
  if (isByName) return sweepByName(configuration, { olderThan: age, shownAge: shown, hasConsent: flags.has('yes') });
  const { undone, left } = await sweepUp(configuration);
  console.log(`Undid ${counted(undone, 'thing')} on ${baseUrl}`);
  for (const what of eachOnce(left)) console.log(`Still there: ${what}`);
  return left.length === 0 ? EXIT_CODES.passed : EXIT_CODES.incomplete;
});
