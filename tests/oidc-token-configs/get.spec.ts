import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { calls } from './calls.ts';

/** What a config shows, of whichever config and to whomever. */
const MEMBERS = [
  'oidc-token-configs.config.id',
  'oidc-token-configs.config.name',
  'oidc-token-configs.config.audience',
  'oidc-token-configs.config.audience-type',
  'oidc-token-configs.config.is-enabled',
  'oidc-token-configs.config.sub-format',
  'oidc-token-configs.config.custom-claims',
  'oidc-token-configs.config.target-env-var',
  'oidc-token-configs.config.created-at',
  'oidc-token-configs.config.updated-at',
] as const;

checkEveryOperation('oidc-token-configs', calls, { except: [...MEMBERS, 'oidc-token-configs.get.answers-200'] });

/** A config that the run was given, and one that is not enabled. */
function configsOf(check: Check) {
  return {
    'of any config': check.provided('OIDC_TOKEN_CONFIG_ID'),
    'of one that is not enabled': check.optional('DISABLED_OIDC_TOKEN_CONFIG_ID'),
  };
}

test(...verifies('oidc-token-configs.get.answers-200'), async ({ check, admin }) => {
  await inEach(check, configsOf(check), async (id) => {
    expect(await admin.ask('getOidcTokenConfig', id)).toSucceed(200);
  });
});

test(...verifies('oidc-token-configs.get.same-config'), async ({ check, admin }) => {
  const id = check.provided('OIDC_TOKEN_CONFIG_ID');
  const disabled = check.optional('DISABLED_OIDC_TOKEN_CONFIG_ID');
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const member = check.asOptional('MEMBER_TOKEN', 'member');
  // Not the first one, which a caller may be answered whatever is asked for. Who may read a config is open.
  const other = disabled ?? id;
  const reads = async (one: string) =>
    member !== undefined && isSuccess(await member.raw('getOidcTokenConfig', { path: { id: one } }));
  // The first one before it: a caller may be answered for ever what they were answered first.
  const isReader = (await reads(id)) && (await reads(other));
  await inEach(
    check,
    {
      'one that the run was given': { by: admin, of: id },
      'one that is not enabled': disabled === undefined ? undefined : { by: admin, of: disabled },
      'the first once more': { by: admin, of: id },
      [BY_OAUTH]: byOAuth && { by: byOAuth, of: other },
      'by a plain user': isReader && member ? { by: member, of: other } : undefined,
    },
    async ({ by, of }) => {
      const config = await by.getOidcTokenConfig(of);
      // Whether the id may be null is open.
      expect(String(config.id ?? of)).toBe(of);
    },
  );

  await inEach(check, { 'two at the same time': ifGiven(disabled, (one) => [id, one]) }, async (ids) => {
    const configs = await Promise.all(ids.map((one) => admin.getOidcTokenConfig(one)));
    expect(configs.map((config, at) => String(config.id ?? ids[at]))).toEqual(ids);
  });

  // The response for an unknown id is open, and so is whether this id is unknown.
  const unknown = '2000000011';
  const answer = await admin.raw('getOidcTokenConfig', { path: { id: unknown } });
  const { id: shown } = (answer.body ?? {}) as { readonly id?: string | number | null };
  if (isSuccess(answer))
    expect(String(shown ?? unknown), `id of the config in the response for ${unknown}`).toBe(unknown);
});

/** What stands for each read, so that on a live tenant it is sent once for all members. */
const READS: Readonly<Record<string, object>> = {
  'of any config': {},
  'of one that is not enabled': {},
  [BY_OAUTH]: {},
  'by a plain user': {},
};

for (const id of MEMBERS) {
  test(...verifies(id), async ({ check, admin }) => {
    const { 'of any config': first, 'of one that is not enabled': disabled } = configsOf(check);
    const [oauth, member] = [check.asOptional('OAUTH_TOKEN', 'OAuth administrator'), check.asOptional('MEMBER_TOKEN')];
    const cases = {
      'of any config': { by: admin, of: first },
      'of one that is not enabled': ifGiven(disabled, (of) => ({ by: admin, of })),
      [BY_OAUTH]: ifGiven(oauth, (by) => ({ by, of: first })),
      'by a plain user': ifGiven(member, (by) => ({ by, of: first })),
    };
    await inEach(check, cases, async ({ by, of }, name) => {
      const send = () => by.raw('getOidcTokenConfig', { path: { id: of } });
      const answer = await check.shared(READS[name] ?? {}, send, { isKept: isSuccess });
      // Who may read a config is open.
      leaveOutUnless(by === admin || isSuccess(answer));
      granted(answer, 'the config');
      const findings = check.recorder.findings.filter(({ requirement }) => requirement === id);
      expect(
        findings.map(({ at }) => at),
        'places at which the config is wrong',
      ).toEqual([]);
    });
  });
}
