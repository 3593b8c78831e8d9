import type { Actor } from '../../client/actor.ts';
import type { UnboundAnswer } from '../../client/client.ts';

/**
 * Sends what removes a thing: a path with `{id}` for its id, behind the method where that is not DELETE, as in
 * `POST /api/v1/users/{id}/remove`.
 */
export function sendRemoval(admin: Actor, removal: string, id: string | number): Promise<UnboundAnswer> {
  const [, method = 'DELETE', path = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(removal) ?? [];
  return admin.request(method, path.replace('{id}', encodeURIComponent(String(id))));
}
