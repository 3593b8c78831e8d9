import { createHash } from 'node:crypto';
import type { Schema } from '../contracts/document.ts';

/** Forms of a fresh name that schemas may accept: as short as they want it, and of the characters that most patterns allow. */
export function formsOf(name: string, nodes: readonly Schema[]): readonly string[] {
  const bounds = nodes.map((node) => node['maxLength']).filter((one) => typeof one === 'number');
  const most = Math.min(name.length, ...bounds);
  // The end differs from name to name.
  const short = name.slice(name.length - most);
  const letters = name.replace(/[^a-z\d]/gi, '');
  return [
    ...(nodes.some((node) => node['format'] === 'uuid') ? [uuidOf(name)] : []),
    short,
    short.replaceAll('-', '_'),
    letters.slice(-most),
    `c${letters.slice(-Math.max(0, most - 1))}`,
    letters.toUpperCase().slice(-most),
    // A pattern may ask for one as well.
    uuidOf(name),
  ];
}

/** The UUID of a name: version 5, in a namespace of its own. */
function uuidOf(name: string): string {
  const hex = createHash('sha1').update(`conformance ${name}`).digest('hex');
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
