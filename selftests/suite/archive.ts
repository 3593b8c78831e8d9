import { deflateRawSync } from 'node:zlib';

/** A zip archive of some files, as archivers write it that learn the sizes only behind each file. */
export function zipped(files: Readonly<Record<string, Buffer | string>>, isDeflated = true): Buffer {
  const [members, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = isDeflated ? deflateRawSync(bytes) : bytes;
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(8, 6);
    header.writeUInt16LE(isDeflated ? 8 : 0, 8);
    header.writeUInt16LE(Buffer.byteLength(name), 26);
    const descriptor = Buffer.alloc(16);
    descriptor.write('PK\x07\x08', 'latin1');
    descriptor.writeUInt32LE(packed.length, 8);
    descriptor.writeUInt32LE(bytes.length, 12);
    const member = Buffer.concat([header, Buffer.from(name), packed, descriptor]);
    members.push(member);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    offset += member.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...members, ...directory, end]);
}
