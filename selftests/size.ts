/** `npm run acceptance` sets it: the long tests are then as long as the project promises, and else a sample of that. */
const isFull = process.env['FULL_SIZE'] === '1';

export function sized<Size>(sample: Size, full: Size): Size {
  return isFull ? full : sample;
}
