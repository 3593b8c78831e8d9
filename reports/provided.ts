import path from 'node:path';
import type { FullConfig } from '@playwright/test/reporter';
import { withoutKnownSecrets } from '../evidence/known-secrets.ts';
import { readProvided, type ProvidedThings } from '../evidence/provided.ts';

/** Where Playwright writes the blob of this run; undefined if it writes none. */
export function blobFolderOf({ reporter }: FullConfig): string | undefined {
  const blob = reporter.find(([name]) => name === 'blob');
  if (!blob) return undefined;
  const { outputDir, outputFile } = (blob[1] ?? {}) as { readonly outputDir?: string; readonly outputFile?: string };
  const file = process.env['PLAYWRIGHT_BLOB_OUTPUT_FILE'] || outputFile;
  return file ? path.dirname(file) : process.env['PLAYWRIGHT_BLOB_OUTPUT_DIR'] || outputDir || 'blob-report';
}

/** A character that no text of a run has. */
const SEPARATOR = '\0';

/** What this run provided. Playwright may call the teardown that removes what was made before reporters end, or after. */
export function providedWithoutSecrets(): ProvidedThings | undefined {
  const provided = readProvided();
  if (!provided) return undefined;
  const { things, removed, left } = provided;
  const texts = [
    ...things.flatMap(({ how, value = '' }) => [how, value]),
    ...(removed ?? []),
    ...(left ?? []).map(({ what }) => what),
  ];
  // All texts at once, because the secrets are read from their file each time.
  const redacted = withoutKnownSecrets(texts.join(SEPARATOR)).split(SEPARATOR);
  const clean = (text: string) => redacted[texts.indexOf(text)] ?? '';
  return {
    ...provided,
    things: things.map(({ how, value, ...thing }) => ({
      ...thing,
      how: clean(how),
      ...(value !== undefined && { value: clean(value) }),
    })),
    ...(removed && { removed: removed.map(clean) }),
    ...(left && { left: left.map((one) => ({ ...one, what: clean(one.what) })) }),
  };
}
