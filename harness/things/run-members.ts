import { isMembers } from '../../generators/members.ts';

/** Members that tell of runs of a thing: how the last one went, and when the next one is due. */
const OF_RUNS =
  /^(last|latest|next|previous|recent)|execution|attempt|^runs?$|run_?(at|count|id|state|status)$|thread_?id$/i;

/** Things that others refer to: what is shown of them beside their ids may change without those that refer to them. */
const OF_OTHERS =
  /report|dashboard|workbook|folder|deployment|agent|role|owner|user|creator|author|(creat|updat|modifi|chang|shar)ed_?by$/i;

/** What a thing shows apart from its runs, which begin and end whatever is requested, and from what other things are like. */
export function apartFromRuns(content: object): Readonly<Record<string, unknown>> {
  const own = Object.entries(content).filter(([name]) => !OF_RUNS.test(name));
  return Object.fromEntries(own.map(([name, value]) => [name, OF_OTHERS.test(name) ? idOfOther(value) : value]));
}

/** The id alone of another thing that is shown as an object. */
function idOfOther(value: unknown): unknown {
  if (!isMembers(value)) return value;
  const [id] = Object.entries(value).filter(([name]) => /^(id|uuid|guid|slug)$/i.test(name));
  return id === undefined ? value : Object.fromEntries([id]);
}
