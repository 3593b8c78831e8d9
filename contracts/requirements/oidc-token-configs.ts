import { requirements } from './row.ts';
import type { Needs } from './row.ts';

const CONFIGS: Needs = {
  lent: ['OIDC_TOKEN_CONFIG_ID'],
  mayUse: ['DISABLED_OIDC_TOKEN_CONFIG_ID', 'OAUTH_TOKEN', 'MEMBER_TOKEN'],
};
const READS = ['of any config', 'of one that is not enabled', 'by an OAuth token', 'by a plain user'];

export const oidcTokenConfigs = requirements('oidc-token-configs', [
  // Read.
  {
    id: 'oidc-token-configs.get.answers-200',
    kind: 'status',
    lines: '186',
    operations: ['getOidcTokenConfig'],
    needs: { lent: ['OIDC_TOKEN_CONFIG_ID'], mayUse: ['DISABLED_OIDC_TOKEN_CONFIG_ID'] },
    sentence: 'Reading an OIDC token config answers 200 with the config.',
    classes: ['of any config', 'of one that is not enabled'],
  },
  {
    id: 'oidc-token-configs.get.same-config',
    kind: 'shape',
    lines: '104, 186',
    operations: ['getOidcTokenConfig'],
    needs: { lent: ['OIDC_TOKEN_CONFIG_ID'], mayUse: ['DISABLED_OIDC_TOKEN_CONFIG_ID', 'OAUTH_TOKEN', 'MEMBER_TOKEN'] },
    sentence: 'The OIDC token config that is answered is the one whose id was asked for.',
    classes: [
      'two at the same time',
      'one that the run was given',
      'one that is not enabled',
      'the first once more',
      'by an OAuth token',
      'by a plain user',
    ],
  },

  // The config. Members that are not marked optional are present; whether they may be null is left open.
  {
    id: 'oidc-token-configs.config.id',
    kind: 'shape',
    lines: '106',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has an id, and it is an integer where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.name',
    kind: 'shape',
    lines: '107',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has a name, and it is a string where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.audience',
    kind: 'shape',
    lines: '108',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has an audience, and it is a string where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.audience-type',
    kind: 'shape',
    lines: '109, 116',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has an audienceType, and it is a string, whichever, where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.is-enabled',
    kind: 'shape',
    lines: '110',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config says isEnabled, and it is a boolean where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.sub-format',
    kind: 'shape',
    lines: '111, 116',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'The subFormat of an OIDC token config, where it is shown, is a string, whichever.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.custom-claims',
    kind: 'shape',
    lines: '112',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'The customClaims of an OIDC token config, where they are shown, are an object.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.target-env-var',
    kind: 'shape',
    lines: '113',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'The targetEnvVar of an OIDC token config, where it is shown, is a string.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.created-at',
    kind: 'shape',
    lines: '114',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has a createdAt, and it is a date where it is not null.',
    classes: READS,
  },
  {
    id: 'oidc-token-configs.config.updated-at',
    kind: 'shape',
    lines: '114',
    operations: ['getOidcTokenConfig'],
    needs: CONFIGS,
    sentence: 'An OIDC token config has an updatedAt, and it is a date where it is not null.',
    classes: READS,
  },
]);
