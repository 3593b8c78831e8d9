import { plain } from './script/visible.js';

/** Markup that is written as it stands. Only the tag below makes it, and `markup` for what this project wrote itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | undefined | false | readonly Part[];

/** A template for markup: whatever stands in it and is no markup itself is text, and stays text. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    dense(strings)
      .map((text, index) => text + written(parts[index]))
      .join(''),
  );
}

const densely = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A template without its indentation, which a page of thousands of rows would repeat thousands of times. */
function dense(strings: TemplateStringsArray): readonly string[] {
  const known = densely.get(strings);
  if (known) return known;
  const shorter = strings.map((text) => text.replace(/\n\s*/g, '\n'));
  densely.set(strings, shorter);
  return shorter;
}

export function markup(text: string): Html {
  return new Html(text);
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return plain(String(part)).replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** Data within a `<script>` of a type that no browser runs. Nothing in it can end the element. */
export function json(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
