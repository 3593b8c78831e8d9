import { sweep } from '../harness/undo/sweep.ts';
import { administratorOf, ledgerOf, obstacleOf } from '../harness/undo/administrator.ts';
import { readConfiguration } from '../harness/tenant/configuration.ts';
import { main } from './main.ts';

/** Removes what runs that ended early left on a live tenant, by the ledger that they kept. */
await main(async (flags) => {
  flags.only('tenant');
  const configuration = readConfiguration({ ...process.env, TENANT: flags.get('tenant') ?? process.env['TENANT'] });
  if (!configuration.isLive) {
    console.log('No live tenant is configured; the embedded one leaves nothing behind');
    return 0;
  }
  const baseUrl = configuration.settings.BASE_URL ?? '';
  if (ledgerOf(configuration).pending().length === 0) {
    console.log(`Nothing is left on ${baseUrl}`);
    return 0;
  }
  const obstacle = await obstacleOf(configuration);
  if (obstacle) {
    console.error(obstacle.message);
    return obstacle.kind === 'configuration' ? 2 : 3;
  }
  const { admin, files, close } = await administratorOf(configuration);
  const { undone, left } = await sweep(files, admin);
  await close();
  console.log(`Undid ${undone} things on ${baseUrl}`);
  for (const what of left) console.log(`Still there: ${what}`);
  return left.length === 0 ? 0 : 3;
});
