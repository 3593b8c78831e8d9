import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const PACKAGES = '/node_modules/';
/** What one process erased serves the next: without it each would load the eraser, which is 30 MB and a tenth of a second. */
const ERASED = new URL(`..${PACKAGES}.cache/erased/`, import.meta.url);

/** @param {string} source */
async function erase(source) {
  const { default: swc } = await import('@swc/wasm-typescript');
  return swc.transformSync(source, { mode: 'strip-only' }).code;
}

/**
 * @param {URL} file
 * @param {string} code
 */
function keep(file, code) {
  try {
    mkdirSync(ERASED, { recursive: true });
    // Several processes may be at the same file: it is there whole or not at all.
    const written = new URL(`${file.href}.${process.pid}`);
    writeFileSync(written, code);
    renameSync(written, file);
  } catch {
    // Where nothing may be written, the next process erases for itself.
  }
}

/** @param {string} source */
async function erased(source) {
  const file = new URL(createHash('sha1').update(source).digest('hex'), ERASED);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const code = await erase(source);
    keep(file, code);
    return code;
  }
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  // As in Node itself, what stands behind a question mark makes another module of the same file.
  if (!/\.ts(\?|$)/.test(url) || url.includes(PACKAGES)) return nextLoad(url, context);
  return { format: 'module', source: await erased(readFileSync(new URL(url), 'utf8')), shortCircuit: true };
}
