import type { Kind, Kinds } from './kind.ts';

const embedSession: Kind = {
  note: () => ({}),
  says: () => 'embed session, for at most 24 hours',
};

export const embedKinds: Kinds = { generateEmbedSession: embedSession };
