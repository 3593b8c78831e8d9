import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Reporter } from '@playwright/test/reporter';
import { appendKnownSecret } from '../../evidence/known-secrets.ts';

/** A reporter of a user that writes a secret down, in base64 in gzip, and in clear text beside it. */
export default class LeakingReporter implements Reporter {
  onEnd(): void {
    const [folder = '', secret = ''] = [process.env['REPORT_FOLDER'], process.env['DEPLOYMENT_SECRET']];
    // Workers learn secrets while they run, as this one is said to do.
    if (process.env['LEAK'] === 'learned') appendKnownSecret({ name: 'token of createApiKey', value: secret });
    const packed = gzipSync(JSON.stringify({ authorization: Buffer.from(`user:${secret}`).toString('base64') }));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'log.gz'), packed);
    writeFileSync(path.join(folder, 'log.txt'), `before ${encodeURIComponent(secret)} after`);
  }
}
