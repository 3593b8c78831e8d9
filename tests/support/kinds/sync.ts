import type { Kinds } from './kind.ts';

export const syncKinds: Kinds = {};
