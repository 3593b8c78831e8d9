import type { Actor } from '../../harness/client/actor.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';

/** The versions to which the provided deployment can be switched, as an update expects them. */
export async function versionsOf(check: Check, admin: Actor): Promise<readonly unknown[]> {
  const versions = await versionsNow(check, admin);
  if (versions.length === 0) untested('the provided deployment cannot be switched to any version');
  if (versions.includes(undefined)) throw setupFailed('the list contains elements without a version');
  return versions;
}

/** The same at this moment: a switch may change what the list has, such as later versions than the present one. */
export async function versionsNow(check: Check, admin: Actor): Promise<readonly unknown[]> {
  const { items = [] } = (await admin.listDeploymentVersions()) as { readonly items?: readonly unknown[] };
  return items.map((one) =>
    typeof one === 'object' && one !== null
      ? found(check, 'deployments.version', (one as { readonly version?: unknown }).version)
      : one,
  );
}

/** A version without a prefix such as v. */
function bare(version: unknown): string {
  return String(version).replace(/^[^\d]+(?=\d)/, '');
}

/**
 * Whether two spellings name the same listed version. The spelling in which a version is stored is open where it has several,
 * with a prefix and without; where the prefixes tell listed versions apart, they are no spelling.
 */
export function isSameVersion(one: unknown, other: unknown, listed: readonly unknown[]): boolean {
  if (one === other) return true;
  const sameBare = new Set(listed.filter((version) => bare(version) === bare(one)));
  return bare(one) === bare(other) && sameBare.size === 1;
}

/** Well-formed versions that are not listed: two later ones and a prefix of a listed one. */
export function unlisted(listed: readonly unknown[]): readonly unknown[] {
  const [version] = listed;
  if (typeof version === 'number') return [Math.max(...listed.map(Number)) + 977];
  const text = String(version);
  const candidates = [
    text.replace(/(\d+)(?=\D*$)/, (digits) => String(Number(digits) + 977)),
    text.replace(/\d+/, (digits) => String(Number(digits) + 977)),
    text.replace(/[.-][^.-]*$/, ''),
  ];
  const others = candidates.filter(
    (candidate) => bare(candidate) !== '' && !listed.some((one) => bare(one) === bare(candidate)),
  );
  return others.length > 0 ? [...new Set(others)] : [`${text}-conformance`];
}

/** At most so many of the versions, spread over the list. */
export function someOf(versions: readonly unknown[], most: number): readonly unknown[] {
  const step = Math.max(1, (versions.length - 1) / (most - 1));
  const places = Array.from({ length: Math.min(versions.length, most) }, (_, index) => Math.round(index * step));
  return [...new Set(places)].map((place) => versions[place]);
}
