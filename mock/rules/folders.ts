import type { Folder } from '../world/content.ts';

/** Rules of folders, as data. */
export const foldersRules = () => ({
  isOf: (folder: Folder, deploymentId: number): boolean => folder.deploymentId === deploymentId,
  mayRead: (isAllowed: boolean): boolean => isAllowed,
  /** The owner as the list shows it; nobody owns what is shared from the main workspace. */
  owner: <Person>(folder: Folder, person: Person): Person | null => (folder.ownerId === null ? null : person),
  /** The legacy members beside items and pageInfo. */
  legacy: (items: readonly unknown[], count: number): Record<string, unknown> => ({ data: items, count }),
});
