import type { Schema } from '../contracts/document.ts';

/** Forms of a fresh name that schemas may accept: as short as they want it, and of the characters that most patterns allow. */
export function formsOf(name: string, nodes: readonly Schema[]): readonly string[] {
  const bounds = nodes.map((node) => node['maxLength']).filter((one) => typeof one === 'number');
  const most = Math.min(name.length, ...bounds);
  // The end differs from name to name.
  const short = name.slice(name.length - most);
  const letters = name.replace(/[^a-z\d]/gi, '');
  return [
    short,
    short.replaceAll('-', '_'),
    letters.slice(-most),
    `c${letters.slice(-Math.max(0, most - 1))}`,
    letters.toUpperCase().slice(-most),
  ];
}
