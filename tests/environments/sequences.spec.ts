import fc from 'fast-check';
import type { Actor } from '../../harness/client/actor.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { found, isGuess } from '../../harness/check/guesses.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { createToken, dataIn, isStringList, knownScopes, listedTokens, signedScopes, tokenBody } from './token.ts';

/** Who mints tokens: users of whom each is shown their own ones alone. Two credentials may belong to one user. */
interface Minter {
  readonly name: string;
  readonly actor: Actor;
  readonly isAdministrator: boolean;
}

interface Minted {
  readonly id: string;
  readonly by: Minter;
  /** By the tenant's time, where the run can let it pass. */
  readonly isShort: boolean;
  isOver: boolean;
}

type Model = Minted[];
type Real = readonly Minter[];
type Command = fc.AsyncCommand<Model, Real>;

/** A step, after which each of the users looks at the list. */
function step(check: Check, title: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real);
      for (const looker of real) await expectShown(check, model, looker);
    },
    toString: () => title,
  };
}

async function expectShown(check: Check, model: Model, looker: Minter): Promise<void> {
  const own = model.filter(({ by }) => by === looker);
  const ids = (some: Model) => some.map(({ id }) => id);
  const live = ids(own.filter(({ isOver }) => !isOver));
  const shown = await readUntil(
    check,
    () => listedTokens(check, looker.actor),
    (listed) => live.every((id) => listed.includes(id)),
  );
  await judging('environments.tokens.own-shown', () => {
    expect(shown, `the list for ${looker.name}`).toEqual(expect.arrayContaining(live));
  });
  await judging('environments.tokens.live-only', () => {
    const over = ids(own.filter(({ isOver }) => isOver));
    expect(
      over.filter((id) => shown.includes(id)),
      `expired tokens that ${looker.name} is shown`,
    ).toEqual([]);
  });
  await judging('environments.tokens.others-hidden', () => {
    const others = ids(model.filter(({ by }) => by.isAdministrator !== looker.isAdministrator));
    expect(
      others.filter((id) => shown.includes(id)),
      `tokens of others that ${looker.name} is shown`,
    ).toEqual([]);
  });
}

interface Body {
  readonly scopes: readonly string[];
  readonly security_context: object;
}

function minting(check: Check, index: number, body: Body, isShort: boolean): Command {
  return step(check, `mint ${index} ${JSON.stringify(body)}`, async (model, real) => {
    const by = real[index % real.length];
    if (!by) return;
    const answer = await createToken(check, by.actor, tokenBody(check, { ...body, ...(isShort && { expiresIn: 60 }) }));
    const hasContext = Object.keys(body.security_context).length > 0;
    await judging(hasContext ? 'environments.token.takes-security-context' : 'environments.token.takes-scopes', () => {
      expect(answer).toSucceed();
    });
    const data = dataIn(answer);
    const [told, signed] = [data.scopes, signedScopes(check, data)];
    if (isStringList(told) && signed) {
      await judging('environments.token.scopes-not-invented', () => {
        expect(signed).toEqual(expect.arrayContaining([...told]));
      });
      await judging('environments.token.scopes-not-withheld', () => {
        expect(told).toEqual(expect.arrayContaining([...signed]));
      });
    }
    const id = found(check, 'environments.created-token-id', data.id);
    if (id === undefined) throw setupFailed('the response to the creation of a token contains no id');
    model.push({ id: String(id), by, isShort, isOver: false });
  });
}

function waiting(check: Check): Command {
  return step(check, 'wait 130s', async (model) => {
    await check.clock.pass('130s');
    for (const token of model) token.isOver ||= token.isShort;
  });
}

const CONTEXTS = [{}, { region: 'eu' }, { nested: { regions: ['Île-de-France', '東京'], limit: 7 } }] as const;

/** The callers who mint tokens, as far as they were lent. */
function mintersOf(check: Check, admin: Actor): readonly Minter[] {
  const [oauth, member] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('MEMBER_TOKEN')];
  return [
    { name: 'the administrator', actor: admin, isAdministrator: true },
    ...(oauth ? [{ name: 'the administrator with an OAuth token', actor: oauth, isAdministrator: true }] : []),
    ...(member ? [{ name: 'the plain user', actor: member, isAdministrator: false }] : []),
  ];
}

/**
 * Whether a token has a short lifetime, and the steps in which time passes. Only a leased tenant lets time pass at once, and
 * whether a short lifetime can be asked for is open.
 */
function ofLifetimes(check: Check) {
  const mayWait = check.tenant.advance !== undefined && !isGuess(check, 'environments.token-lifetime');
  return mayWait
    ? { isShort: fc.boolean(), waits: [fc.constant(waiting(check))] }
    : { isShort: fc.constant(false), waits: [] };
}

/** Each who mints tokens mints one with all scopes, and one with one. */
function byEach(check: Check, { length }: readonly Minter[]): Command[] {
  const scopes = [...knownScopes(check)];
  return Array.from({ length }, (_, at) =>
    [scopes, scopes.slice(0, 1)].map((some) => minting(check, at, { scopes: some, security_context: {} }, false)),
  ).flat();
}

test.describe('sequences', () => {
  test(...verifies('environments.tokens.own-shown'), async ({ check, admin }) => {
    const minters = mintersOf(check, admin);
    const body = fc.record(
      {
        scopes: fc.subarray([...knownScopes(check)], { minLength: 1 }),
        security_context: fc.constantFrom(...CONTEXTS),
      },
      { noNullPrototype: true },
    );
    const { isShort, waits } = ofLifetimes(check);
    const commands = fc.commands(
      [
        fc.tuple(fc.nat({ max: 2 }), body, isShort).map(([index, one, short]) => minting(check, index, one, short)),
        ...waits,
      ],
      { maxCommands: 8 },
    );
    await property(
      check,
      commands,
      async (sequence) => {
        await fc.asyncModelRun(() => ({ model: [] as Model, real: minters }), sequence);
      },
      { examples: [byEach(check, minters)], share: 0.01 },
    );
  });
});
