const COLOURS = /\u001b\[\d+m/g;
const LONGEST = 600;

/** What a failed check expected and what it saw, read from the message of its assertion. */
export interface Explanation {
  readonly reason: string;
  readonly expected?: string;
  readonly seen?: string;
}

export function explain(error: string): Explanation {
  const text = error.replace(COLOURS, '').replace(/^Error: /, '');
  const [first = ''] = text.split('\n');
  const expected = /^Expected[^:\n]*:\s*(.+)$/m.exec(text)?.[1] ?? saidByName(text);
  const seen = /^Received[^:\n]*:\s*(.+)$/m.exec(text)?.[1];
  if (expected !== undefined || seen !== undefined) {
    return { reason: first, ...(expected && { expected: short(expected) }), ...(seen && { seen: short(seen) }) };
  }
  const lines = text.split('\n');
  const marked = (sign: string) =>
    lines.filter((line) => line.startsWith(`${sign} `) && !/^[-+] (Expected|Received) {2}/.test(line));
  const [minus, plus] = [marked('-'), marked('+')].map((part) => part.map((line) => line.slice(1).trim()).join(' '));
  return { reason: first, ...(minus && { expected: short(minus) }), ...(plus && { seen: short(plus) }) };
}

/** Assertions whose name says what was expected print nothing more of it. */
function saidByName(text: string): string | undefined {
  const [, not, name] = /\)(\.not)?\.to(?:Be)?(Null|Undefined|Throw)\(/.exec(text) ?? [];
  if (name === undefined || !/^Received/m.test(text)) return undefined;
  const words = name === 'Throw' ? 'an error' : name.toLowerCase();
  return not === undefined ? words : `anything but ${words}`;
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
