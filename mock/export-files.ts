import { crc32, deflateSync } from 'node:zlib';

/** A small PNG of a page with a block for each widget. */
export function pngOf(widgets: number, width = 96, height = 54): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width, 0xff);
    // Each row starts with the filter it uses; none.
    row[0] = 0;
    for (let widget = 0; widget < widgets; widget += 1) {
      const left = 4 + ((widget * 24) % (width - 20));
      const top = 4 + Math.floor((widget * 24) / (width - 20)) * 18;
      if (y >= top && y < top + 14) row.fill(0x88, 1 + left, 1 + left + 18);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey, no interlacing.
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, check]);
}

function checksum(data: Buffer): number {
  return crc32(data) >>> 0;
}

/** A page of paper, or one as wide as a screen, with a line of text on it. */
export function pdfOf(text: string, page: 'paper' | 'screen'): Uint8Array {
  const box = page === 'paper' ? '0 0 595 842' : '0 0 960 540';
  const drawing = `BT /F1 18 Tf 48 48 Td (${text.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
