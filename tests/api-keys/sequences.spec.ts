import fc from 'fast-check';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { eventually, readUntil } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { otherAdministrators } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createKey, listKeys, readKey, reveals, type Key } from './keys.ts';

/** What the model knows of one key. A deletion takes effect within a time that is open, so a deleted key is left alone. */
interface KeyState {
  readonly key: Key;
  /** Whether it has been taken as a credential: whether a new one is at once is open. */
  isUsed: boolean;
}

interface Stage {
  readonly check: Check;
  readonly administrators: readonly [Actor, ...Actor[]];
  readonly living: KeyState[];
}

interface Command {
  readonly run: (stage: Stage) => Promise<void>;
  readonly toString: () => string;
}

function command(title: string, run: Command['run']): Command {
  return { run, toString: () => title };
}

const actorOf = ({ administrators: [first, ...others] }: Stage, who: number): Actor =>
  [first, ...others][who % (others.length + 1)] ?? first;

const creating = (who: number) =>
  command(`create by ${who}`, async (stage) => {
    const key = await createKey(stage.check, actorOf(stage, who));
    stage.living.push({ key, isUsed: false });
    await expectTaken(stage, stage.living.length - 1);
  });

const using = (index: number) => command(`use ${index}`, (stage) => expectTaken(stage, index));

const deleting = (who: number, index: number) =>
  command(`delete ${index} by ${who}`, async (stage) => {
    const { living } = stage;
    if (living.length < 2) return;
    const [{ key }] = living.splice(index % living.length, 1) as [KeyState];
    const other = () => readKey(actorOf(stage, who + 1), living[index % living.length]?.key ?? key);
    await judging('api-keys.get.readable', async () => {
      expect(await other()).toSucceed();
    });
    granted(await actorOf(stage, who).ask('deleteApiKey', key.id), 'the deletion');
    // Another key than the one that was deleted is as it was.
    await judging('api-keys.delete.others-kept', async () => {
      expect(await other(), 'another key').toSucceed();
    });
  });

const reading = (who: number, index: number) =>
  command(`read ${index} by ${who}`, async (stage) => {
    const one = stage.living[index % Math.max(1, stage.living.length)];
    if (!one) return;
    const answer = await readKey(actorOf(stage, who), one.key);
    await judging('api-keys.get.readable', () => {
      expect(answer).toSucceed();
    });
    await judging('api-keys.get.no-token', () => {
      expect(reveals(answer.original, one.key), 'the response contains the token').toBe(false);
    });
  });

const listing = (who: number) =>
  command(`list by ${who}`, async (stage) => {
    const { check, living } = stage;
    const { ids, texts } = await readUntil(
      check,
      () => listKeys(actorOf(stage, who)),
      (listed) => living.every(({ key }) => listed.ids.includes(String(key.id))),
    );
    await judging('api-keys.list.shows-created', () => {
      expect(
        living.map(({ key }) => String(key.id)).filter((id) => !ids.includes(id)),
        'keys left out',
      ).toEqual([]);
    });
    await judging('api-keys.list.no-token', () => {
      const shown = living.filter(({ key }) => texts.some((text) => reveals(text, key)));
      expect(shown.length, 'keys whose token the list contains').toBe(0);
    });
  });

/** Expects a key to be taken as a credential; whether its holder may list keys is open. */
async function expectTaken({ check, living }: Stage, index: number): Promise<void> {
  const one = living[index % Math.max(1, living.length)];
  if (!one) return;
  const ask = () => check.holding(one.key.token, 'holder of a key').ask('listApiKeys');
  const judge = async () => {
    const answer = await ask();
    expect(answer.status, 'status with the key').not.toBe(401);
    one.isUsed = isSuccess(answer);
  };
  // How soon a new key is taken is open.
  await judging('api-keys.create.authenticates', () => (one.isUsed ? judge() : eventually(check, judge)));
}

function sequences(): fc.Arbitrary<readonly Command[]> {
  const [who, index] = [fc.nat({ max: 2 }), fc.nat({ max: 5 })];
  const times = (count: number, one: fc.Arbitrary<Command>) => Array.from({ length: count }, () => one);
  const begin = fc.tuple(who.map(creating), who.map(creating));
  const steps = fc.tuple(
    ...times(3, who.map(creating)),
    ...times(3, index.map(using)),
    ...times(
      3,
      fc.tuple(who, index).map((given) => deleting(...given)),
    ),
    ...times(
      4,
      fc.tuple(who, index).map((given) => reading(...given)),
    ),
    ...times(1, who.map(listing)),
  );
  const shuffled = steps.chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  // In the end the keys that are left are compared in each way, with some that were made before and after another was deleted.
  const end = [
    ...[0, 1, 2].map((at) => reading(at, at)),
    using(0),
    using(1),
    creating(1),
    deleting(0, 0),
    creating(0),
    listing(1),
  ];
  return fc.tuple(begin, shuffled).map(([first, then]) => [...first, ...then, ...end]);
}

async function oneAfterTheOther(stage: Stage, commands: readonly Command[]): Promise<void> {
  for (const { run } of commands) await run(stage);
}

async function takeAway({ administrators: [admin], living }: Stage): Promise<void> {
  for (const { key } of living) await admin.ask('deleteApiKey', key.id);
}

test.describe('sequences', () => {
  test(...verifies('api-keys.get.readable'), async ({ check, admin }) => {
    const others = Object.values(otherAdministrators(check)).filter((one) => one !== undefined);
    await property(
      check,
      sequences(),
      async (commands) => {
        const stage: Stage = { check, administrators: [admin, ...others], living: [] };
        try {
          await oneAfterTheOther(stage, commands);
        } finally {
          await takeAway(stage);
        }
      },
      { share: 0.06 },
    );
  });
});
