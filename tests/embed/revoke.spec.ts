import { secondOf } from '../../harness/check/at-once.ts';
import { randomUUID } from 'node:crypto';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import { revealed } from '../../harness/http/secrets.ts';
import {
  openSession,
  personOf,
  tenantSessionRequest,
  type SessionId,
  exchanged,
} from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { attempt } from '../../harness/failures/failure.ts';
import {
  openDashboard,
  listComments,
  exchange,
  ifSet,
  newSession,
  revoke,
  revoked,
  unknownId,
  exchangedSession,
} from './sessions.ts';

/** A revocation, where both the caller and the session are there. */
function revocation(who: Actor | undefined, sessionId: SessionId | undefined) {
  return who === undefined || sessionId === undefined ? undefined : () => revoke(who, sessionId);
}

/** A session of the provided embed tenant, where there is one. */
function ofTenant(check: Check, open: () => Promise<SessionId>): Promise<SessionId> | undefined {
  return ifSet(check, 'EMBED_TENANT', open);
}

test(...verifies('embed.revoke.unexchanged'), async ({ check, admin }) => {
  const user = { externalId: fresh('user') };
  const [one, another] = [await newSession(check, admin, user), await newSession(check, admin)];
  const ofATenant = await ofTenant(check, () => openSession(check, admin, tenantSessionRequest(check)));
  const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin');
  const cases = {
    'without an embed tenant': revocation(admin, another),
    'of an embed tenant': revocation(admin, ofATenant),
    'of a user with another session': revocation(admin, await newSession(check, admin, user)),
    'with an OAuth token': revocation(oauth, oauth && one),
  };
  await inEach(check, cases, async (send) => {
    expect(await send()).toSucceed(204);
  });
});

test(...verifies('embed.revoke.exchanged'), async ({ check, admin }) => {
  const [oauth, dashboard] = [
    check.asOptional('OAUTH_TOKEN', 'oauthAdmin'),
    check.optional('EMBED_DASHBOARD_PUBLIC_ID'),
  ];
  const open = async () => (await openDashboard(check, admin)).sessionId;
  const cases = {
    'without an embed tenant': revocation(admin, await exchangedSession(check, admin)),
    'of an embed tenant': revocation(
      admin,
      await ofTenant(check, () => exchangedSession(check, admin, tenantSessionRequest(check))),
    ),
    'with a token that was used': revocation(admin, await (dashboard && ofTenant(check, open))),
    'with an OAuth token': revocation(oauth, oauth && (await exchangedSession(check, admin))),
  };
  await inEach(check, cases, async (send) => {
    expect(await send()).toSucceed(204);
  });
});

test(...verifies('embed.revoke.unknown'), async ({ check, admin }) => {
  const unknown = unknownId();
  const known = revealed(await newSession(check, admin));
  const cases = {
    'another id': revocation(admin, unknown),
    'revoked again': revocation(admin, unknown),
    'a UUID': revocation(admin, randomUUID()),
    'digits alone': revocation(admin, '1234567890'),
    'letters of any alphabet': revocation(admin, `${unknownId()}-äñ日本`),
    'a known id with more behind it': revocation(admin, check.secret(`${known}x`, 'id of no session')),
    'with an OAuth token': revocation(check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), unknownId()),
  };
  await inEach(check, cases, async (send) => {
    expect(await send()).toSucceed(204);
  });
});

test(...verifies('embed.revoke.expired'), async ({ check, admin }) => {
  const expired = check.secretOf('SPARE_EXPIRED_EMBED_SESSION_ID');
  await inEach(check, { once: expired, again: expired }, async (id) => {
    expect(await revoke(admin, id)).toSucceed(204);
  });
});

test(...verifies('embed.revoke.already-revoked'), async ({ check, admin }) => {
  const [unexchanged, afterExchange] = [await newSession(check, admin), await exchangedSession(check, admin)];
  await revoked(admin, unexchanged);
  await revoked(admin, afterExchange);
  const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin');
  const cases = {
    'not exchanged': () => revoke(admin, unexchanged),
    'a third time': () => revoke(admin, unexchanged),
    exchanged: () => revoke(admin, afterExchange),
    'after a refused exchange': () => exchange(admin, unexchanged).then(() => revoke(admin, unexchanged)),
    'with an OAuth token': oauth && (() => revoke(oauth, unexchanged)),
  };
  await inEach(check, cases, async (send) => {
    expect(await send()).toSucceed(204);
  });
});

test(...verifies('embed.revoke.other-token-unaffected'), async ({ check, admin }) => {
  const { sessionId, user: first } = await openDashboard(check, admin);
  const sameUser = { externalId: personOf(first) };
  const unexchanged = await openSession(check, admin, tenantSessionRequest(check, sameUser));
  const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin');
  const further = await openSession(check, admin, tenantSessionRequest(check, sameUser));
  const [{ user: same }, { user: other }] = [
    await openDashboard(check, admin, sameUser),
    await openDashboard(check, admin),
  ];
  await revoked(admin, sessionId);
  const cases = {
    'another session of the user': [() => Promise.resolve(), same],
    'a session of another user': [() => Promise.resolve(), other],
    'after an unknown id': [() => revoked(admin, unknownId()), same],
    'after a second revocation': [() => revoked(admin, sessionId), same],
    'after the revocation of an unexchanged session': [() => revoked(admin, unexchanged), same],
    'after a revocation with an OAuth token': oauth && ([() => revoked(oauth, further), same] as const),
  } as const;
  await inEach(check, cases, async ([before, user]) => {
    await before();
    expect(await listComments(check, user), 'with the token of another session').toSucceed();
  });
  const sessions = [tenantSessionRequest(check), tenantSessionRequest(check)];
  await inEach(check, { 'of one that was exchanged at the same time': sessions }, async (both) => {
    const ids = await Promise.all(both.map((request) => openSession(check, admin, request)));
    const holder = await secondOf(ids, (id) => attempt(() => exchanged(check, admin, id)));
    leaveOutUnless(holder.value);
    await Promise.all(ids.slice(0, 1).map((id) => revoked(admin, id)));
    expect(await listComments(check, holder.value), 'with the token of another session').toSucceed();
  });
});

test(...verifies('embed.revoke.other-session-unaffected'), async ({ check, admin }) => {
  const sameUser = { externalId: fresh('user') };
  const next = () => newSession(check, admin);
  const sessionId = await newSession(check, admin, sameUser);
  const [same, other] = [await newSession(check, admin, sameUser), await next()];
  await revoked(admin, sessionId);
  const cases = {
    'another session of the user': () => Promise.resolve(same),
    'a session of another user': () => Promise.resolve(other),
    'requested afterwards': () => newSession(check, admin, sameUser),
    'after unknown ids that are like it': async () => {
      const another = await next();
      const id = revealed(another);
      await revoked(admin, check.secret(id.slice(0, id.length / 2), 'id of no session'));
      await revoked(admin, check.secret(`${id}-and-more`, 'id of no session'));
      return another;
    },
    'after a second revocation': async () => {
      const another = await next();
      await revoked(admin, sessionId);
      return another;
    },
    'after the revocation of an exchanged session': async () => {
      const another = await next();
      await revoked(admin, same);
      return another;
    },
  };
  await inEach(check, cases, async (prepare) => {
    expect(await exchange(admin, await prepare()), 'the exchange of another session').toSucceed();
  });
  await inEach(check, { 'requested at the same time': [{}, {}] }, async (both) => {
    const made = await Promise.all(both.map((more) => attempt(() => newSession(check, admin, more))));
    const [one, another] = made.map(({ value }) => value);
    leaveOutUnless(one && another);
    await revoked(admin, one);
    expect(await exchange(admin, another), 'the exchange of another session').toSucceed();
  });
});

interface Held {
  readonly who: Actor;
  readonly sessionId: SessionId;
}

function held(who: Actor, sessionId: SessionId | undefined): Held | undefined {
  return sessionId === undefined ? undefined : { who, sessionId };
}

/** A session that a user without the admin role has opened, where that user may. */
async function openedBy(check: Check, who: Actor): Promise<Held | undefined> {
  const { value } = await attempt(() => newSession(check, who));
  return held(who, value);
}

test(...verifies('embed.revoke.member-revokes-nothing'), async ({ check, admin, member }) => {
  const opener = check.asOptional('ALL_ACTIONS_TOKEN');
  const refusedTo = async ({ who, sessionId }: Held) => {
    const answer = await revoke(who, sessionId);
    await judging('embed.revokeEmbedSession.administrator-only', () => {
      expect(answer, 'a revocation without the admin role').toBeRefusedWith(403);
    });
  };
  const [once, twice] = [await newSession(check, admin), await newSession(check, admin)];
  const ofATenant = await ofTenant(check, () => openSession(check, admin, tenantSessionRequest(check)));
  await refusedTo({ who: member, sessionId: twice });
  const cases = {
    'not exchanged': { who: member, sessionId: once },
    'refused twice': { who: member, sessionId: twice },
    'of an embed tenant': held(member, ofATenant),
    'by who opened it': opener && (await openedBy(check, opener)),
  };
  await inEach(check, cases, async (one) => {
    await refusedTo(one);
    expect(await exchange(admin, one.sessionId)).toSucceed();
  });
});
