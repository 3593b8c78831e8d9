import type { Answer } from '../../harness/http/answer.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** The words that all the responses to the same error contain; this leaves out ids of requests. */
function stableWords(...answers: readonly Answer[]): Set<string> {
  const [first = new Set<string>(), ...others] = answers.map(({ text }) => new Set(text.split(/\W+/)));
  return new Set([...first].filter((word) => word !== '' && others.every((other) => other.has(word))));
}

function wordsOf(...answers: readonly Answer[]): Set<string> {
  return new Set(answers.flatMap(({ text }) => text.split(/\W+/)));
}

interface Problems {
  readonly one: object;
  readonly other: object;
  readonly both: object;
  /** Whether both are of one kind: a tenant need not say where such a one is, so that they may be told in the same words. */
  readonly isOfAKind?: boolean;
}

const [validPolicy, noAction, noResource] = [policy(), policy({ actions: [] }), policy({ resources: [] })];
const [slug, otherSlug] = [policy({ resources: ['sales-analytics'] }), policy({ resources: ['marketing-eu'] })];
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

/** A problem with the name and one with the policies. */
function beside(name: string | null, policies: readonly Policy[] | null): Problems {
  return { one: { name }, other: { policies }, both: { name, policies } };
}

const PROBLEMS: Readonly<
  Record<'roles.update.all-problems' | 'roles.update.all-policy-problems', Readonly<Record<string, Problems>>>
> = {
  'roles.update.all-problems': {
    'a null name, no action': beside(null, [noAction]),
    'a null name, no resource behind a valid policy': beside(null, [validPolicy, noResource]),
    'a null name, a slug': beside(null, [slug]),
    'a null name, null policies': beside(null, null),
    'the name Admin, no action': beside('Admin', [noAction]),
    'the name Admin, a slug behind a valid policy': beside('Admin', [validPolicy, slug]),
    'the name Admin, null policies': beside('Admin', null),
  },
  'roles.update.all-policy-problems': {
    'no action, no resource': inPolicies(noAction, noResource),
    'no action behind a valid policy, a slug': inPolicies(validPolicy, noAction, slug),
    'no action many times, no resource': inPolicies(...Array.from({ length: 20 }, () => noAction), noResource),
    'two in one policy': {
      one: { policies: [noAction] },
      other: { policies: [noResource] },
      both: { policies: [neither] },
    },
    'two slugs': { ...inPolicies(slug, otherSlug), isOfAKind: true },
  },
};

for (const [id, table] of Object.entries(PROBLEMS)) {
  // The shape of an error is open, so the check looks for words that only the error about one of the problems contains.
  test(...verifies(id as keyof typeof PROBLEMS), async ({ check, admin, role }) => {
    const send = (body: object) => admin.raw('updateRole', { path: { roleId: role.id }, body });
    const single = async (body: object) => {
      const answer = await send(body);
      if (answer.status !== 400) throw setupFailed('a body with a single problem is not refused with 400');
      return answer;
    };
    await inEach(check, table, async ({ one, other, both, isOfAKind = false }) => {
      // In turn: a part of the time that both answers to one problem have is also in an answer to the other one.
      const [ofOne, ofOther, ofOneAgain, ofOtherAgain] = [
        await single(one),
        await single(other),
        await single(one),
        await single(other),
      ];
      const [inOne, inOther] = [wordsOf(ofOne, ofOneAgain), wordsOf(ofOther, ofOtherAgain)];
      const onlyOne = [...stableWords(ofOne, ofOneAgain)].filter((word) => !inOther.has(word));
      const onlyOther = [...stableWords(ofOther, ofOtherAgain)].filter((word) => !inOne.has(word));
      const areAlike = onlyOne.length === 0 || onlyOther.length === 0;
      leaveOutIf(areAlike && isOfAKind);
      if (areAlike) throw setupFailed('the errors about the two problems do not differ');

      const answer = await send(both);
      expect(answer).toBeRefusedWith(400);
      const words = stableWords(answer);
      const mentions = (some: readonly string[]) => some.some((word) => words.has(word));
      expect(mentions(onlyOne), `the error mentions the first problem: ${answer.text}`).toBe(true);
      expect(mentions(onlyOther), `the error mentions the second problem: ${answer.text}`).toBe(true);
    });
  });
}
