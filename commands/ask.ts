import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on the terminal. What is typed for a secret is not echoed. */
export function ask(question: string, isSecret = false): Promise<string> {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  process.stdout.write(question);
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stdout,
    terminal: isSecret,
  });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close();
      if (isSecret) process.stdout.write('\n');
      resolve(line.trim());
    });
    lines.once('close', () => {
      resolve('');
    });
  });
}
