import { plain } from './script/visible.js';

/** Markup that is not escaped again. Created by the tag `html`, and by `markup` for constants of this project. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | undefined | false | readonly Part[];

/** Template tag for markup: every interpolated value that is not `Html` is escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    withoutIndentation(strings)
      .map((text, index) => text + rendered(parts[index]))
      .join(''),
  );
}

const shortened = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A template without its indentation: a page has thousands of rows, and each would repeat it. */
function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
  const known = shortened.get(strings);
  if (known) return known;
  const shorter = strings.map((text) => text.replace(/\n\s*/g, '\n'));
  shortened.set(strings, shorter);
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

function rendered(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(rendered).join('');
  return plain(String(part)).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** JSON for a `<script>` element with a type that browsers do not run; escaped so that it cannot close the element. */
export function json(value: unknown): Html {
  return new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
}
