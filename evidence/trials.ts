/** What a campaign tells the run that plays it: where to write, and of each check its bouts in the order of its turns. */
export interface BoutsPlan {
  readonly file: string;
  readonly bouts: Readonly<Record<string, readonly string[]>>;
}
