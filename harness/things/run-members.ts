/** Members that tell of runs of a thing: how the last one went, and when the next one is due. */
const OF_RUNS =
  /^(last|latest|next|previous|recent)|execution|attempt|^runs?$|run_?(at|count|id|state|status)$|thread_?id$/i;

/** What a thing shows apart from its runs, which begin and end whatever is requested. */
export function apartFromRuns(content: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(content).filter(([name]) => !OF_RUNS.test(name)));
}
