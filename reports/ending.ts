import type { ExitCode } from '../evidence/exit-codes.ts';

/** How a run ended, as its reporter tells the command that started Playwright. */
export interface Ending {
  readonly exitCode: ExitCode;
}

/** That the checks are known, so that a run which is stopped now has a report. */
interface Begun {
  readonly hasBegun: true;
}

export function isBegun(message: unknown): message is Begun {
  return typeof message === 'object' && message !== null && 'hasBegun' in message;
}

export function tellBegun(): void {
  const message: Begun = { hasBegun: true };
  process.send?.(message);
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
