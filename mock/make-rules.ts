import { HANDLERS } from './families/index.ts';
import { makeRuleSets } from './rules/index.ts';
import type { Patch, Rules } from './tenant.ts';

/** The rules of a conforming tenant, changed by patches in their order. */
export function makeRules(patches: readonly Patch[] = []): Rules {
  const rules = { ...makeRuleSets(), handlers: { ...HANDLERS } };
  for (const patch of patches) patch(rules);
  return rules;
}
