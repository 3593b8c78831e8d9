import { sweep } from '../harness/undo/sweep.ts';
import { administratorOf, ledgerOf, obstacleOf } from '../harness/undo/administrator.ts';
import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import type { Command } from './flags.ts';
import { main } from './main.ts';

const COMMAND = {
  name: 'sweep',
  what: 'Undoes, by the ledger, what runs that ended early left on a live tenant.',
  flags: { tenant: { what: 'Read .env.<name>.', value: 'name' } },
  example: 'npm run sweep -- --tenant=staging',
} satisfies Command;

await main(COMMAND, async (flags) => {
  const name = flags.get('tenant');
  if (name !== undefined) process.env['TENANT'] = name;
  const configuration = readConfiguration();
  if (!configuration.isLive) {
    console.log('No live tenant is configured; the embedded one leaves nothing behind');
    return EXIT_CODES.passed;
  }
  const baseUrl = configuration.settings.BASE_URL ?? '';
  if (ledgerOf(configuration).pending().length === 0) {
    console.log(`Nothing is left on ${baseUrl}`);
    return EXIT_CODES.passed;
  }
  const obstacle = await obstacleOf(configuration);
  if (obstacle) {
    console.error(obstacle.message);
    return obstacle.kind === 'configuration' ? EXIT_CODES.usage : EXIT_CODES.incomplete;
  }
  const { admin, files, close } = await administratorOf(configuration);
  const { undone, left } = await sweep(files, admin);
  await close();
  console.log(`Undid ${undone} things on ${baseUrl}`);
  for (const what of left) console.log(`Still there: ${what}`);
  return left.length === 0 ? EXIT_CODES.passed : EXIT_CODES.incomplete;
});
