import { opened, rawDeflate, refuseClosed, Unsearchable, type Opened } from './compressed.ts';
import { eachBase64, eachHex, eachUtf16, type Decoded, type IsNew } from './decoded.ts';
import { ESCAPES, sourceRange, unescaped, type EscapeKind, type Mapping, type Sought } from './escapes.ts';
import type { SecretPatterns } from './patterns.ts';
import { isBase64Sign, scan } from './scan.ts';

/** A place at which a secret stands. */
export interface Hit {
  readonly name: string;
  /** In words, from the file inwards. */
  readonly where: string;
  /** What would have to be cut out of the file; absent where the secret is encoded as a whole or compressed. */
  readonly range?: readonly [start: number, end: number];
}

/** How deep encodings of text may stand in each other, and how deep compressed things. */
const DEEPEST = 6;
const DEEPEST_PACKED = 6;
/** How much may be unpacked of one file, and how much may be searched for it with all that is decoded. */
const MOST_UNPACKED = 512 * 2 ** 20;
const MOST_SEARCHED = 4 * 2 ** 30;
/** Nothing that is compressed is shorter, so that shorter runs are of no use even where all secrets are long. */
const SHORTEST_PACKED = 18;
/** Signs of which encodings and their line breaks are made, beside those of base64. */
const ENCODING = new Set(Buffer.from('\\%&#;\r\n'));
/** Nobody reads more places of one file. All of them are cut. */
const MOST_WORDED = 20;

/** A text on its way through the search: the file itself, or something that was decoded or unpacked out of another one. */
interface Text {
  readonly bytes: Buffer;
  readonly length: number;
  readonly depth: number;
  readonly packedDepth: number;
  readonly isNew: IsNew;
  readonly where: (start: number) => readonly string[];
  readonly range: (start: number, end: number) => readonly [number, number] | undefined;
}

/** Where secrets stand in the bytes of a file: as they are, escaped, encoded, compressed, and any of these in another. */
export function hitsIn(bytes: Buffer, patterns: SecretPatterns): Hit[] {
  const search = new Search(patterns);
  refuseClosed(bytes);
  search.file(bytes);
  return search.hits;
}

class Search {
  readonly hits: Hit[] = [];
  readonly #patterns: SecretPatterns;
  readonly #sought: Sought;
  #mayUnpack = MOST_UNPACKED;
  #maySearch = MOST_SEARCHED;

  constructor(patterns: SecretPatterns) {
    this.#patterns = patterns;
    const signs = patterns.signs.map((byte, index) => byte | (ENCODING.has(index) || isBase64Sign(index) ? 1 : 0));
    this.#sought = { signs, longest: patterns.longest };
  }

  file(bytes: Buffer): void {
    const file: Text = {
      bytes,
      length: bytes.length,
      depth: 0,
      packedDepth: 0,
      isNew: () => true,
      where: (start) => [`byte ${start}`],
      range: (start, end) => [start, end],
    };
    this.#text(file);
    const isText = !bytes.subarray(0, 64).some((byte) => byte < 9 || byte > 0x7f);
    const raw = isText ? undefined : rawDeflate(bytes, this.#mayUnpack);
    if (raw) this.#packed(file, 0, raw);
  }

  #text(text: Text): void {
    const { bytes, length } = text;
    this.#maySearch -= length;
    if (this.#maySearch < 0) throw new Unsearchable('too much is encoded in it');
    this.#patterns.find(bytes, 0, length, (start, end, name) => {
      const range = text.range(start, end);
      const where = this.hits.length < MOST_WORDED ? text.where(start).join(', ') : '';
      this.hits.push({ name, where, ...(range && { range }) });
    });
    const shortest = Math.min(this.#patterns.shortest, SHORTEST_PACKED);
    const found = scan(bytes, length, shortest);
    this.#unpack(text, found.packed);
    if (text.depth >= DEEPEST) return;
    for (const kind of Object.keys(ESCAPES) as EscapeKind[]) this.#unescape(text, kind);
    const decode = (what: string) => (decoded: Decoded) => {
      this.#decoded(text, decoded, what);
    };
    eachBase64(bytes, found.base64, text.isNew, decode('base64'));
    eachHex(bytes, found.hex, text.isNew, decode('hexadecimal digits'));
    if (found.hasZeros) eachUtf16(bytes, length, shortest, decode('UTF-16'));
  }

  #unpack(text: Text, places: readonly number[]): void {
    let end = 0;
    for (const at of places) {
      // Compressed bytes may look like the beginning of something.
      if (at < end) continue;
      const content = opened(text.bytes.subarray(0, text.length), at, {
        most: this.#mayUnpack,
        // An escape that is replaced within an archive damages it, and the archive itself has been searched as it is.
        isOriginal: text.depth === 0,
      });
      if (!content) continue;
      end = content.end;
      this.#packed(text, at, content);
    }
  }

  #packed(text: Text, at: number, { bytes, what }: Opened): void {
    if (bytes.length === 0) return;
    if (text.packedDepth >= DEEPEST_PACKED) throw new Unsearchable(`it is packed more than ${DEEPEST_PACKED} times`);
    this.#mayUnpack -= bytes.length;
    this.#text({
      bytes,
      length: bytes.length,
      depth: 0,
      packedDepth: text.packedDepth + 1,
      isNew: () => true,
      where: (start) => [...text.where(at), what, `byte ${start}`],
      range: () => undefined,
    });
  }

  #unescape(text: Text, kind: EscapeKind): void {
    const { bytes, length } = text;
    const plain = unescaped(kind, bytes, length, this.#sought);
    if (!plain) return;
    const { joints } = plain;
    // Nearly no text has a secret, and noting where each byte comes from takes longer than the search.
    let mapping: Mapping | undefined;
    const ranges = (start: number, end: number) => {
      if (!mapping) {
        mapping = { to: [], from: [] };
        unescaped(kind, bytes, length, this.#sought, mapping);
      }
      return sourceRange(mapping, start, end);
    };
    this.#text({
      bytes: Buffer.from(plain.bytes.buffer, 0, plain.length),
      length: plain.length,
      depth: text.depth + 1,
      packedDepth: text.packedDepth,
      isNew: joinedBy(joints),
      where: (start) => [...text.where(ranges(start, start + 1)[0]), `${kind} escapes`],
      range: (start, end) => text.range(...ranges(start, end)),
    });
  }

  #decoded(text: Text, { bytes, length, origin }: Decoded, what: string): void {
    this.#text({
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, length),
      length,
      depth: text.depth + 1,
      packedDepth: text.packedDepth,
      isNew: () => true,
      where: (start) => [...text.where(origin(start)), what],
      range: () => undefined,
    });
  }
}

/** Runs come in order, and so do the signs of escapes: only one with such a sign within it is new. */
function joinedBy(joints: readonly number[]): IsNew {
  return (start, end) => {
    let [low, high] = [0, joints.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((joints[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (joints[low] ?? Infinity) < end;
  };
}
