import { IN_ACCOUNT, IN_DEPLOYMENT } from '../lib/named.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call, Handler } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { asAdministrator, byOAuth, isAnonymous, widened } from '../lib/access.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import { replace, withBody } from '../lib/patches.ts';

/** Faults of the families that are only named which show to some callers, or when something is read once more. */

/** Answers of another kind than is declared, for some calls. */
const wrapped = (operation: string, isMeant: (call: Call, times: number) => boolean): Patch => {
  return (rules) => {
    const times = new Map<unknown, number>();
    replace(operation, async (call: Call, original: Handler) => {
      const now = (times.get(call.principal.token) ?? 0) + 1;
      times.set(call.principal.token, now);
      const answer = await original(call);
      return isMeant(call, now) ? withBody(answer, (body: Body) => ({ result: { data: body } })) : answer;
    })(rules);
  };
};

const inconsistent = ([name, operation]: readonly [string, string]): readonly [RequirementId, readonly Deviation[]] => [
  `named.${name}.self-consistent` as RequirementId,
  [
    {
      name: 'wrapped-for-oauth',
      sentence: `${operation} answers an OAuth token with another body than is declared.`,
      patch: wrapped(operation, byOAuth),
    },
    {
      name: 'wrapped-again',
      sentence: `${operation} answers whoever reads once more with another body than is declared.`,
      patch: wrapped(operation, (_call, times) => times > 1),
    },
  ],
];

/** Asks for no credential once somebody has read. */
const afterARead = ([name, operation]: readonly [string, string]): readonly [RequirementId, Deviation] => [
  `named.${name}.no-credential` as RequirementId,
  {
    name: 'not-asked-for-after-a-read',
    sentence: `No credential is asked for on ${operation} once somebody has read.`,
    patch: (rules) => {
      let hasRead = false;
      const { needsCredential } = rules.access;
      rules.access.needsCredential = (id) => (id === operation && hasRead ? false : needsCredential(id));
      replace(operation, async (call, original) => {
        const answer = await original(isAnonymous(call) ? asAdministrator(call) : call);
        hasRead = true;
        return answer;
      })(rules);
    },
  },
];
const afterAReadElsewhere = ([name, operation]: readonly [string, string]): readonly [RequirementId, Deviation] => [
  `named.${name}.scoped-key-elsewhere` as RequirementId,
  {
    name: 'scope-ignored-after-a-read',
    sentence: `On ${operation} nobody looks at the scope of a key once it has been read.`,
    patch: (rules) => {
      let hasRead = false;
      const { recordOf } = rules.access;
      replace(operation, async (call, original) => {
        const answer = await original(call);
        hasRead = true;
        return answer;
      })(rules);
      widened(operation)(rules);
      const wide = rules.access.recordOf;
      rules.access.recordOf = (tenant, token, id) => (hasRead ? wide : recordOf)(tenant, token, id);
    },
  },
];

export const namedOnlyFaults = faults({
  ...Object.fromEntries([...Object.entries(IN_DEPLOYMENT), ...Object.entries(IN_ACCOUNT)].map(inconsistent)),
  ...Object.fromEntries([...Object.entries(IN_DEPLOYMENT), ...Object.entries(IN_ACCOUNT)].map(afterARead)),
  ...Object.fromEntries(Object.entries(IN_DEPLOYMENT).map(afterAReadElsewhere)),
});
