/** A range of lines of the specification, both ends included. */
export type LineRange = readonly [first: number, last: number];

/** Parses lines as rows write them, such as `'61, 160-162'`. */
export function parseLines(text: string): LineRange[] {
  return text.split(',').map((part) => {
    const match = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (!match || first < 1 || last < first)
      throw new RangeError(`"${text}" is not a list of lines such as "61, 160-162"`);
    return [first, last] as const;
  });
}

export function formatLines(ranges: readonly LineRange[]): string {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

const SECTIONS: readonly (readonly [firstLine: number, title: string])[] = [
  [1, 'Preamble'],
  [5, 'What the service does'],
  [28, 'Resources and their fields'],
  [30, 'Role'],
  [41, 'Policy'],
  [57, 'RoleUpdateBody'],
  [65, 'Report'],
  [93, 'Report list response'],
  [102, 'OIDC token config'],
  [118, 'Dev-mode state'],
  [122, 'Scheduled task'],
  [126, 'Other resource records'],
  [130, 'States and transitions'],
  [147, 'Endpoints'],
  [151, 'Update a custom role'],
  [166, 'Enter dev mode'],
  [170, 'List reports'],
  [184, 'Get OIDC token config'],
  [188, 'Roles and role holders'],
  [201, 'Scheduled tasks'],
  [219, 'Other operations'],
  [275, 'Authentication'],
  [287, 'Events'],
  [291, 'Errors'],
  [306, 'Limits'],
  [330, 'Versioning'],
];

/** The section of the specification that contains the first line of a row. */
export function sectionOf(ranges: readonly LineRange[]): string {
  const line = ranges[0]?.[0] ?? 1;
  return SECTIONS.findLast(([first]) => first <= line)?.[1] ?? '';
}
