import type { Secrets } from '../http/secrets.ts';

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

/** What of Playwright's own messages may hold a body of the tenant: what failed, and what was printed. */
interface Dispatched {
  readonly params?: {
    readonly method?: string;
    readonly params?: { readonly error?: unknown; readonly errors?: readonly unknown[] };
  };
}
const PRINTED = ['stdOut', 'stdErr'];

function isTelling(message: unknown): boolean {
  const { method = '', params } = (message as Dispatched | undefined)?.params ?? {};
  return PRINTED.includes(method) || params?.error !== undefined || (params?.errors?.length ?? 0) > 0;
}

const send = process.send?.bind(process);
if (send) {
  process.send = ((message: unknown, ...rest: []) =>
    send(secrets && isTelling(message) ? redacted(message, secrets) : message, ...rest)) as NonNullable<
    typeof process.send
  >;
}
