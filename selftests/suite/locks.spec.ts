import { spawn } from 'node:child_process';
import { expect, test } from '../test.ts';
import { READS_TYPESCRIPT } from '../../commands/node.ts';
import { Locks } from '../../harness/locks/locks.ts';

const TENANT = `https://locks.example:${process.pid}`;
const locks = new Locks(TENANT);

/** Starts another process that holds the lock until it is killed. */
async function another(what: string): Promise<{ readonly end: () => void }> {
  const script = `import { Locks } from './harness/locks/locks.ts';
    await new Locks(${JSON.stringify(TENANT)}).exclusive(${JSON.stringify(what)}); console.log('taken'); setInterval(() => 0, 1000);`;
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

test('an exclusive lock waits for another, and for no longer than its process runs', async () => {
  const first = await another('a report');
  const second = locks.exclusive('a report');
  expect(await isWaiting(second)).toBe(true);
  (await locks.exclusive('another report'))();
  first.end();
  (await second)();
});

test('a shared lock waits for an exclusive one', async () => {
  const holder = await another('a list');
  const shared = locks.shared('a list');
  expect(await isWaiting(shared)).toBe(true);
  holder.end();
  (await shared)();
});

test('shared locks do not wait for each other', async () => {
  const [one, other] = [await locks.shared('roles'), await locks.shared('roles')];
  one();
  other();
});

test('a process that has just released the exclusive lock lets shared ones go first', async () => {
  (await locks.exclusive('places'))();
  const exclusive = locks.exclusive('places');
  const shared = locks.shared('places');
  const first = await Promise.race([exclusive.then(() => 'exclusive'), shared.then(() => 'shared')]);
  expect(first).toBe('shared');
  for (const release of [await shared, await exclusive]) release();
});
