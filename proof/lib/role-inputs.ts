import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Deviation } from './fault.ts';
import { STRICT } from './role-inputs-refused.ts';
import { CARELESS } from './role-inputs-taken.ts';

/** Input of roles that is judged wrongly, in a creation and in an update alike. */

/** What else breaks with a rule, since another requirement covers the same input. */
function alsoBroken(topic: 'create' | 'update', rule: string): Deviation['also'] {
  const ids = (...rules: readonly string[]) => rules.map((one) => `roles.${topic}.${one}` as RequirementId);
  const because = (reason: string, broken: readonly RequirementId[]) => broken.map((id) => ({ id, because: reason }));
  const amongOthers = 'one such policy among valid ones is taken in the same way';
  switch (rule) {
    case 'policy-no-action':
    case 'policy-no-resource':
      return because(amongOthers, [
        ...ids('policy-one-of-many'),
        ...(topic === 'update' ? ids('all-policy-problems', 'all-problems') : []),
      ]);
    case 'policy-deployment-slug':
    case 'policy-deployment-name':
      return because(amongOthers, ids('policy-one-of-many'));
    case 'policy-deployment-one-of-many':
      return because('a slug is one of the resources there too', ids('policy-deployment-slug', 'policy-one-of-many'));
    case 'name-taken':
      return topic === 'update'
        ? because('what is taken one after the other is taken at the same time', ids('name-race'))
        : undefined;
    case 'policy-deployment-unknown':
      return topic === 'update'
        ? because('policies on such a deployment replace others', ids('policies-no-merge'))
        : undefined;
    case 'policy-deployment-ids':
      return topic === 'create'
        ? because('nothing is stored of a role that is refused', ids('stores-policies'))
        : undefined;
    default:
      return undefined;
  }
}

/** What is taken carelessly or refused without need, in a creation or in an update. */
export function misjudged(topic: 'create' | 'update', rule: string): Deviation {
  const made = { ...CARELESS, ...STRICT }[rule];
  if (!made) throw new Error(`nothing misjudges ${rule}`);
  const fault = made(topic === 'create' ? 'createRole' : 'updateRole');
  return { ...fault, also: [...(fault.also ?? []), ...(alsoBroken(topic, rule) ?? [])] };
}
