/** `npm run acceptance` sets it: the long tests then run at full size, otherwise a sample of that. */
export const isFull = process.env['FULL_SIZE'] === '1';

export function sized<Size>(sample: Size, full: Size): Size {
  return isFull ? full : sample;
}

/** Marks a test of whole runs that takes too long for `npm test`: only `npm run acceptance` plays it. */
export const FULL = { tag: '@full' } as const;

/** Marks all but one of several tests of the same thing. */
export function fullUnless(isSample: boolean): { readonly tag?: string } {
  return isSample ? {} : FULL;
}
