import type { Freedoms } from './freedom.ts';

/** How a tenant says where its Core Data API and its AI API are. */
export const otherApis: Freedoms = {
  'other-apis': {
    points: ['U095', 'U063'],
    what: 'where the addresses of the other APIs are shown',
    values: {
      document: { otherApis: { declared: true, shown: false } },
      answers: { otherApis: { declared: false, shown: true } },
      both: { otherApis: { declared: true, shown: true } },
      nowhere: { otherApis: { declared: false, shown: false } },
    },
  },
  'other-apis.words': {
    points: ['U063'],
    what: 'what the members with these addresses are called',
    values: {
      long: { otherApiWords: { coreData: 'core data api url', ai: 'ai api url', account: 'account name' } },
      nested: { otherApiWords: { coreData: 'endpoints.data query', ai: 'chat.agents url', account: 'account.slug' } },
      short: { otherApiWords: { coreData: 'rest url', ai: 'assistant endpoint', account: 'account' } },
    },
  },
};
