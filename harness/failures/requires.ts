import { setupFailed } from './failure.ts';
import { untested } from './untested.ts';

/** A setup failure unless what a check begins with is there. */
export function setupRequires(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw setupFailed(otherwise);
}

/** Ends the check as untested unless the tenant shows or lends what it needs. */
export function testRequires(holds: boolean, otherwise: string): asserts holds {
  if (!holds) untested(otherwise);
}
