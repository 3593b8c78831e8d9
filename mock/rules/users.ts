export type Settings = Readonly<Record<string, unknown>>;

/** Rules of users, as data. */
export const usersRules = () => ({
  ignored: ['lastSeenChangelogId'] as readonly string[],
  merged: (stored: Settings, change: Settings): Settings => ({ ...stored, ...change }),
  mergedSheets: (stored: Settings | null, change: Settings): Settings => ({ ...stored, ...change }),
  cleared: null as unknown,
  matches: (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase()),
  bulkActions: ['activate', 'deactivate'] as readonly string[],
});
