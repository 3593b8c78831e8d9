import { isUtf8 } from 'node:buffer';
import path from 'node:path';

export type Range = readonly [start: number, end: number];

const REDACTED = Buffer.from('[redacted]');

/** What a file of each kind has to be after a secret was cut out of it. Files of other kinds are not cut. */
const VALID: Readonly<Record<string, (text: string, ranges: readonly Range[], bytes: Buffer) => boolean>> = {
  json: (text) => isJson(text),
  har: (text) => isJson(text),
  jsonl: (text) => text.split('\n').every((line) => line === '' || isJson(line)),
  xml: (_, ranges, bytes) => ranges.every((range) => isWithinText(bytes, range)),
  html: (_, ranges, bytes) => ranges.every((range) => isWithinText(bytes, range)),
  md: () => true,
  txt: () => true,
  log: () => true,
};

/** A file without parts of it; nothing where it would not be of its kind any more. */
export function without(file: string, bytes: Buffer, ranges: readonly Range[]): Buffer | undefined {
  const isValid = VALID[path.extname(file).slice(1).toLowerCase()];
  if (!isValid || !isUtf8(bytes)) return undefined;
  const cut = redacted(bytes, ranges);
  return isValid(cut.toString('utf8'), ranges, bytes) ? cut : undefined;
}

/** A text with a word in place of each of its parts; parts that overlap have one together. */
export function redacted(bytes: Buffer, ranges: readonly Range[]): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    if (start >= copied) parts.push(bytes.subarray(copied, start), REDACTED);
    copied = Math.max(copied, end);
  }
  return Buffer.concat([...parts, bytes.subarray(copied)]);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How far back the beginning of a tag or of an entity is looked for. */
const NEAR = 4_096;

/** Whether a part of XML or HTML is text or in the value of an attribute, and no part of a tag, a style or a script. */
function isWithinText(bytes: Buffer, [start, end]: Range): boolean {
  if (/[<>"'\u0000-\u001f]/.test(bytes.toString('latin1', start, end))) return false;
  const before = bytes.toString('latin1', Math.max(0, start - NEAR), start);
  // The rest of an entity would not be one.
  if (/&[\w#]{0,12}$/.test(before)) return false;
  const tag = /<[^<>]*$/.exec(before)?.[0];
  if (tag !== undefined && tag.split('"').length % 2 === 1) return false;
  // A page knows its own style and script by their hash.
  return !['script', 'style'].some((name) => {
    const opens = bytes.lastIndexOf(`<${name}>`, start);
    return opens >= 0 && opens > bytes.lastIndexOf(`</${name}>`, start);
  });
}
