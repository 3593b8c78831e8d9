import type { Patch } from '../mock/index.ts';
import { makeRules } from '../mock/make-rules.ts';

/**
 * Reports every rule that a tenant uses. A patch changes rules and nothing else, so that a check whose tenant uses none of
 * the rules that a fault changes gets the responses of a sound tenant.
 */
export function watching(look: (rule: string) => void): Patch {
  return (rules) => {
    for (const [room, own] of Object.entries(rules)) {
      for (const [name, given] of Object.entries(own as Record<string, unknown>)) {
        const rule = `${room}.${name}`;
        let value = given;
        Object.defineProperty(own, name, {
          enumerable: true,
          get() {
            look(rule);
            return value;
          },
          set(changed: unknown) {
            look(rule);
            value = changed;
          },
        });
      }
    }
  };
}

/** The rules that a patch changes. A rule that it only reads counts as well, since its content may be changed. */
export function changedBy(patch: Patch): ReadonlySet<string> {
  const rules = makeRules();
  const changed = new Set<string>();
  watching((rule) => changed.add(rule))(rules);
  patch(rules);
  return changed;
}

/** The rules that the tenants of checks used, by the requirement of the check. */
export class Reach {
  readonly #seen = new Map<string, Set<string>>();
  readonly #changed = new Map<Patch, ReadonlySet<string>>();

  /** A patch that observes the tenant of a check. */
  of(check: string): Patch {
    const seen = this.#seen.get(check) ?? new Set();
    this.#seen.set(check, seen);
    return watching((rule) => seen.add(rule));
  }

  /** Whether a check may meet what a patch changes. Without observations of the check it may. */
  meets(check: string, patch: Patch): boolean {
    const seen = this.#seen.get(check);
    const changed = this.#changed.get(patch) ?? changedBy(patch);
    this.#changed.set(patch, changed);
    return seen === undefined || [...changed].some((rule) => seen.has(rule));
  }
}
