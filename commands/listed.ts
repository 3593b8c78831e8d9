import { spawn } from 'node:child_process';
import path from 'node:path';

/** The promises that checks name, as Playwright lists them. */
export async function checkedIds(): Promise<ReadonlySet<string>> {
  const text = await new Promise<string>((resolve, reject) => {
    const child = spawn(path.join('node_modules', '.bin', 'playwright'), ['test', '--list', '--reporter=list'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ONE_PROJECT: '1' },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
  });
  return new Set([...text.matchAll(/ › ([a-z-]+\.[\w-]+\.[\w-]+): /g)].map(([, id]) => id ?? ''));
}
