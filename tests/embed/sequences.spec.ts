import fc from 'fast-check';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { property } from '../../harness/check/property.ts';
import { fresh } from '../../harness/client/unique.ts';
import { openSession, tenantSessionRequest, type SessionId } from '../../harness/things/embed-sessions.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { exchange, expectNoToken, listComments, revoke, unknownId } from './sessions.ts';

/** What is known of one session. */
interface Session {
  readonly id: SessionId;
  holder?: Actor;
  isRevoked: boolean;
  /** Whether another session was revoked since this one was requested. */
  isBeside: boolean;
}

interface Real {
  readonly check: Check;
  readonly admin: Actor;
  readonly oauth: Actor;
  /** Two users of the embed tenant. */
  readonly users: readonly string[];
}

/** The sessions of a sequence, in the order in which they were requested. */
type Model = Session[];
type Command = fc.AsyncCommand<Model, Real>;

const at = (model: Model, index: number): Session | undefined => model[index % Math.max(1, model.length)];

/** A step, after which the token of each session is used. */
function step(title: string, run: (model: Model, real: Real) => Promise<Session | undefined>): Command {
  return {
    check: () => true,
    async run(model, real) {
      const touched = await run(model, real);
      for (const session of model) await expectToken(real.check, session, session === touched);
    },
    toString: () => title,
  };
}

async function expectToken(check: Check, { holder, isRevoked }: Session, isTouched: boolean): Promise<void> {
  if (!holder) return;
  const answer = await listComments(check, holder);
  if (isRevoked) {
    await judging('embed.revoke.token-refused', () => {
      expect(answer).toBeRefusedWith(401);
    });
    return;
  }
  await judging(isTouched ? 'embed.exchange.token-accepted' : 'embed.revoke.other-token-unaffected', () => {
    expect(answer, 'with the token of a session that was not revoked').toSucceed();
  });
}

function requesting(user: number): Command {
  return step(`request for user ${user}`, async (model, { check, admin, users }) => {
    const request = tenantSessionRequest(check, { externalId: users[user % users.length] });
    model.push({ id: await openSession(check, admin, request), isRevoked: false, isBeside: false });
    return undefined;
  });
}

function exchanging(index: number): Command {
  return step(`exchange ${index}`, async (model, { check, admin }) => {
    const session = at(model, index);
    // Whether a session can be exchanged twice is open.
    if (!session || (session.holder && !session.isRevoked)) return undefined;
    const answer = await exchange(admin, session.id);
    if (session.isRevoked) {
      const row = session.holder ? 'embed.exchange.revoked-after-exchange-refused' : 'embed.exchange.revoked-refused';
      await judging(row, () => {
        expectNoToken(check, answer);
      });
      return session;
    }
    await judging(session.isBeside ? 'embed.revoke.other-session-unaffected' : 'embed.exchange.fresh-session', () => {
      expect(answer).toSucceed();
    });
    const token = check.tokenIn((answer.body as { readonly token?: unknown } | undefined)?.token);
    if (!isSuccess(answer) || !token) throw setupFailed('the exchange of a session produced no token');
    session.holder = check.holding(token, 'embed session', check.sessionRequests.get(String(session.id)));
    return session;
  });
}

/** The requirement by which a revocation answers 204. */
function revokedBy({ isRevoked, holder }: Session): RequirementId {
  if (isRevoked) return 'embed.revoke.already-revoked';
  return holder ? 'embed.revoke.exchanged' : 'embed.revoke.unexchanged';
}

function revoking(index: number, by: 'admin' | 'oauth'): Command {
  return step(`revoke ${index} by ${by}`, async (model, real) => {
    const session = at(model, index);
    if (!session) return undefined;
    const answer = await revoke(real[by], session.id);
    await judging(revokedBy(session), () => {
      expect(answer).toSucceed(204);
    });
    session.isRevoked = true;
    for (const other of model) other.isBeside ||= other !== session;
    return session;
  });
}

const revokingNone: Command = step('revoke an unknown id', async (_model, { admin }) => {
  const answer = await revoke(admin, unknownId());
  await judging('embed.revoke.unknown', () => {
    expect(answer).toSucceed(204);
  });
  return undefined;
});

const MOST_SESSIONS = 4;

test.describe('sequences', () => {
  test(...verifies('embed.revoke.other-token-unaffected'), async ({ check, admin }) => {
    const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin') ?? admin;
    const index = fc.nat({ max: MOST_SESSIONS - 1 });
    const by = fc.constantFrom('admin' as const, 'admin' as const, 'oauth' as const);
    const commands = fc.commands(
      [
        index.map(exchanging),
        index.map(exchanging),
        fc.tuple(index, by).map(([one, who]) => revoking(one, who)),
        fc.nat({ max: 1 }).map(requesting),
        fc.constant(revokingNone),
      ],
      { maxCommands: 10 },
    );
    await property(
      check,
      commands,
      async (sequence) => {
        const real: Real = { check, admin, oauth, users: [fresh('user'), fresh('user')] };
        const model: Model = [];
        // Two sessions of one user and one of another, so that each step has others beside it.
        await fc.asyncModelRun(() => ({ model, real }), [requesting(0), requesting(0), requesting(1)]);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        const open = [...model.entries()].filter(([, { holder, isRevoked }]) => !holder && !isRevoked);
        await fc.asyncModelRun(
          () => ({ model, real }),
          open.map(([place]) => exchanging(place)),
        );
      },
      { share: 0.03 },
    );
  });
});
