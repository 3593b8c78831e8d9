import { the } from './dom.js';

/**
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {import('../data.ts').PageEvidence} PageEvidence
 */

/** @returns {PageData} */
export function readData() {
  /** @type {unknown} */
  const read = JSON.parse(the('#data', HTMLScriptElement).text);
  return /** @type {PageData} */ (read);
}

/** @type {Map<number, Promise<PageEvidence | undefined>>} */
const unpacking = new Map();

/**
 * The evidence of a requirement, decompressed once, when its row is first opened.
 * @param {number} index
 */
export function evidenceOf(index) {
  const known = unpacking.get(index);
  if (known) return known;
  /** @type {Promise<PageEvidence | undefined>} */
  const reading = documentRead().then(() =>
    unpacked(document.getElementById(`evidence-${index}`)?.textContent ?? undefined),
  );
  unpacking.set(index, reading);
  return reading;
}

/** The evidence comes after the script, so that it may not be there yet. */
async function documentRead() {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', resolve, { once: true });
  });
}

/**
 * @template Kind
 * @param {string | undefined} packed
 * @returns {Promise<Kind | undefined>}
 */
export async function unpacked(packed) {
  if (packed === undefined) return undefined;
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  /** @type {unknown} */
  const read = await new Response(stream).json();
  return /** @type {Kind} */ (read);
}
