import type { Secrets } from './secrets.ts';

/**
 * Everything that a worker tells its runner goes through here, and leaves its secrets behind. The fixtures redact what
 * a check keeps; the errors of single steps pass them by, and would end up in blobs and error files.
 */
let secrets: Secrets | undefined;

export function redactWith(known: Secrets): void {
  secrets = known;
}

/** Evidence was redacted where it was recorded, and is encoded by now. */
const ENCODED = 'body';

function redacted(value: unknown, known: Secrets): unknown {
  if (typeof value === 'string') return known.redacted(value);
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map((element) => redacted(element, known));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, key === ENCODED ? member : redacted(member, known)]),
  );
}

const send = process.send?.bind(process);
if (send) {
  process.send = ((message: unknown, ...rest: []) =>
    send(secrets ? redacted(message, secrets) : message, ...rest)) as NonNullable<typeof process.send>;
}
