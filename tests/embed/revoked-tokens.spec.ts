import { takenAtOnce } from '../../harness/check/at-once.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import {
  exchanged,
  openSession,
  personOf,
  tenantSessionRequest,
  type SessionId,
} from '../../harness/things/embed-sessions.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { resolve } from './resolution.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { attempt, setupFailed } from '../../harness/failures/failure.ts';
import { textBy, createComment, commentRequest, startThread } from './comments.ts';
import { openDashboard, listComments, exchange, ifSet, newSession, revoked } from './sessions.ts';

test(...verifies('embed.revoke.token-refused'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  const again = { externalId: personOf(user) };
  const unused = await dashboardUnused(check, admin);
  const nothing = () => Promise.resolve();
  // Its user has another session, and the other one that is revoked is the only one of its user.
  await newSession(check, admin, again);
  const cases = {
    'a token that was used': [() => revoked(admin, sessionId), user],
    'asked again': [nothing, user],
    'after a second revocation': [() => revoked(admin, sessionId), user],
    'after a new session of the user': [() => newSession(check, admin, again), user],
    'a token that nobody used': [() => revoked(admin, unused.sessionId), unused.user],
    'after the revocation of another session': [nothing, user],
    'with an OAuth token': await revokedBy(check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), check),
    'of a session that another user opened': await openedByAnother(check, admin),
    'of a session of a running branch': await ifSet(check, 'RUNNING_BRANCH', (name) => ofBranch(name, check, admin)),
  } as const;
  await inEach(check, cases, async ([before, holder]) => {
    await before();
    expect(await listComments(check, holder)).toBeRefusedWith(401);
  });
  await inEach(check, { 'exchanged at the same time': admin }, (who) => expectEndedMeanwhile(check, who));
  await inEach(
    check,
    { 'two at the same time': [await openDashboard(check, admin), await openDashboard(check, admin)] },
    async (both) => {
      const taken = await takenAtOnce(both, (one) => admin.ask('revokeEmbedSession', { sessionId: one.sessionId }));
      const asked = await Promise.all(taken.map(({ sent }) => listComments(check, sent.user)));
      asked.forEach((answer) => {
        expect(answer).toBeRefusedWith(401);
      });
    },
  );
});

/** Exchanges a session while it is revoked: whichever comes first, nothing is left that can be used. */
async function expectEndedMeanwhile(check: Check, admin: Actor): Promise<void> {
  const sessionId = await openSession(check, admin, tenantSessionRequest(check));
  const exchanging = attempt(() => exchanged(check, admin, sessionId));
  const [{ value: holder }] = await Promise.all([exchanging, revoked(admin, sessionId)]);
  if (holder) expect(await listComments(check, holder)).toBeRefusedWith(401);
}

/** A token that nobody has used, and that is known to be one because others of its kind are accepted. */
async function dashboardUnused(check: Check, admin: Actor) {
  const sessionId = await openSession(check, admin, tenantSessionRequest(check));
  // By another credential than the one that revokes it, where that may.
  const oauth = check.asOptional('OAUTH_TOKEN');
  const { value } = oauth ? await attempt(() => exchanged(check, oauth, sessionId)) : {};
  return { sessionId, user: value ?? (await exchanged(check, admin, sessionId)) };
}

/** A session that a user without the admin role opens, where that user may, and that an administrator revokes. */
async function openedByAnother(check: Check, admin: Actor) {
  const opener = check.asOptional('ALL_ACTIONS_TOKEN');
  const { value } = opener ? await attempt(() => openSession(check, opener, tenantSessionRequest(check))) : {};
  if (value === undefined) return undefined;
  const user = await exchanged(check, admin, value);
  if (!isSuccess(await listComments(check, user))) throw setupFailed('the token of a new session is not accepted');
  return [() => revoked(admin, value), user] as const;
}

async function ofBranch(branchName: string, check: Check, admin: Actor) {
  const { sessionId, user } = await openDashboard(check, admin, { branchName });
  return [() => revoked(admin, sessionId), user] as const;
}

/** A session that an administrator with another credential opens and revokes. */
async function revokedBy(who: Actor | undefined, check: Check) {
  const { sessionId, user } = who ? await openDashboard(check, who) : {};
  return who && sessionId !== undefined && user ? ([() => revoked(who, sessionId), user] as const) : undefined;
}

test(...verifies('embed.revoke.token-refused-elsewhere'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  const path = { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') };
  const { id, text } = await startThread(check, user);
  const mentions = () => user.raw('listMentionableUsers', { path });
  const requests = {
    'a new comment': () => createComment(check, user, textBy(user)),
    'a reply': () => createComment(check, user, textBy(user, 'reply'), id),
    'an edit': () => user.raw('updateDashboardComment', commentRequest(check, id, { text })),
    'a resolution': () => resolve(check, user, { id, text }, true),
    // Whether the token is accepted there, and for a reply, is not tried first: the comment would be gone.
    'a deletion': () => user.raw('deleteDashboardComment', commentRequest(check, id)),
    'the mention list': mentions,
    'the mention list again': mentions,
    'the list of reports': () => user.ask('listReports'),
    'the app config': () => user.ask('getAppConfig'),
    'the settings of the deployment': () => user.ask('getDeploymentSettings'),
  };
  const accepted = await acceptedOf(requests, ['a reply', 'a deletion', 'the mention list again']);
  await revoked(admin, sessionId);
  await inEach(check, accepted, async (send) => {
    expect(await send()).toBeRefusedWith(401);
  });
});

/** The requests that are accepted before the revocation, and those that are not tried. */
async function acceptedOf<Name extends string>(
  requests: Readonly<Record<Name, () => Promise<Answer>>>,
  untried: readonly Name[],
): Promise<Partial<Record<Name, () => Promise<Answer>>>> {
  const accepted = Object.entries<() => Promise<Answer>>(requests).map(async ([name, send]) => {
    const isMeant = untried.includes(name as Name) || isSuccess(await send());
    return [name, isMeant ? send : undefined] as const;
  });
  const cases = await Promise.all(accepted);
  if (cases.filter(([, send]) => send).length <= untried.length) {
    throw setupFailed('none of the tried operations accepts the token');
  }
  return Object.fromEntries(cases) as Partial<Record<Name, () => Promise<Answer>>>;
}

test(...verifies('embed.revoke.every-token-refused'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  const cases = { 'its first token': user, 'its second token': await secondHolder(check, admin, sessionId) };
  await revoked(admin, sessionId);
  await inEach(check, cases, async (holder) => {
    expect(await listComments(check, holder)).toBeRefusedWith(401);
  });
  await inEach(check, { 'exchanged twice at the same time': admin }, async (who) => {
    const one = await openSession(check, who, tenantSessionRequest(check));
    const exchanging = () => attempt(() => exchanged(check, who, one));
    const holders = (await Promise.all([exchanging(), exchanging()])).flatMap(({ value }) => value ?? []);
    leaveOutUnless(holders.length > 1);
    await revoked(who, one);
    const answers = await Promise.all(holders.map((holder) => listComments(check, holder)));
    expect(
      answers.map(({ status }) => status),
      'statuses of both tokens',
    ).toEqual(answers.map(() => 401));
  });
});

/** The holder of another token of a session; undefined where a session can be exchanged once only. */
async function secondHolder(check: Check, admin: Actor, sessionId: SessionId): Promise<Actor | undefined> {
  if (!isSuccess(await exchange(admin, sessionId))) return undefined;
  const holder = await exchanged(check, admin, sessionId);
  if (!isSuccess(await listComments(check, holder))) throw setupFailed('the second token of a session is not accepted');
  return holder;
}
