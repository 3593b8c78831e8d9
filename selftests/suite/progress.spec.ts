import { expect, test } from '../test.ts';
import { Progress } from '../../reports/progress.ts';

function written(isTTY: boolean, total: number, violated: readonly number[] = []): string {
  const texts: string[] = [];
  const progress = new Progress(total, { isTTY, write: (text) => texts.push(text) });
  for (let done = 1; done <= total; done += 1) progress.ended(violated.includes(done) ? `roles.a.${done}` : undefined);
  progress.close();
  return texts.join('');
}

test('a log gets a line for the first check and for each tenth', () => {
  const lines = written(false, 1_777).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    '1 of 1777 checks, 0 violated',
    '178 of 1777 checks, 0 violated',
    '1777 of 1777 checks, 0 violated',
  ]);
});

test('few checks get a line each, and a single one gets one', () => {
  expect(written(false, 3)).toBe('1 of 3 checks, 0 violated\n2 of 3 checks, 0 violated\n3 of 3 checks, 0 violated\n');
  expect(written(false, 1)).toBe('1 of 1 checks, 0 violated\n');
});

test('a violation is shown when it happens', () => {
  const lines = written(false, 100, [15]).split('\n');
  const at = lines.indexOf('violates roles.a.15');
  expect([lines[at - 1], lines[at + 1]]).toEqual(['10 of 100 checks, 0 violated', '20 of 100 checks, 1 violated']);
});

test('a terminal shows one line that is rewritten', () => {
  const text = written(true, 20, [3]);
  expect(text.split('\n')).toHaveLength(3);
  expect(text).toContain('\r\u001b[2Kviolates roles.a.3\n');
  expect(text.endsWith('20 of 20 checks, 1 violated\n')).toBe(true);
});

test('a terminal shows how much longer it takes, once a tenth is done', () => {
  const texts: string[] = [];
  let now = 0;
  const sink = { isTTY: true, write: (text: string) => texts.push(text.replace(/^.*2K/s, '')) };
  const progress = new Progress(200, sink, () => now);
  for (let done = 1; done <= 200; done += 1) {
    now += 1_000;
    progress.ended(undefined);
  }
  expect([texts[18], texts[19], texts[149], texts[199]]).toEqual([
    '19 of 200 checks, 0 violated',
    '20 of 200 checks, 0 violated, 3 min 0 s left',
    '150 of 200 checks, 0 violated, 50 s left',
    '200 of 200 checks, 0 violated',
  ]);
});

test('more attempts than checks are no further steps', () => {
  const lines: string[] = [];
  const progress = new Progress(2, { write: (text) => lines.push(text) });
  for (let done = 0; done < 4; done += 1) progress.ended(undefined);
  expect(lines).toHaveLength(2);
});

test('a requirement that several checks find violated is told and counted once', () => {
  const lines: string[] = [];
  const progress = new Progress(2, { write: (text) => lines.push(text) });
  for (const id of ['roles.a.b', 'roles.a.b']) progress.ended(id);
  expect(lines).toEqual(['violates roles.a.b\n', '1 of 2 checks, 1 violated\n', '2 of 2 checks, 1 violated\n']);
});
