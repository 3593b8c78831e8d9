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
  /** Source expression for the Content-Security-Policy: it allows exactly this text. */
  readonly hash: string;
}

function asset(text: string): Asset {
  return { text, hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

export function styles(): Asset {
  return asset(STYLES.map((name) => read(`./styles/${name}.css`)).join('\n'));
}

const IMPORT = /^import [^;]+ from '\.\/([\w-]+\.js)';\n/gm;

/**
 * Concatenates the modules of the page's script, because a page opened from disk cannot load further files. Each module
 * follows the modules it imports, without its import and export keywords. All modules share one scope, so a top-level
 * name declared in two of them is a syntax error.
 */
export function script(entry: string): Asset {
  const added = new Set<string>();
  const parts: string[] = [];
  const add = (name: string) => {
    if (added.has(name)) return;
    added.add(name);
    const text = read(`./script/${name}`);
    for (const [, imported] of text.matchAll(IMPORT)) add(imported ?? '');
    parts.push(
      text
        .replace(IMPORT, '')
        .replace(/^export /gm, '')
        .replace(/^ *\/\*\*.*?\*\/\n/gms, ''),
    );
  };
  add(entry);
  return asset(`(() => {\n'use strict';\n${parts.join('\n')}})();\n`);
}
