import { isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { calls } from './calls.ts';

// What a config shows is looked at for one that is not enabled as well.
checkEveryOperation('oidc-token-configs', calls, {
  except: ['oidc-token-configs.config.is-enabled', 'oidc-token-configs.get.answers-200'],
});

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
  const isReader = member && isSuccess(await member.raw('getOidcTokenConfig', { path: { id: other } }));
  await inEach(
    check,
    {
      'one that the run was given': { by: admin, of: id },
      'one that is not enabled': disabled === undefined ? undefined : { by: admin, of: disabled },
      'the first once more': { by: admin, of: id },
      [BY_OAUTH]: byOAuth && { by: byOAuth, of: other },
      'by a plain user': isReader === true ? { by: member, of: other } : undefined,
    },
    async ({ by, of }) => {
      const config = await by.getOidcTokenConfig(of);
      // Whether the id may be null is open.
      expect(String(config.id ?? of)).toBe(of);
    },
  );

  // The response for an unknown id is open, and so is whether this id is unknown.
  const unknown = '2000000011';
  const answer = await admin.raw('getOidcTokenConfig', { path: { id: unknown } });
  const { id: shown } = (answer.body ?? {}) as { readonly id?: string | number | null };
  if (isSuccess(answer))
    expect(String(shown ?? unknown), `id of the config in the response for ${unknown}`).toBe(unknown);
});

test(...verifies('oidc-token-configs.config.is-enabled'), async ({ check, admin }) => {
  await inEach(check, configsOf(check), async (id) => {
    await admin.getOidcTokenConfig(id);
    const findings = check.recorder.findings.filter(({ requirement }) => requirement === check.requirement.id);
    expect(
      findings.map(({ at }) => at),
      'places at which the config is wrong',
    ).toEqual([]);
  });
});
