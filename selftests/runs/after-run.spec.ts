import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { notify } from '../../commands/after-run.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { readConfiguration } from '../../harness/tenant/configuration.ts';
import { ownFolder } from '../folders.ts';
import { resultsWith } from '../report/sample.ts';
import { expect, test } from '../test.ts';
import { soundTenants } from './broken.ts';
import { run } from './run.ts';
import { textsIn } from './secrets.ts';

test.describe.configure({ timeout: 180_000 });

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

test('a message about the run is sent to the webhook, whose address is in no file and no output, and --open opens the report in the browser', async () => {
  const browsers = ownFolder('conformance-open');
  const [browser, note] = [path.join(browsers, 'browser'), path.join(browsers, 'opened')];
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${note}'\n`);
  chmodSync(browser, 0o755);
  const hook = await webhook(200);
  const { code, output, results, folder } = await run(
    'conformance',
    ['--grep=roles.get.same-id', '--seed=3', '--open'],
    {
      ...(await soundTenants()),
      WEBHOOK_URL: hook.address,
      REPORT_URL: 'https://ci.example.com/report',
      BROWSER: browser,
    },
  );
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
  await expect
    .poll(() => existsSync(note) && readFileSync(note, 'utf8'))
    .toBe(pathToFileURL(path.join(folder, 'index.html')).href);
});

for (const [what, status, said] of [
  ['refuses the message', 500, 'WEBHOOK_URL: the message about this run was answered with 500'],
  ['is not there', undefined, 'WEBHOOK_URL: the message about this run was not sent: it cannot be reached'],
] as const) {
  // What comes of it is not told to the command, so that it can change neither its verdict nor its exit code.
  test(`a webhook that ${what} is one sentence, and nothing else`, async () => {
    const folder = ownFolder('conformance-told');
    writeFileSync(path.join(folder, 'results.json'), JSON.stringify(await resultsWith()));
    const hook = await webhook(status ?? 200);
    if (status === undefined) hook.close();
    const { error } = console;
    const lines: unknown[] = [];
    console.error = (...words: unknown[]) => lines.push(...words);
    try {
      await notify({ WEBHOOK_URL: hook.address }, folder);
    } finally {
      console.error = error;
      hook.close();
    }
    expect(hook.received).toHaveLength(status === undefined ? 0 : 1);
    expect(lines).toEqual([said]);
  });
}

test('what is wrong with the settings of the webhook is told before the run', () => {
  const settings = { WEBHOOK_URL: 'hooks.example.com/abc', WEBHOOK_FORMAT: 'irc' };
  expect(() => readConfiguration(settings, ownFolder('no-settings'))).toThrow(
    new UsageProblem([
      'WEBHOOK_URL: expected an address with http or https',
      'WEBHOOK_FORMAT=irc: expected slack or teams',
    ]),
  );
});
