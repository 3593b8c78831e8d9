import { accessRules } from './access.ts';
import { authorityRules } from './authority.ts';
import type { Handler } from './call.ts';
import { doorRules } from './door.ts';
import { FAMILY_RULES, HANDLERS } from './families/index.ts';
import { pagesRules } from './pages.ts';

type FamilyRules = { readonly [Name in keyof typeof FAMILY_RULES]: ReturnType<(typeof FAMILY_RULES)[Name]> };

function familyRules(): FamilyRules {
  const made = Object.entries(FAMILY_RULES).map(([name, make]) => [name, make()]);
  return Object.fromEntries(made) as FamilyRules;
}

/**
 * All rules of a tenant, as named values and small functions. Behaviour calls them and knows no other; a fault changes
 * one of them, or wraps the behaviour of an operation, and the behaviour never knows.
 */
export function makeRules() {
  return {
    ...familyRules(),
    /** The behaviour of each operation, by its id. */
    handlers: { ...HANDLERS } as Record<string, Handler | undefined>,
    access: accessRules(),
    authority: authorityRules(),
    door: doorRules(),
    pages: pagesRules(),
  };
}

export type Rules = ReturnType<typeof makeRules>;
