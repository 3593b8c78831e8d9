/** The plan of a proof run for the run that plays it: the file to write to, and the trials of each check by trial index. */
export interface BoutsPlan {
  readonly file: string;
  readonly bouts: Readonly<Record<string, readonly string[]>>;
}
