import { expect, test } from '../test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { CheckFailure, setupFailed } from '../../harness/failures/failure.ts';
import { openLog } from '../../harness/failures/log.ts';
import { exampleRequirement } from './checked.ts';

const NAMES = ['alone', 'with a name', 'with policies'];
const check = { requirement: exampleRequirement('roles.a.b', { classes: NAMES }) };
const unredacted = { redacted: (text: string) => text, exchanges: () => 0 };

test('each class is judged, and noted', async ({}, testInfo) => {
  const log = openLog(testInfo, unredacted);
  const judged: number[] = [];
  await inEach(check, { alone: 1, 'with a name': undefined, 'with policies': 3 }, async (one) => {
    await Promise.resolve(judged.push(one));
  });
  expect(judged).toEqual([1, 3]);
  expect(log.classes, 'without the one that is not there').toEqual(['alone', 'with policies']);
});

test('a failure names its class, and ends the check', async ({}, testInfo) => {
  const log = openLog(testInfo, unredacted);
  const failing = inEach(check, { alone: 1, 'with a name': 2, 'with policies': 3 }, (one) =>
    one === 2 ? Promise.reject(setupFailed('no')) : Promise.resolve(),
  );
  const failure = await failing.catch((error: unknown) => (error as CheckFailure).failure);
  expect(failure).toMatchObject({ kind: 'setup', summary: 'no', inClass: 'with a name' });
  expect(log.ending).toEqual(failure);
  expect(log.classes).toEqual(['alone']);
});

test('a class in which the requirement is violated was judged', async ({}, testInfo) => {
  const log = openLog(testInfo, unredacted);
  const violated = new CheckFailure({ kind: 'violation' });
  await expect(inEach(check, { alone: 1, 'with a name': 2 }, () => Promise.reject(violated))).rejects.toThrow();
  expect(log.classes).toEqual(['alone']);
});

test('a class that the row does not name is a mistake of the check', async () => {
  await expect(inEach(check, { elsewhere: 1 }, () => Promise.resolve())).rejects.toThrow(
    'roles.a.b: the classes of its row lack elsewhere',
  );
});
