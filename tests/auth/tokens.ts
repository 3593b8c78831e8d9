import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { setupFailed } from '../../harness/failures/failure.ts';

interface Jwt {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signature: string;
}

function read(token: string): Jwt {
  const [header = '', claims = '', signature = '', ...rest] = token.split('.');
  if (signature === '' || rest.length > 0) throw setupFailed('the API token of the Core Data API is not a signed JWT');
  const part = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Record<string, unknown>;
  return { header: part(header), claims: part(claims), signature };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** The token with changed claims and its original signature. */
export function withOtherClaims(token: string): string {
  const { header, claims, signature } = read(token);
  const later = typeof claims['exp'] === 'number' ? { exp: claims['exp'] + 3_600 } : {};
  return `${encoded(header)}.${encoded({ ...claims, ...later, conformance: 'altered' })}.${signature}`;
}

/** The token with a later end and its original signature; with another claim, where it has no end. */
export function withLaterEnd(token: string): string {
  const { header, claims, signature } = read(token);
  if (typeof claims['exp'] !== 'number') return withOtherClaims(token);
  return `${encoded(header)}.${encoded({ ...claims, exp: claims['exp'] + 3_600 })}.${signature}`;
}

/** The same claims with the algorithm `none`, in these or other letters, and no signature. */
export function unsigned(token: string, algorithm = 'none'): string {
  const { header, claims } = read(token);
  return `${encoded({ ...header, alg: algorithm })}.${encoded(claims)}.`;
}

/** The same claims and algorithm without the signature. */
export function stripped(token: string): string {
  return token.replace(/[^.]*$/, '');
}

/** The same claims and algorithm, signed with another key. */
export function signedWithAnotherKey(token: string): string {
  const { header, claims } = read(token);
  const text = `${encoded(header)}.${encoded(claims)}`;
  const algorithm = String(header['alg']);
  const bits = /\d+$/.exec(algorithm)?.[0] ?? '256';
  return `${text}.${signatureOf(text, algorithm, `sha${bits}`)}`;
}

function signatureOf(text: string, algorithm: string, digest: string): string {
  if (algorithm.startsWith('HS')) return createHmac(digest, randomBytes(32)).update(text).digest('base64url');
  if (algorithm.startsWith('RS')) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return sign(digest, Buffer.from(text), privateKey).toString('base64url');
  }
  if (algorithm === 'ES256') {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return sign(digest, Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  }
  throw setupFailed(`the suite cannot sign with the algorithm ${algorithm}`);
}
