import type { Actor } from '../../harness/client/actor.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';

/** The versions that the lent deployment can be switched to, as an update takes them. */
export async function versionsOf(check: Check, admin: Actor): Promise<readonly unknown[]> {
  const { items = [] } = (await admin.listDeploymentVersions()) as { readonly items?: readonly unknown[] };
  const versions = items.map((one) =>
    typeof one === 'object' && one !== null
      ? found(check, 'deployments.version', (one as { readonly version?: unknown }).version)
      : one,
  );
  if (versions.length === 0) untested('the lent deployment can be switched to no version');
  if (versions.includes(undefined)) throw setupFailed('the list shows elements without a version');
  return versions;
}

/** Versions that are not listed and look as if they might be: a later one, a far later one, and the beginning of one. */
export function unlisted(listed: readonly unknown[]): readonly unknown[] {
  const [version] = listed;
  if (typeof version === 'number') return [Math.max(...listed.map(Number)) + 977];
  const text = String(version);
  const candidates = [
    text.replace(/(\d+)(?=\D*$)/, (digits) => String(Number(digits) + 977)),
    text.replace(/\d+/, (digits) => String(Number(digits) + 977)),
    text.replace(/[.-][^.-]*$/, ''),
  ];
  const others = candidates.filter((one) => one !== '' && !listed.includes(one));
  return others.length > 0 ? [...new Set(others)] : [`${text}-conformance`];
}
