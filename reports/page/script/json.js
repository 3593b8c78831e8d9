import { make } from './dom.js';

/**
 * Formats JSON without parsing it into values: numbers keep their digits, duplicate members stay, and a truncated body
 * is formatted as far as it goes.
 *
 * @typedef {{ readonly kind: 'key' | 'string' | 'number' | 'literal' | 'punctuation' | 'other', readonly text: string }} Token
 * @typedef {{ readonly depth: number, readonly tokens: Token[], readonly pointer: string }} Line
 */

const TOKENS = /("(?:[^"\\]|\\.)*"?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{}[\],:])|\s+|([^\s"{}[\],:]+)/gs;
const SHORT = 64;

/** @param {string} text */
export function looksLikeJson(text) {
  return /^\s*(?:[{[]|"(?:[^"\\]|\\.)*"\s*$|-?\d+(?:\.\d+)?\s*$|(?:true|false|null)\s*$)/s.test(text);
}

/**
 * @param {string} text
 * @returns {Token[]}
 */
function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  for (const [all, string, number, literal, punctuation, other] of text.matchAll(TOKENS)) {
    if (string !== undefined) tokens.push({ kind: 'string', text: all });
    else if (number !== undefined) tokens.push({ kind: 'number', text: all });
    else if (literal !== undefined) tokens.push({ kind: 'literal', text: all });
    else if (punctuation !== undefined) tokens.push({ kind: 'punctuation', text: all });
    else if (other !== undefined) tokens.push({ kind: 'other', text: all });
  }
  return tokens.map((token, index) =>
    token.kind === 'string' && tokens[index + 1]?.text === ':' ? { ...token, kind: 'key' } : token,
  );
}

/**
 * Number of tokens, brackets included, of a list or object that fits on one line; 0 where it does not fit.
 * @param {readonly Token[]} tokens
 * @param {number} start
 */
function shortRun(tokens, start) {
  let length = 0;
  for (let index = start + 1; index < tokens.length; index += 1) {
    const text = tokens[index]?.text ?? '';
    length += text.length + 1;
    if (length > SHORT || text === '{' || text === '[') return 0;
    if (text === '}' || text === ']') return index - start + 1;
  }
  return 0;
}

/**
 * @param {string} text
 * @param {readonly string[]} [pointers] members that need lines of their own
 * @returns {Line[]}
 */
export function linesOf(text, pointers = []) {
  const tokens = tokensOf(text);
  /** @type {Line[]} */
  const lines = [];
  /** @type {{ pointer: string, index: number | undefined, member: string }[]} */
  const within = [];
  /** @type {Line | undefined} */
  let line;
  const begin = () => {
    const inner = within.at(-1);
    const step = inner === undefined ? '' : `/${inner.index ?? inner.member}`;
    line = { depth: within.length, tokens: [], pointer: (inner?.pointer ?? '') + step };
    lines.push(line);
    return line;
  };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = /** @type {Token} */ (tokens[at]);
    const inner = within.at(-1);
    const closes = token.text === '}' || token.text === ']';
    if (token.kind === 'key' && inner) inner.member = stepOf(token.text);
    if (token.kind === 'punctuation' && closes) {
      within.pop();
      line = undefined;
    }
    const current = line ?? begin();
    if (token.kind === 'punctuation' && (token.text === '{' || token.text === '[')) {
      const isPointedInto = pointers.some((pointer) => pointer.startsWith(`${current.pointer}/`));
      const run = isPointedInto ? 0 : shortRun(tokens, at);
      if (run > 0) {
        current.tokens.push(...tokens.slice(at, at + run));
        at += run - 1;
      } else {
        current.tokens.push(token);
        within.push({ pointer: current.pointer, index: token.text === '[' ? 0 : undefined, member: '' });
        line = undefined;
      }
      continue;
    }
    current.tokens.push(token);
    if (token.text === ',' && token.kind === 'punctuation') {
      if (inner?.index !== undefined) inner.index += 1;
      line = undefined;
    }
  }
  return lines;
}

/**
 * A member's name as a step of a JSON pointer.
 * @param {string} key
 */
function stepOf(key) {
  return key.replace(/^"|"$/g, '').replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param {Line} line */
export function textOf({ depth, tokens }) {
  return '  '.repeat(depth) + tokens.map(spaced).join('');
}

/**
 * @param {Token} token
 * @param {number} index
 * @param {readonly Token[]} tokens
 */
function spaced({ kind, text }, index, tokens) {
  if (kind !== 'punctuation') return text;
  const next = tokens[index + 1];
  const padded = text === ':' || (text === ',' && next !== undefined);
  if (text === '{' && next && next.text !== '}') return '{ ';
  if (text === '}' && index > 0 && tokens[index - 1]?.text !== '{') return ' }';
  return padded ? `${text} ` : text;
}

/**
 * Formatted JSON in which the lines with a note are marked; other texts unchanged.
 * @param {string} text
 * @param {ReadonlyMap<string, string>} [notes] by JSON pointer
 */
export function formatJson(text, notes = new Map()) {
  if (!looksLikeJson(text)) return make('pre', { class: 'body', tabindex: '0' }, text === '' ? '(empty)' : text);
  const lines = linesOf(text, [...notes.keys()]).map((line) => {
    const note = notes.get(line.pointer);
    const content = line.tokens.map((token, index, tokens) => {
      const text = spaced(token, index, tokens);
      return token.kind === 'punctuation' ? text : make('span', { class: `json-${token.kind}` }, text);
    });
    const formatted = ['  '.repeat(line.depth), content];
    if (note === undefined) return [formatted, '\n'];
    return [make('mark', { class: 'wrong' }, formatted), make('span', { class: 'note' }, ` ${note}`), '\n'];
  });
  return make('pre', { class: 'body', tabindex: '0' }, lines);
}
