import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/**
 * Encrypts the secrets that are needed to undo a change, such as the id of an embed session, so that they can be stored in the
 * ledger. The key is derived from the administrator's token.
 */
export class Seal {
  readonly #key: Buffer;

  constructor(token: string) {
    this.#key = Buffer.from(hkdfSync('sha256', token, '', 'management-api-conformance ledger', 32));
  }

  sealed(value: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  }

  /** Undefined if it was sealed with another token. */
  opened(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}
