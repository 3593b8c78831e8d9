import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { readStatedBindings } from '../../contracts/bindings/stated.ts';
import type { UsageProblem } from '../../contracts/problem.ts';
import { ownFolder } from '../folders.ts';

test.describe('stated bindings', () => {
  function file(text: string): string {
    const name = path.join(ownFolder('bindings'), 'bindings.json');
    writeFileSync(name, text);
    return name;
  }
  function problems(text: string): readonly string[] {
    try {
      readStatedBindings(file(text));
    } catch (error) {
      return (error as UsageProblem).problems;
    }
    return [];
  }

  test('are read when valid', () => {
    const stated = {
      'reports.sort-direction': 'dir',
      'scheduled-tasks.resume': { method: 'put', path: '/x/{taskId}' },
    };
    expect(readStatedBindings(file(JSON.stringify(stated)))).toEqual(stated);
  });

  test('are rejected with all problems, by file and key', () => {
    const found = problems(
      JSON.stringify({
        'reports.sort-direction': 7,
        'scheduled-tasks.resume': { method: 'fetch', path: 'x' },
        'roles.list': { items: 'items' },
        nonsense: 'x',
      }),
    );
    expect(found.map((problem) => /bindings\.json: ([^:]+):/.exec(problem)?.[1]).sort()).toEqual([
      'nonsense',
      'reports.sort-direction',
      'roles.list',
      'roles.list',
      'scheduled-tasks.resume/method',
      'scheduled-tasks.resume/path',
    ]);
  });

  test('are rejected when the file is missing, not JSON or not an object', () => {
    expect(problems('{')).toHaveLength(1);
    expect(problems('[]')).toHaveLength(1);
    expect(() => readStatedBindings('/nowhere/bindings.json')).toThrow(/cannot be read/);
  });
});
