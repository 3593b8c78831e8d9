import type { Samples } from './sample.ts';

export const embed: Samples = {
  GenerateEmbedSessionInput: {
    conforming: [
      { deploymentId: 12, externalId: 'user-1' },
      {
        deploymentId: 12,
        externalId: 'user-1',
        embedTenantName: 'acme',
        branchName: 'feature',
        tenantGroups: ['analysts'],
        tenantGroupDefinitions: [{ name: 'analysts' }],
        embedTenantProfile: { displayName: 'Acme' },
      },
    ],
    free: [
      { point: 'U080', value: { deployment: 'd-12', email: 'user@example.com', tenantGroups: { analysts: true } } },
    ],
  },
  EmbedSession: {
    conforming: [{ sessionId: '9b2f8c1e' }],
    free: [{ point: 'U104', value: { sessionId: 4711, expiresAt: '2026-01-01T00:00:00Z' } }],
    defects: [
      { defect: 'the sessionId is missing', lines: '250', value: {}, blames: 'embed.generate.session-id' },
      {
        defect: 'the sessionId is null',
        lines: '250',
        value: { sessionId: null },
        blames: 'embed.generate.session-id',
      },
    ],
  },
  ExchangeEmbedSessionInput: {
    conforming: [{ sessionId: '9b2f8c1e' }],
    free: [{ point: 'U080', value: { session: '9b2f8c1e' } }],
  },
  EmbedSessionToken: {
    conforming: [{ token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' }],
    free: [
      { point: 'U080', value: { accessToken: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' } },
      { point: 'U104', value: { token: 'opaque', expiresIn: 3600 } },
    ],
    defects: [
      { defect: 'the token is empty', lines: '136', value: { token: '' }, blames: 'embed.exchange.token-produced' },
      { defect: 'the token is null', lines: '136', value: { token: null }, blames: 'embed.exchange.token-produced' },
    ],
  },
  RevokeEmbedSessionInput: {
    conforming: [{ sessionId: '9b2f8c1e' }],
    defects: [{ defect: 'the sessionId is missing', lines: '252', value: {} }],
  },
  DashboardCommentList: {
    conforming: [
      { items: [] },
      { items: [{ id: 1, text: 'Why the dip?', resolved: false, replies: [{ id: 2, text: 'A holiday.' }] }] },
    ],
    free: [
      { point: 'U104', value: { threads: [{ id: 1 }] } },
      { point: 'U104', value: [{ commentId: 'c-1', parentId: null }] },
      { point: 'U081', value: { items: [{ id: 'c-1', text: null, deletedAt: '2026-01-01', resolved: '2026-01-01' }] } },
      { point: 'U104', value: { items: [{ id: null, resolved: null, replies: null }] } },
    ],
  },
  MentionableUserList: {
    conforming: [{ items: [] }, { items: [{ id: 1, email: 'user@example.com' }] }],
    free: [
      { point: 'U104', value: { users: ['user@example.com'] } },
      { point: 'U104', value: ['user@example.com'] },
    ],
    defects: [
      { defect: 'the answer is a text', lines: '254', value: 'user@example.com', blames: 'embed.mention.list' },
      { defect: 'the list is a number', lines: '254', value: { items: 3 }, blames: 'embed.mention.list' },
    ],
  },
};
