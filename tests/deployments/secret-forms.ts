/** A secret in plain text and in the encodings in which a response may contain it. */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}
