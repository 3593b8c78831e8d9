import { secondOf } from '../../harness/check/at-once.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { caseIf, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expectKnownMember } from '../../harness/check/shown.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { ofSameUser } from '../../harness/things/same-user.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { refusedUpdate, update } from './histories.ts';
import { formsOf } from './secret-forms.ts';
import { standingValue } from './settings.ts';
import { agentsIn, requireSuggested } from './suggestions.ts';

test(...verifies('deployments.settings.no-secrets'), async ({ check, admin }) => {
  const secret = check.secretOf('DEPLOYMENT_SECRET').reveal();
  formsOf(secret).forEach((form) => check.secret(form, 'DEPLOYMENT_SECRET'));
  const nothing = () => Promise.resolve();
  const [oauth, scoped] = [check.asOptional('OAUTH_TOKEN'), check.asOptional('SCOPED_TOKEN')];
  const isOurs = check.mayChange('DEPLOYMENT_ID');
  const member = check.asOptional('MEMBER_TOKEN', 'member');
  const shortToken = { path: { id: check.provided('DEPLOYMENT_ID') }, body: { expiresIn: 60 } };
  // An update with what stands there: what the settings show may come from another place afterwards.
  const repeat = async () =>
    update(admin, { ...standingValue(await settingsOf(admin), 'templateVariables'), templateVariables: {} });
  await inEach<Looking>(
    check,
    {
      'with an API key': { by: admin, first: nothing },
      'a second time': { by: admin, first: () => admin.raw('createDeploymentToken', shortToken) },
      'with an OAuth token': oauth && { by: oauth, first: nothing },
      'with a scoped key': scoped && { by: scoped, first: nothing },
      'for a plain user': member && { by: member, first: nothing },
      'after an update': caseIf(isOurs, () => ({ by: admin, first: repeat })),
      'after a refused update': caseIf(isOurs, () => ({ by: admin, first: () => refusedUpdate(admin) })),
    },
    async ({ by, first }) => {
      await first();
      const answer = await by.ask('getDeploymentSettings');
      // Who else may read the settings is open; what a refusal says is no secret either.
      if (by !== member) granted(answer, 'the settings');
      const shown = formsOf(secret).filter((form) => answer.original.reveal().includes(form));
      expect(shown.length, 'encodings of the secret in the settings').toBe(0);
    },
  );
});

interface Looking {
  readonly by: Actor;
  readonly first: () => Promise<unknown>;
}

test(...verifies('deployments.agent-suggestions.usable-shown'), async ({ check, member }) => {
  await inEach(
    check,
    {
      'with an API key': member,
      'a second time': member,
      'with an OAuth token': await ofSameUser(member, check.asOptional('MEMBER_OAUTH_TOKEN')),
    },
    async (actor) => {
      expect(agentsIn(await actor.listAgentSuggestions())).toContain(check.provided('PROMPTED_AGENT_ID'));
    },
  );
});

test(...verifies('deployments.agent-suggestions.unusable-hidden'), async ({ check, admin, member }) => {
  const hidden = check.provided('HIDDEN_AGENT_ID');
  await requireSuggested(admin, hidden);
  await inEach(
    check,
    {
      'with an API key': member,
      'with an OAuth token': await ofSameUser(member, check.asOptional('MEMBER_OAUTH_TOKEN')),
    },
    async (actor) => {
      expect(agentsIn(await actor.listAgentSuggestions())).not.toContain(hidden);
    },
  );
  await inEach(check, { 'while an administrator asks': [admin.preparing, member] }, async (both) => {
    const shown = await secondOf(both, (actor) => actor.listAgentSuggestions());
    expect(agentsIn(shown)).not.toContain(hidden);
  });
});

// Null is printed for one of them alone.
const DEFAULTS = {
  'deployments.agent-defaults.default-agent-id': {
    kind: 'a string or null',
    isOfKind: (value: unknown) => value === null || typeof value === 'string',
  },
  'deployments.agent-defaults.auto-agent-enabled': {
    kind: 'a boolean',
    isOfKind: (value: unknown) => typeof value === 'boolean',
  },
} as const;

const PLAIN_USER = 'by a user without the admin role';

for (const [id, member] of [
  ['deployments.agent-defaults.default-agent-id', 'defaultAgentId'],
  ['deployments.agent-defaults.auto-agent-enabled', 'autoAgentEnabled'],
] as const) {
  const expectDefault = async (actor: Actor) => {
    const { [member]: value } = (await actor.getAgentDefaults()) as Readonly<Record<string, unknown>>;
    const { kind, isOfKind } = DEFAULTS[id];
    expect(value === undefined || isOfKind(value) ? kind : JSON.stringify(value), member).toBe(kind);
  };
  test(...verifies(id), async ({ check, admin }) => {
    await inEach(
      check,
      {
        'with an API key': admin,
        'a second time': admin,
        'with an OAuth token': check.asOptional('OAUTH_TOKEN'),
        [PLAIN_USER]: check.asOptional('MEMBER_TOKEN'),
      },
      async (actor, name) => {
        // Who else may read them is open.
        leaveOutUnless(name !== PLAIN_USER || isSuccess(await actor.preparing.ask('getAgentDefaults')));
        await expectDefault(actor);
      },
    );
    // The same after an update that changes nothing.
    const isOurs = check.mayChange('DEPLOYMENT_ID');
    await inEach(check, { 'after an update': caseIf(isOurs, () => admin) }, async (actor) => {
      await update(actor, standingValue(await settingsOf(actor), 'templateVariables'));
      await expectDefault(actor);
    });
  });
}

for (const [id, member] of [
  ['deployments.agent-defaults.has-default-agent-id', 'defaultAgentId'],
  ['deployments.agent-defaults.has-auto-agent-enabled', 'autoAgentEnabled'],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const { wire } = granted(await admin.raw('getAgentDefaults'), 'the agent defaults');
    await expectKnownMember(check, admin, member, { shown: Object.keys(wire ?? {}), in: ['getAgentDefaults'] });
  });
}
