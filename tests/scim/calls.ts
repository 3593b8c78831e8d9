import { SCIM_RESOURCES } from '../../contracts/bindings/scim.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { isPage, isSuccess, NOT_SERVED } from '../../harness/http/answer.ts';
import type { Check } from '../../harness/test.ts';

/** What SCIM lets its token read, by the tenant, because the guesses are tried only once. */
const found = new WeakMap<object, string>();

/**
 * The request that reads something of SCIM. Where neither the user nor the tenant's document says what there is, those of the
 * standard are tried; a page for people is no response of SCIM, and one that is not there says nothing about SCIM.
 */
export async function scimRequest(check: Check): Promise<{ readonly path: { readonly resource: string } }> {
  const { wire } = check.tenant;
  const known = isGuess(check, 'scim.resource') ? found.get(wire) : String(wire.value('scim.resource'));
  if (known !== undefined) return { path: { resource: known } };
  let served: string | undefined;
  for (const resource of SCIM_RESOURCES) {
    // Read without the contract: what a wrong guess answers is nothing that SCIM does.
    const answer = await check.as('SCIM_TOKEN').read(`/api/scim/v2/${resource}`);
    if (isSuccess(answer)) {
      found.set(wire, resource);
      return { path: { resource } };
    }
    if (!isPage(answer) && !NOT_SERVED.includes(answer.status)) served ??= resource;
  }
  return {
    path: {
      resource: served ?? untested(unstated('scim.resource', 'none of the resources of the standard is served')),
    },
  };
}

export const calls: ValidCalls = { probeScim: scimRequest };
