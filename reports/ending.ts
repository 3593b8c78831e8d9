import type { ExitCode } from '../evidence/exit-codes.ts';

/** How a run ended, as its reporter tells the command that started Playwright. */
export interface Ending {
  readonly exitCode: ExitCode;
}

export function isEnding(message: unknown): message is Ending {
  return typeof message === 'object' && message !== null && 'exitCode' in message;
}

/** Tells the command, by the channel that it opened. It outlives a disk that is full; without a command there is none. */
export async function tellEnding(ending: Ending): Promise<void> {
  if (!process.send) return;
  await new Promise<void>((resolve) => {
    process.send?.(ending, undefined, undefined, () => {
      resolve();
    });
  });
}
