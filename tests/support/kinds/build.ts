import type { Kind, Kinds } from './kind.ts';

const devMode: Kind = {
  note: ({ body }) => ({ branchName: (body as { branchName?: unknown } | undefined)?.branchName ?? null }),
  says: ({ branchName }) => `dev mode on branch ${String(branchName)}`,
};

export const buildKinds: Kinds = { enterDevMode: devMode };
