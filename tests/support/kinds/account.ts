import { granted, identified, isId, type Kind, type Kinds } from './kind.ts';

const apiKey: Kind = {
  note: ({ body }) => ({ asked: body ?? null }),
  complete: identified,
  async undo({ id }, keeper) {
    if (isId(id)) granted(await keeper.ask('deleteApiKey', id));
  },
  says: ({ id }) => `API key ${String(id)}`,
};

export const accountKinds: Kinds = { createApiKey: apiKey };
