import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '../test.ts';
import {
  appendKnownSecret,
  createSecretsFile,
  KnownSecretsReader,
  readKnownSecrets,
  SECRETS_FILE,
} from '../../evidence/known-secrets.ts';
import { READS_TYPESCRIPT } from '../../commands/node.ts';

test.afterEach(() => {
  delete process.env['SECRETS_FILE'];
});

test('secrets travel in a file that nobody else may read, and it goes with the run', async () => {
  const { file, remove } = createSecretsFile([{ name: 'ADMIN_TOKEN', value: 'stated "one"' }]);
  expect([file, path.dirname(file)].map((place) => statSync(place).mode & 0o777)).toEqual([0o600, 0o700]);
  process.env[SECRETS_FILE] = file;
  appendKnownSecret({ name: 'token of createApiKey', value: 'learned\none' });
  appendKnownSecret({ name: 'MEMBER_TOKEN', value: 'another one' });
  appendKnownSecret({ name: 'ADMIN_TOKEN', value: 'stated "one"' });
  // What is learned at once is written at once.
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2);
  await Promise.resolve();
  // A crash may cut a line off.
  appendFileSync(file, '{"name":"half","val');
  expect(readKnownSecrets(file)).toEqual([
    { name: 'ADMIN_TOKEN', value: 'stated "one"' },
    { name: 'token of createApiKey', value: 'learned\none' },
    { name: 'MEMBER_TOKEN', value: 'another one' },
  ]);
  remove();
  expect(existsSync(path.dirname(file))).toBe(false);
});

test('a process reads what others have learned since it last looked, whole lines only', () => {
  const { file, remove } = createSecretsFile([{ name: 'ADMIN_TOKEN', value: 'stated one' }]);
  process.env[SECRETS_FILE] = file;
  const reader = new KnownSecretsReader();
  expect(reader.next()).toEqual([{ name: 'ADMIN_TOKEN', value: 'stated one' }]);
  expect(reader.next()).toEqual([]);
  appendFileSync(file, '{"name":"token of createApiKey",');
  expect(reader.next()).toEqual([]);
  appendFileSync(file, '"value":"learned by another"}\n');
  expect(reader.next()).toEqual([{ name: 'token of createApiKey', value: 'learned by another' }]);
  remove();
  expect(reader.next()).toEqual([]);
});

test('without a file nothing is kept', () => {
  appendKnownSecret({ name: 'ADMIN_TOKEN', value: 'that nobody asked for' });
  expect(process.env[SECRETS_FILE]).toBeUndefined();
});

test('the file goes with a process that throws, and with the next run after one that was killed', () => {
  const script = (end: string) => `
    const { createSecretsFile } = await import('./evidence/known-secrets.ts');
    console.log(createSecretsFile().file);
    ${end}`;
  const fileOf = (end: string) => {
    const args = [...READS_TYPESCRIPT, '--input-type=module', '--eval', script(end)];
    try {
      return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch (error) {
      return (error as { readonly stdout: string }).stdout.trim();
    }
  };
  expect(existsSync(path.dirname(fileOf('throw new Error()')))).toBe(false);
  const killed = path.dirname(fileOf("process.kill(process.pid, 'SIGKILL')"));
  expect(existsSync(killed)).toBe(true);
  // One of a process that still runs, as this one does, stays.
  const running = path.join(tmpdir(), `known-secrets-${process.pid}-abcdef`);
  mkdirSync(running);
  createSecretsFile().remove();
  expect([killed, running].map((folder) => existsSync(folder))).toEqual([false, true]);
  rmSync(running, { recursive: true });
});
