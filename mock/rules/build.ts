import { ok, type Answer } from '../answer.ts';
import type { Branch, Deployment } from '../world/deployments.ts';

interface Validation {
  readonly valid: boolean;
  readonly errors: readonly { readonly file: string; readonly line: number; readonly message: string }[];
}

/** Rules of the build operations, as data. */
export const buildRules = () => ({
  isRemoved: (branch: Branch, name: string): boolean => branch.name === name,
  /** Whether a deletion goes on to the upstream repository. */
  removesUpstream: (asked: string | undefined): boolean => asked === 'true',
  withStaging: (branch: Branch, enabled: boolean): Branch => ({ ...branch, staging: enabled }),
  /** What the compiler says of a branch. */
  compiled: ({ name, compiles }: Branch): Validation =>
    compiles
      ? { valid: true, errors: [] }
      : { valid: false, errors: [{ file: 'model/cubes/orders.yml', line: 7, message: `unknown column in ${name}` }] },
  /** What does not compile is an answer like any other, and the request for it has not failed. */
  validated: (found: Validation): Answer => (found.valid ? ok(found) : ok(found, 200)),
  createdAnswer: ({ id, name }: Deployment): Record<string, unknown> => ({ id, name }),
});
