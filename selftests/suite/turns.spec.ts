import { spawn } from 'node:child_process';
import { expect, test } from '../test.ts';
import { READS_TYPESCRIPT } from '../../commands/node.ts';
import { disturb, takeTurn } from '../../harness/locks/locks.ts';

const TENANT = `https://turns.example:${process.pid}`;

/** Another process that takes the turn and says so, until it is killed. */
async function another(what: string): Promise<{ readonly end: () => void }> {
  const script = `import { takeTurn } from './harness/locks/locks.ts';
    await takeTurn(${JSON.stringify(TENANT)}, ${JSON.stringify(what)}); console.log('taken'); setInterval(() => 0, 1000);`;
  const child = spawn(process.execPath, [...READS_TYPESCRIPT, '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { end: () => child.kill('SIGKILL') };
}

async function isWaiting(attempt: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 200, 'later'));
  return (await Promise.race([attempt, later])) === 'later';
}

test('who comes second waits for the first, even where the first dies', async () => {
  const first = await another('a report');
  const second = takeTurn(TENANT, 'a report');
  expect(await isWaiting(second)).toBe(true);
  (await takeTurn(TENANT, 'another report'))();
  first.end();
  (await second)();
});

test('who disturbs a list waits for whoever walks it', async () => {
  const walker = await another('a list');
  const disturbing = disturb(TENANT, 'a list');
  expect(await isWaiting(disturbing)).toBe(true);
  walker.end();
  (await disturbing)();
});

test('those who disturb a list do not wait for each other', async () => {
  const [one, other] = [await disturb(TENANT, 'roles'), await disturb(TENANT, 'roles')];
  one();
  other();
});

test('who had a turn lets those who disturb go first', async () => {
  (await takeTurn(TENANT, 'places'))();
  const turn = takeTurn(TENANT, 'places');
  const disturbing = disturb(TENANT, 'places');
  const first = await Promise.race([turn.then(() => 'the turn'), disturbing.then(() => 'who disturbs')]);
  expect(first).toBe('who disturbs');
  for (const release of [await disturbing, await turn]) release();
});
