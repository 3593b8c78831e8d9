import type { Answer } from '../../harness/http/answer.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** The words that all the responses to the same error contain; this leaves out ids and times of requests. */
function stableWords(...answers: readonly Answer[]): Set<string> {
  const [first = new Set<string>(), ...others] = answers.map(({ text }) => new Set(text.split(/\W+/)));
  return new Set([...first].filter((word) => word !== '' && others.every((other) => other.has(word))));
}

interface Problems {
  readonly one: object;
  readonly other: object;
  readonly both: object;
}

const [validPolicy, noAction, noResource] = [policy(), policy({ actions: [] }), policy({ resources: [] })];
const slug = policy({ resources: ['sales-analytics'] });
const neither = policy({ actions: [], resources: [] });

/** Problems in policies. In the bodies with one problem, valid policies replace the policies with the other problem. */
function inPolicies(...policies: readonly Policy[]): Problems {
  const last = policies.length - 1;
  return {
    one: { policies: [...policies.slice(0, last), validPolicy] },
    other: { policies: policies.map((one, at) => (at === last ? one : validPolicy)) },
    both: { policies },
  };
}

const PROBLEMS: Readonly<
  Record<'roles.update.all-problems' | 'roles.update.all-policy-problems', readonly Problems[]>
> = {
  'roles.update.all-problems': [
    { one: { name: null }, other: { policies: [noAction] }, both: { name: null, policies: [noAction] } },
    { one: { name: null }, other: { policies: [noResource] }, both: { name: null, policies: [noResource] } },
    { one: { name: null }, other: { policies: [slug] }, both: { name: null, policies: [slug] } },
    { one: { name: null }, other: { policies: null }, both: { name: null, policies: null } },
    { one: { name: 'Admin' }, other: { policies: [noAction] }, both: { name: 'Admin', policies: [noAction] } },
    { one: { name: 'Admin' }, other: { policies: [slug] }, both: { name: 'Admin', policies: [slug] } },
    { one: { name: 'Admin' }, other: { policies: null }, both: { name: 'Admin', policies: null } },
  ],
  'roles.update.all-policy-problems': [
    inPolicies(noAction, noResource),
    inPolicies(noAction, slug),
    inPolicies(...Array.from({ length: 20 }, () => noAction), noResource),
    { one: { policies: [noAction] }, other: { policies: [noResource] }, both: { policies: [neither] } },
  ],
};

for (const [id, table] of Object.entries(PROBLEMS)) {
  // The shape of an error is open, so the check looks for words that only the error about one of the problems contains.
  test(...verifies(id as keyof typeof PROBLEMS), async ({ admin, role }) => {
    const send = (body: object) => admin.raw('updateRole', { path: { roleId: role.id }, body });
    const wordsOf = async (body: object) => {
      const answers = [await send(body), await send(body)];
      if (answers.some(({ status }) => status !== 400))
        throw setupFailed('a body with a single problem is not refused with 400');
      return stableWords(...answers);
    };
    for (const { one, other, both } of table) {
      const [ofOne, ofOther] = [await wordsOf(one), await wordsOf(other)];
      const onlyOne = [...ofOne].filter((word) => !ofOther.has(word));
      const onlyOther = [...ofOther].filter((word) => !ofOne.has(word));
      if (onlyOne.length === 0 || onlyOther.length === 0)
        throw setupFailed('the errors about the two problems do not differ');

      const answer = await send(both);
      expect(answer).toBeRefusedWith(400);
      const words = stableWords(answer);
      const mentions = (some: readonly string[]) => some.some((word) => words.has(word));
      expect(mentions(onlyOne), `the error mentions the first problem: ${answer.text}`).toBe(true);
      expect(mentions(onlyOther), `the error mentions the second problem: ${answer.text}`).toBe(true);
    }
  });
}
