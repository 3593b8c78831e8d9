import fc from 'fast-check';
import { LIMITS } from '../contracts/limits.ts';
import type { components } from '../contracts/generated/openapi.ts';
import { policies, type Policy } from './policies.ts';
import { asciiText } from './text.ts';

type RoleCreateBody = components['schemas']['RoleCreateBody'];
type RoleUpdateBody = components['schemas']['RoleUpdateBody'];

/**
 * Valid role names, often of the minimum or maximum length. With a `stem`, each name begins with it and names with different
 * stems differ, so that checks that run at the same time do not collide.
 */
export function roleName({ stem }: { readonly stem?: string } = {}): fc.Arbitrary<string> {
  const { min, max } = LIMITS.roleName;
  if (stem === undefined) return asciiText({ min, max });
  const rest = asciiText({ max: max - stem.length - 1 });
  return rest.map((text) => (text === '' ? stem : `${stem}-${text}`));
}

/** Valid role descriptions. A tenant may treat null and an empty text alike. */
export function roleDescription(): fc.Arbitrary<string | null> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: asciiText({ min: 1, max: LIMITS.roleDescription.max }) },
  );
}

/** Valid policies of a role: none, some, and sometimes the maximum number. */
export function rolePolicies(): fc.Arbitrary<Policy[]> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant<Policy[]>([]) },
    { weight: 4, arbitrary: policies({ max: LIMITS.policiesPerRole.max }) },
  );
}

/** Valid policies of a new role, which has some: whether a creation takes none is open. */
export function newRolePolicies(): fc.Arbitrary<Policy[]> {
  return policies({ min: 1, max: LIMITS.policiesPerRole.max });
}

export interface RoleOptions {
  readonly name?: fc.Arbitrary<string>;
  readonly policies?: fc.Arbitrary<Policy[]>;
}

/** Bodies that create a role. */
export function roleBody({ name = roleName(), policies: some = rolePolicies() }: RoleOptions = {}) {
  const members = fc.record({ name, description: maybe(roleDescription()), policies: maybe(some) });
  return members.map((body) => present(body) as RoleCreateBody);
}

/** Bodies that update a role: any combination of members, including none. */
export function roleChange({ name = roleName(), policies: some = rolePolicies() }: RoleOptions = {}) {
  const members = fc.record({ name: maybe(name), description: maybe(roleDescription()), policies: maybe(some) });
  return members.map((change) => present(change) as RoleUpdateBody);
}

/** Present or absent with equal probability: `requiredKeys` of `fc.record` would omit a member only once in six times. */
function maybe<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(values, { nil: undefined, freq: 2 });
}

function present(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
