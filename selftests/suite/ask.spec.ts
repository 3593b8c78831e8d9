import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { ownFile } from '../../contracts/installation.ts';
import { expect, test } from '../test.ts';

const ASK = pathToFileURL(ownFile('commands/ask.ts')).href;

/** What is answered and what is written when somebody types this. */
function asked(typed: string, isSecret: boolean) {
  const source = `import { ask } from '${ASK}'; const answer = await ask('Which? ', ${isSecret}); console.error(JSON.stringify(answer));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', ownFile('commands/typescript.js'), '--input-type=module', '--eval', source],
    { input: typed, encoding: 'utf8' },
  );
  return { answer: JSON.parse(stderr) as unknown, shown: stdout };
}

for (const isSecret of [false, true]) {
  const what = isSecret ? 'a secret' : 'anything else';

  test(`${what} is asked for, and what is typed is the answer`, () => {
    const { answer, shown } = asked(' mk_typed \n', isSecret);
    expect(answer).toBe('mk_typed');
    expect(shown.trimEnd()).toBe('Which?');
  });

  test(`${what} is asked for, and the end of the input is no answer`, () => {
    expect(asked('', isSecret).answer).toBe('');
  });
}
