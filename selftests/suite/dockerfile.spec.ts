import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '../test.ts';

const lines = readFileSync('Dockerfile', 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const instructions = lines.map((line) => /^(\w+) +(.*)$/.exec(line)?.slice(1) ?? []) as [string, string][];
const ofKind = (kind: string) => instructions.flatMap(([one, rest]) => (one === kind ? [rest] : []));

test('an image is named by a version that this suite promises, and never by latest', () => {
  const [, tag] = /^NODE=(.+)$/.exec(ofKind('ARG')[0] ?? '') ?? [];
  expect(tag).toMatch(/^24\b.*-slim$/);
  expect(ofKind('FROM')).toEqual(['node:${NODE} AS build', 'node:${NODE}']);
});

test('the last stage runs as a user without rights, in the folder of the reports', () => {
  const last = instructions.slice(instructions.findLastIndex(([kind]) => kind === 'FROM'));
  const user = last.findIndex(([kind]) => kind === 'USER');
  expect(last[user]).toEqual(['USER', 'node']);
  expect(last.slice(user).some(([kind]) => /^(RUN|COPY|ADD)$/.test(kind))).toBe(false);
  expect(last).toContainEqual(['WORKDIR', '/reports']);
  expect(last).toContainEqual(['ENTRYPOINT', '["node", "/suite/dist/commands/bin.js"]']);
});

test('what is sent to the build is listed, and all of it that the compiler reads', () => {
  const patterns = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(patterns.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
  const sent = patterns.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  expect(sent.filter((place) => !existsSync(place))).toEqual([]);
  expect(sent.filter((place) => place.startsWith('.env'))).toEqual([]);
  const { files, include } = JSON.parse(readFileSync('tsconfig.build.json', 'utf8')) as Record<
    'files' | 'include',
    readonly string[]
  >;
  const read = ['package.json', 'package-lock.json', 'tsconfig.build.json', 'tsconfig.json', ...files, ...include];
  expect(read.filter((place) => !sent.includes(place.split('/')[0] ?? ''))).toEqual([]);
});
