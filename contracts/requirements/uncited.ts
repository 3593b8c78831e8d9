/** Lines of the specification that no row cites, each with the reason why they state nothing to check. */
export const UNCITED: readonly { readonly lines: string; readonly reason: string }[] = [
  { lines: '3', reason: 'says what the document covers' },
  { lines: '7', reason: 'introduces the table of the three APIs, whose rows are cited' },
  { lines: '15', reason: 'introduces the table of base addresses' },
  { lines: '132', reason: 'introduces the table of moves' },
  { lines: '145', reason: 'says that all other states and moves are not described' },
  { lines: '211', reason: 'introduces the rules of scheduled tasks' },
  { lines: '271', reason: 'says that further payload shapes are not described' },
  { lines: '273', reason: 'says that the shapes of two APIs are not described' },
  { lines: '289', reason: 'says that events are not described' },
  { lines: '304', reason: 'says that the error body is not described' },
  { lines: '328', reason: 'says that rate limits are not described' },
  { lines: '339', reason: 'says that the support policy is not described' },
];
