import { gunzipSync, inflateRawSync, inflateSync, constants, type ZlibOptions } from 'node:zlib';

/** Why a file could not be searched to its end. */
export class Unsearchable extends Error {}

/** Something that was compressed within a text. */
export interface Opened {
  readonly bytes: Buffer;
  /** Where the compressed bytes end. */
  readonly end: number;
  /** What it is, with the name that a zip archive gives it. */
  readonly what: string;
}

export interface Opening {
  /** How many bytes may be unpacked. */
  readonly most: number;
  /** Whether these are the bytes of a file or of what was packed in one, and not of a text that was decoded. */
  readonly isOriginal: boolean;
}

const ZIP = 0x50;
const GZIP = 0x1f;
const ZIP_HEADER = 30;
const STORED = 0;
const DEFLATED = 8;
/** Methods that archives are met with and that Node does not open in this format. */
const OTHER_METHODS = [9, 12, 14, 93, 95, 98, 99];
const LONGEST_NAME = 1_024;
const MEGABYTE = 2 ** 20;

/** Formats that Node opens in no version that is supported here, by what they begin with. */
const CLOSED = new Map([
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf]],
] as const);

/**
 * Opens what is compressed, by Node's own zlib. Archives are read member by member from where each begins, and not by
 * their directory, so that half an archive and one in the midst of something else are read as well; that is all that a
 * library for archives would add.
 */
export function opened(bytes: Buffer, at: number, { most, isOriginal }: Opening): Opened | undefined {
  if (bytes[at] === ZIP) return isOriginal ? zipMember(bytes, at, most) : perhaps(() => zipMember(bytes, at, most));
  if (bytes[at] === GZIP) return gzipMember(bytes, at, most, at === 0 && isOriginal);
  return zlibStream(bytes, at, most);
}

/** What was decoded may look like an archive by chance, and what cannot be opened then is none. */
function perhaps(open: () => Opened | undefined): Opened | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof Unsearchable) return undefined;
    throw error;
  }
}

function zipMember(bytes: Buffer, at: number, most: number): Opened | undefined {
  if (at + ZIP_HEADER > bytes.length) return undefined;
  const [flags, method] = [bytes.readUInt16LE(at + 6), bytes.readUInt16LE(at + 8)];
  const [nameLength, extraLength] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
  const start = at + ZIP_HEADER + nameLength + extraLength;
  if (nameLength === 0 || nameLength > LONGEST_NAME || start > bytes.length) return undefined;
  const name = bytes.toString('utf8', at + ZIP_HEADER, at + ZIP_HEADER + nameLength);
  if (/[\u0000-\u001f\ufffd]/.test(name)) return undefined;
  if ((flags & 1) !== 0) throw new Unsearchable(`${name} in an archive is encrypted`);
  if (OTHER_METHODS.includes(method)) throw new Unsearchable(`${name} in an archive is compressed by method ${method}`);
  // What is stored as it is has been searched with the archive.
  if (method === STORED || method !== DEFLATED) return undefined;
  const member = inflated(inflateRawSync, bytes, start, most, `${name} in a zip archive`);
  if (!member) throw new Unsearchable(`${name} in an archive is damaged`);
  return member;
}

function gzipMember(bytes: Buffer, at: number, most: number, isFirst: boolean): Opened | undefined {
  const member = inflated(gunzipSync, bytes, at, most, 'gzip');
  if (member) return member;
  // A wrong checksum at the end keeps no reader from what stands before it.
  const start = gzipContent(bytes, at);
  const content = start === undefined ? undefined : inflated(inflateRawSync, bytes, start, most, 'gzip');
  if (!content && isFirst) throw new Unsearchable('it begins like gzip and is damaged');
  return content;
}

/** Where the header of a gzip member ends. */
function gzipContent(bytes: Buffer, at: number): number | undefined {
  const flags = bytes[at + 3] ?? 0;
  let start = at + 10;
  if ((flags & 4) !== 0 && start + 2 <= bytes.length) start += 2 + bytes.readUInt16LE(start);
  // A name and a comment, each with a zero behind it.
  for (const flag of [8, 16]) if ((flags & flag) !== 0) start = bytes.indexOf(0, start) + 1;
  if ((flags & 2) !== 0) start += 2;
  return flags > 31 || start <= at || start >= bytes.length ? undefined : start;
}

function zlibStream(bytes: Buffer, at: number, most: number): Opened | undefined {
  // A block of type 3 there is none; a block that is stored repeats its length inverted.
  const type = ((bytes[at + 2] ?? 6) >>> 1) & 3;
  if (type === 3) return undefined;
  return inflated(inflateSync, bytes, at, most, 'deflate') ?? inflated(inflateRawSync, bytes, at + 2, most, 'deflate');
}

/** Deflate without a header, which only a whole file is taken for. */
export function rawDeflate(bytes: Buffer, most: number): Opened | undefined {
  if (bytes.length < 8 || (((bytes[0] ?? 6) >>> 1) & 3) === 3) return undefined;
  const content = inflated(inflateRawSync, bytes, 0, most, 'deflate');
  return content && content.end === bytes.length ? content : undefined;
}

/** Refuses a file in a format that cannot be opened. */
export function refuseClosed(bytes: Buffer): void {
  for (const [name, start] of CLOSED) {
    if (start.every((byte, index) => bytes[index] === byte)) throw new Unsearchable(`it is packed with ${name}`);
  }
}

type Inflate = (bytes: Buffer, options: ZlibOptions) => Buffer;

function inflated(inflate: Inflate, bytes: Buffer, start: number, most: number, what: string): Opened | undefined {
  try {
    const options: ZlibOptions = {
      // What was cut off is read as far as it goes.
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, most),
      info: true,
    };
    // With `info` the answer has the stream beside it, which counts the bytes that it has taken.
    const { buffer, engine } = inflate(bytes.subarray(start), options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { bytes: buffer, end: start + engine.bytesWritten, what };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw new Unsearchable(
      `${what} is larger than the ${Math.floor(most / MEGABYTE)} MB that may be unpacked of a file`,
    );
  }
}
