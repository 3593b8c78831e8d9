import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ownFolder } from '../folders.ts';
import { expect, test } from '../test.ts';
import { run } from './run.ts';
import { textsIn } from './secrets.ts';

test.describe.configure({ timeout: 180_000 });

const FEW = '--grep=roles.get.same-id';

/** A webhook on the loopback, which answers with a status and keeps what it is sent. */
async function webhook(status: number) {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      received.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/hooks/planted-webhook-secret`, received, close: () => server.close() };
}

test('a message about the run is sent to the webhook, and its address is in no file and no output', async () => {
  const hook = await webhook(200);
  const { code, output, results, folder } = await run('conformance', [FEW, '--seed=3'], {
    WEBHOOK_URL: hook.address,
    REPORT_URL: 'https://ci.example.com/report',
  });
  hook.close();
  expect(code, output).toBe(0);
  expect(hook.received).toHaveLength(1);
  const { text } = JSON.parse(hook.received[0] ?? '{}') as { text: string };
  expect(text).toContain('*embedded, plain: conformant (partial), gate passed*');
  expect(text).toContain('<https://ci.example.com/report|Report>');
  expect(results?.run.settings['WEBHOOK_URL']).toBe('given');
  expect(results?.run.documents?.length).toBe(1);
  const written = [...textsIn(folder), { name: 'printed', texts: [output] }];
  expect(written.filter(({ texts }) => texts.some((one) => one.includes('planted-webhook-secret')))).toEqual([]);
});

for (const [what, status, said] of [
  ['refuses the message', 500, 'WEBHOOK_URL: the message about this run was answered with 500'],
  ['is not there', undefined, 'WEBHOOK_URL: the message about this run was not sent: it cannot be reached'],
] as const) {
  test(`a webhook that ${what} changes no verdict, and is one sentence`, async () => {
    const hook = await webhook(status ?? 200);
    if (status === undefined) hook.close();
    const { code, output } = await run('conformance', [FEW, '--seed=3'], { WEBHOOK_URL: hook.address });
    hook.close();
    expect(code, output).toBe(0);
    expect(
      output
        .trim()
        .split('\n')
        .filter((line) => line.includes('WEBHOOK_URL')),
    ).toEqual([said]);
    expect(output).not.toContain('planted-webhook-secret');
  });
}

test('what is wrong with the settings of the webhook is told before the run', async () => {
  const { code, output } = await run('conformance', [FEW], {
    WEBHOOK_URL: 'hooks.example.com/abc',
    WEBHOOK_FORMAT: 'irc',
  });
  expect([code, output.trim().split('\n')]).toEqual([
    2,
    ['WEBHOOK_URL: expected an address with http or https', 'WEBHOOK_FORMAT=irc: expected slack or teams'],
  ]);
});

test('--open opens the report in the browser after the run', async () => {
  const folder = ownFolder('conformance-open');
  const [browser, note] = [path.join(folder, 'browser'), path.join(folder, 'opened')];
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${note}'\n`);
  chmodSync(browser, 0o755);
  const ran = await run('conformance', [FEW, '--open'], { BROWSER: browser });
  expect(ran.code, ran.output).toBe(0);
  await expect
    .poll(() => existsSync(note) && readFileSync(note, 'utf8'))
    .toBe(pathToFileURL(path.join(ran.folder, 'index.html')).href);
});
