import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Asks on the terminal. What is typed for a secret is not echoed. */
export function ask(question: string, isSecret = false): Promise<string> {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stdout,
    terminal: isSecret,
  });
  // Only now, when the terminal no longer echoes: a secret may be pasted as soon as the question stands there.
  process.stdout.write(question);
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      // First: closing emits `close` at once, which stands for no answer.
      resolve(line.trim());
      lines.close();
      if (isSecret) process.stdout.write('\n');
    });
    lines.once('close', () => {
      resolve('');
    });
  });
}
