import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { proxyOf, Routes } from '../harness/http/routes.ts';
import type { Settings } from '../harness/tenant/configuration.ts';
import { formatFor, messageOf, WEBHOOK_FORMATS } from '../reports/webhook.ts';
import { readResults } from './judged.ts';

const WITHIN = 10_000;

/**
 * Sends a message about a run to the webhook, if there is one. A message that does not arrive is one sentence: it says nothing
 * of the tenant. The address is a secret and is not printed. A shard is no run of its own.
 */
export async function notify(settings: Settings, folder: string): Promise<void> {
  const { WEBHOOK_URL, WEBHOOK_FORMAT, REPORT_URL } = settings;
  if (WEBHOOK_URL === undefined) return;
  const results = await readResults(folder);
  if (!results || results.run.shard) return;
  const format = WEBHOOK_FORMATS.find((one) => one === WEBHOOK_FORMAT) ?? formatFor(WEBHOOK_URL);
  // Only few runs need it.
  const { fetch } = await import('undici');
  const routes = new Routes({ ca: undefined, proxy: proxyOf(settings), idleTimeout: WITHIN });
  try {
    const { ok, status } = await fetch(WEBHOOK_URL, {
      dispatcher: routes.to(new URL(WEBHOOK_URL).origin),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(messageOf(results, format, REPORT_URL)),
      redirect: 'error',
      signal: AbortSignal.timeout(WITHIN),
    });
    if (!ok) console.error(`WEBHOOK_URL: the message about this run was answered with ${status}`);
  } catch (error) {
    const reason =
      (error as Error).name === 'TimeoutError' ? `no answer within ${WITHIN / 1_000} s` : 'it cannot be reached';
    console.error(`WEBHOOK_URL: the message about this run was not sent: ${reason}`);
  } finally {
    await routes.close();
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens the report in a browser: the one that BROWSER names, or that of the system. */
export function openReport(folder: string): void {
  const address = pathToFileURL(path.resolve(folder, 'index.html')).href;
  const [command = 'xdg-open', ...args] = process.env['BROWSER']
    ? [process.env['BROWSER']]
    : (OPENERS[process.platform] ?? ['xdg-open']);
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {
    console.error(`No browser could be opened: ${address}`);
  });
  child.unref();
}
