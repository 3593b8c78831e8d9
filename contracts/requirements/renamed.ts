/**
 * Requirements that have another id than in an earlier release. Baselines and histories that hold the old id stand for the new
 * one. A row stays as long as somebody may have such a file.
 */
export const RENAMED: Readonly<Record<string, string>> = {
  'reports.list.external-workbook-pages-complete': 'reports.list.external-workbook-pages-filtered',
  'reports.list.folder-pages-complete': 'reports.list.folder-pages-filtered',
  'reports.list.search-pages-complete': 'reports.list.search-pages-filtered',
  'users.bulk.scoped-key-refused': 'users.bulk.scoped-key-changes-nothing',
};

/** The id that a requirement has now. A requirement may have been renamed several times. */
export function currentId(id: string, renamed: Readonly<Record<string, string>> = RENAMED): string {
  let current = id;
  // A circle in the table ends here as well; a self-test refuses it.
  for (let steps = 0; Object.hasOwn(renamed, current) && steps < Object.keys(renamed).length; steps += 1) {
    current = renamed[current] ?? current;
  }
  return current;
}
