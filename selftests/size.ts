/** `npm run acceptance` sets it: the long tests then run at full size, otherwise a sample of that. */
const isFull = process.env['FULL_SIZE'] === '1';

export function sized<Size>(sample: Size, full: Size): Size {
  return isFull ? full : sample;
}
