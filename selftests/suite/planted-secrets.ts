import { createHash } from 'node:crypto';

/** With signs that each encoding writes in another way. */
export const SECRET = 'hunter2/hunter"2"+<höhle>&=\\~tail';
export const PLAIN = 'ak_t1x_0123456789abcdef';
export const SECRETS = [
  { name: 'ADMIN_TOKEN', value: SECRET },
  { name: 'token of createApiKey', value: PLAIN },
];

export const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
export const uri = (content: string) => encodeURIComponent(content);
export const xml = (content: string) =>
  content.replace(/[&<>"']/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '&#39;');

/** Letters that neither repeat nor compress. */
export function noise(length: number): string {
  return Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  )
    .join('')
    .slice(0, length);
}
