import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const STYLES = [
  'base',
  'frame',
  'open',
  'overview',
  'filters',
  'requirements',
  'evidence',
  'exchanges',
  'tables',
  'run',
  'comparison',
  'print',
];

export interface Asset {
  readonly text: string;
  /** What the page's policy lets through: this text and no other. */
  readonly hash: string;
}

function asset(text: string): Asset {
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

function read(place: string): string {
  return readFileSync(new URL(place, import.meta.url), 'utf8');
}

export function styles(): Asset {
  return asset(STYLES.map((name) => read(`./styles/${name}.css`)).join('\n'));
}

const IMPORT = /^import [^;]+ from '\.\/([\w-]+\.js)';\n/gm;

/**
 * The modules of the page's script as one: a file that is opened from disk can load no other. Each stands behind those
 * that it imports, without the words that make it a module; the browser would refuse a name that two of them had.
 */
export function script(entry: string): Asset {
  const placed = new Set<string>();
  const parts: string[] = [];
  const place = (name: string) => {
    if (placed.has(name)) return;
    placed.add(name);
    const text = read(`./script/${name}`);
    for (const [, imported] of text.matchAll(IMPORT)) place(imported ?? '');
    parts.push(
      text
        .replace(IMPORT, '')
        .replace(/^export /gm, '')
        .replace(/^ *\/\*\*.*?\*\/\n/gms, ''),
    );
  };
  place(entry);
  return asset(`(() => {\n'use strict';\n${parts.join('\n')}})();\n`);
}
