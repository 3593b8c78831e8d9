import type { Samples } from './sample.ts';

const config = {
  id: 3,
  name: 'Warehouse',
  audience: 'https://warehouse.example.com',
  audienceType: 'custom',
  isEnabled: true,
  subFormat: 'user',
  customClaims: { team: 'data' },
  targetEnvVar: 'WAREHOUSE_TOKEN',
  createdAt: '2026-01-01',
  updatedAt: '2026-01-02T03:04:05Z',
};

const { id: _id, ...withoutId } = config;
const { name: _name, ...withoutName } = config;
const { audience: _audience, ...withoutAudience } = config;
const { audienceType: _audienceType, ...withoutAudienceType } = config;
const { isEnabled: _isEnabled, ...withoutIsEnabled } = config;
const { createdAt: _createdAt, ...withoutCreatedAt } = config;
const { updatedAt: _updatedAt, ...withoutUpdatedAt } = config;

export const oidcTokenConfigs: Samples = {
  OidcTokenConfig: {
    conforming: [
      config,
      {
        id: 4,
        name: 'Lake',
        audience: 'lake',
        audienceType: 'preset',
        isEnabled: false,
        createdAt: '2026-01-01',
        updatedAt: '2026-01-01',
      },
    ],
    free: [
      { point: 'U048', value: { ...config, audienceType: 'anything', subFormat: 'whatever' } },
      { point: 'U050', value: { ...config, name: null, audience: null, createdAt: null } },
      { point: 'U050', value: { ...config, subFormat: null, customClaims: null, targetEnvVar: null } },
      { point: 'U104', value: { ...config, issuer: 'https://tenant.example.com' } },
    ],
    defects: [
      { defect: 'the id is missing', lines: '106', value: withoutId, blames: 'oidc-token-configs.config.id' },
      {
        defect: 'the id is a string',
        lines: '106',
        value: { ...config, id: '3' },
        blames: 'oidc-token-configs.config.id',
      },
      { defect: 'the name is missing', lines: '107', value: withoutName, blames: 'oidc-token-configs.config.name' },
      {
        defect: 'the name is a number',
        lines: '107',
        value: { ...config, name: 3 },
        blames: 'oidc-token-configs.config.name',
      },
      {
        defect: 'the audience is missing',
        lines: '108',
        value: withoutAudience,
        blames: 'oidc-token-configs.config.audience',
      },
      {
        defect: 'the audience is an array',
        lines: '108',
        value: { ...config, audience: ['a'] },
        blames: 'oidc-token-configs.config.audience',
      },
      {
        defect: 'the audienceType is missing',
        lines: '109',
        value: withoutAudienceType,
        blames: 'oidc-token-configs.config.audience-type',
      },
      {
        defect: 'the audienceType is a number',
        lines: '109',
        value: { ...config, audienceType: 1 },
        blames: 'oidc-token-configs.config.audience-type',
      },
      {
        defect: 'isEnabled is missing',
        lines: '110',
        value: withoutIsEnabled,
        blames: 'oidc-token-configs.config.is-enabled',
      },
      {
        defect: 'isEnabled is a string',
        lines: '110',
        value: { ...config, isEnabled: 'true' },
        blames: 'oidc-token-configs.config.is-enabled',
      },
      {
        defect: 'the subFormat is an object',
        lines: '111',
        value: { ...config, subFormat: {} },
        blames: 'oidc-token-configs.config.sub-format',
      },
      {
        defect: 'the customClaims are a string',
        lines: '112',
        value: { ...config, customClaims: '{}' },
        blames: 'oidc-token-configs.config.custom-claims',
      },
      {
        defect: 'the targetEnvVar is a number',
        lines: '113',
        value: { ...config, targetEnvVar: 1 },
        blames: 'oidc-token-configs.config.target-env-var',
      },
      {
        defect: 'createdAt is missing',
        lines: '114',
        value: withoutCreatedAt,
        blames: 'oidc-token-configs.config.created-at',
      },
      {
        defect: 'createdAt is no date',
        lines: '114',
        value: { ...config, createdAt: 'soon' },
        blames: 'oidc-token-configs.config.created-at',
      },
      {
        defect: 'updatedAt is missing',
        lines: '114',
        value: withoutUpdatedAt,
        blames: 'oidc-token-configs.config.updated-at',
      },
      {
        defect: 'updatedAt is a number',
        lines: '114',
        value: { ...config, updatedAt: 1767225600 },
        blames: 'oidc-token-configs.config.updated-at',
      },
    ],
  },
};
