import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { servedDocument } from '../../mock/document.ts';
import { ended } from '../playwright.ts';
import { median, type Part } from './part.ts';
import { asking, start, stop, type Target } from './load.ts';

const PACKAGE = '@stoplight/prism-cli@5';
const PORT = 4_010;
const [ROUNDS, ROUND_MS] = [3, 1_500];
const INSTALL_MS = 90_000;
const START_MS = 20_000;

/** A mock of the same document that others know, over plain HTTP, which is all that it serves. */
async function startPrism(folder: string): Promise<{ readonly child: ChildProcess; readonly target: Target }> {
  const document = path.join(folder, 'document.json');
  const contract = await loadContract();
  await writeFile(document, JSON.stringify(servedDocument(contract, resolveBindings(contract, {}, undefined))));
  const prism = path.join(folder, 'node_modules', '.bin', 'prism');
  const child = spawn(prism, ['mock', '--port', String(PORT), '--verboseLevel', 'silent', document], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${PORT}`;
  const pool = new Pool(url, { connections: 8, pipelining: 1 });
  const target = { pool, path: '/api/v1/roles/101', token: 'bench' };
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (await asking(target, 1).catch(() => undefined)) return { child, target };
    await sleep(200);
  }
  child.kill();
  throw new Error('it did not start');
}

async function installed(folder: string): Promise<boolean> {
  const npm = spawn('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, PACKAGE], {
    stdio: 'ignore',
    timeout: INSTALL_MS,
  });
  return (await ended(npm)) === 0;
}

/** The reference tenant beside a mock that is known, where that can be installed. */
export async function measurePeer(): Promise<Part> {
  const title = `Beside Prism's mock of the same document`;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    if (!(await installed(folder))) return { title: `${title}: ${PACKAGE} cannot be installed here`, figures: [] };
    const prism = await startPrism(folder);
    const tenant = await start('tenant');
    const rates = { prism: [] as number[], tenant: [] as number[] };
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.prism.push((await asking(prism.target, ROUND_MS)).perSecond);
        rates.tenant.push((await asking(tenant.target, ROUND_MS)).perSecond);
      }
    } finally {
      await stop(tenant);
      await prism.target.pool.close();
      prism.child.kill();
      await once(prism.child, 'exit');
    }
    const [peer, own] = [median(rates.prism), median(rates.tenant)];
    return {
      title,
      figures: [
        { name: 'Prism, over plain HTTP', value: peer, unit: 'requests/s' },
        { name: 'the tenant, over HTTPS and with behaviour', value: own, unit: 'requests/s' },
        { name: 'the tenant over Prism', value: own / peer, unit: 'times' },
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
