import type { Answer } from '../../harness/http/answer.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** Words of an error that come back each time it is provoked: ids and times of requests do not. */
function stableWords(...answers: readonly Answer[]): Set<string> {
  const [first = new Set<string>(), ...others] = answers.map(({ text }) => new Set(text.split(/\W+/)));
  return new Set([...first].filter((word) => word !== '' && others.every((other) => other.has(word))));
}

interface Problems {
  readonly one: object;
  readonly other: object;
  readonly both: object;
}

const [good, noAction, noResource] = [policy(), policy({ actions: [] }), policy({ resources: [] })];
const neither = policy({ actions: [], resources: [] });

/** Problems of policies: where one stands alone, a valid policy keeps the place of the other. */
function inPolicies(...policies: readonly Policy[]): Problems {
  const last = policies.length - 1;
  return {
    one: { policies: [...policies.slice(0, last), good] },
    other: { policies: policies.map((one, at) => (at === last ? one : good)) },
    both: { policies },
  };
}

const PROBLEMS: Readonly<
  Record<'roles.update.all-problems' | 'roles.update.all-policy-problems', readonly Problems[]>
> = {
  'roles.update.all-problems': [
    { one: { name: null }, other: { policies: [noAction] }, both: { name: null, policies: [noAction] } },
    { one: { name: null }, other: { policies: null }, both: { name: null, policies: null } },
    { one: { name: 'Admin' }, other: { policies: [noAction] }, both: { name: 'Admin', policies: [noAction] } },
    { one: { name: 'Admin' }, other: { policies: null }, both: { name: 'Admin', policies: null } },
  ],
  'roles.update.all-policy-problems': [
    inPolicies(noAction, noResource),
    inPolicies(...Array.from({ length: 20 }, () => noAction), noResource),
    { one: { policies: [noAction] }, other: { policies: [noResource] }, both: { policies: [neither] } },
  ],
};

for (const [id, table] of Object.entries(PROBLEMS)) {
  // The error has no printed shape: what it says of each problem alone is looked for where it tells of both.
  test(...verifies(id as keyof typeof PROBLEMS), async ({ admin, role }) => {
    const send = (body: object) => admin.raw('updateRole', { path: { roleId: role.id }, body });
    const wordsOf = async (body: object) => {
      const answers = [await send(body), await send(body)];
      if (answers.some(({ status }) => status !== 400)) throw setupFailed('a problem that stands alone is not refused');
      return stableWords(...answers);
    };
    for (const { one, other, both } of table) {
      const [ofOne, ofOther] = [await wordsOf(one), await wordsOf(other)];
      const onlyOne = [...ofOne].filter((word) => !ofOther.has(word));
      const onlyOther = [...ofOther].filter((word) => !ofOne.has(word));
      if (onlyOne.length === 0 || onlyOther.length === 0) throw setupFailed('the errors of two problems read the same');

      const answer = await send(both);
      expect(answer).toBeRefusedWith(400);
      const said = stableWords(answer);
      const tells = (words: readonly string[]) => words.some((word) => said.has(word));
      expect(tells(onlyOne), `the error tells of the first problem: ${answer.text}`).toBe(true);
      expect(tells(onlyOther), `the error tells of the second problem: ${answer.text}`).toBe(true);
    }
  });
}
