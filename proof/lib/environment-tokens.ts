import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { given, type Condition } from './earlier-calls.ts';
import { reaching } from './other-deployments.ts';
import { refusing, replace, withRules } from './patches.ts';

/** How faults of the tokens of environments are written. */

export const environmentOf = ({ path }: Call): unknown => path['environmentId'];

/** Other rules of tokens for some calls of an operation. */
export function ruledByPast(
  operation: string,
  isMeant: Condition,
  others: (call: Call) => Partial<Rules['environments']>,
): Patch {
  return given(
    operation,
    isMeant,
    replace(operation, (call, original) => withRules(call, 'environments', others(call), () => original(call))),
    { of: environmentOf },
  );
}

export const asked = (call: Call): readonly string[] => {
  const { scopes } = bodyOf(call, { optional: true });
  return Array.isArray(scopes) ? (scopes as readonly string[]) : [];
};

export const asksNothing = (call: Call): boolean => asked(call).length === 0;

/** Other rules of tokens for some calls of an operation. */
export function ruled(
  operation: string,
  isMeant: (call: Call) => boolean,
  others: (own: Rules['environments'], call: Call) => Partial<Rules['environments']>,
): Patch {
  return replace(operation, (call, original) =>
    isMeant(call)
      ? withRules(call, 'environments', others(call.tenant.rules.environments, call), () => original(call))
      : original(call),
  );
}

/** An operation on the tokens of any environment, under the path of whatever deployment. */
export function anywhere(operation: string): Patch {
  return reaching(operation, ({ tenant, path }) => {
    const { environments } = tenant.deployments;
    return environments.find(({ id }) => id === Number(path['environmentId']))?.deploymentId;
  });
}

export function refused(operation: string, isMeant: Condition): Patch {
  return given(
    operation,
    isMeant,
    refusing(operation, () => true, 'invalid'),
    { of: environmentOf },
  );
}

export function optionalBody(call: Call): Body {
  return bodyOf(call, { optional: true });
}
