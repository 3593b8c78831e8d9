import fc from 'fast-check';
import { LIMITS } from '../contracts/limits.ts';
import type { components } from '../contracts/generated/openapi.ts';
import { policies, type Policy } from './policies.ts';
import { asciiText } from './text.ts';

type RoleCreateBody = components['schemas']['RoleCreateBody'];
type RoleUpdateBody = components['schemas']['RoleUpdateBody'];

/**
 * Names that a role may have, often as short or as long as can be. Whoever makes roles beside those of others gives a
 * stem that nobody else uses: each name begins with it, and names with different stems differ.
 */
export function roleName({ stem }: { readonly stem?: string } = {}): fc.Arbitrary<string> {
  const { min, max } = LIMITS.roleName;
  if (stem === undefined) return asciiText({ min, max });
  const rest = asciiText({ max: max - stem.length - 1 });
  return rest.map((text) => (text === '' ? stem : `${stem}-${text}`));
}

/** Descriptions that a role may have. What none and an empty one become may be one and the same. */
export function roleDescription(): fc.Arbitrary<string | null> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: asciiText({ min: 1, max: LIMITS.roleDescription.max }) },
  );
}

/** Policies that a role may have: none, some, and now and then as many as can be. */
export function rolePolicies(): fc.Arbitrary<Policy[]> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant<Policy[]>([]) },
    { weight: 4, arbitrary: policies({ max: LIMITS.policiesPerRole.max }) },
  );
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

/** Bodies that update a role: any of the members, none of them or all. */
export function roleChange({ name = roleName(), policies: some = rolePolicies() }: RoleOptions = {}) {
  const members = fc.record({ name: maybe(name), description: maybe(roleDescription()), policies: maybe(some) });
  return members.map((change) => present(change) as RoleUpdateBody);
}

/** In or out, as often the one as the other: `requiredKeys` would leave a member out once in six times. */
function maybe<Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(values, { nil: undefined, freq: 2 });
}

function present(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
