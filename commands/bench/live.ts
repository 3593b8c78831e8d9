import type { SettingName } from '../../contracts/settings.ts';
import type { Results } from '../../evidence/results.ts';
import { lenient } from './lenient.ts';
import { liveRun, type LiveOptions, type LiveRun } from './live-run.ts';
import type { Figure, Part } from './part.ts';

/** The default budget for a host on another machine: one on this machine has none unless it is said. */
const IN_FLIGHT = 8;
/** What a run may send, however far away and however slow its tenant is. */
const MOST_EXCHANGES = 8_000;
/** Roles, reports and tasks on a small tenant, and on one that has been in use for years. */
const [FEW, MANY] = [10, 3_000];
const RED = 400;

interface Row {
  /** As in `40 ms`, where the row is told. */
  readonly what: string;
  /** In milliseconds; without it the tenant is asked directly. */
  readonly roundTrip?: number;
  readonly inFlight?: number;
  readonly perSecond?: number;
  /** Requests that somebody else sends a second meanwhile. */
  readonly changesPerSecond?: number;
  readonly mostSeconds?: number;
  /** How many times the least that its budget and its round trip allow a run may take. */
  readonly mostTimes?: number;
}

const ROWS = {
  loopback: { what: 'loopback, no budget', mostSeconds: 25 },
  '0ms': { what: '0 ms', roundTrip: 0, inFlight: IN_FLIGHT },
  '40ms': { what: '40 ms', roundTrip: 40, inFlight: IN_FLIGHT, mostSeconds: 90, mostTimes: 1.5 },
  '150ms': { what: '150 ms', roundTrip: 150, inFlight: IN_FLIGHT, mostTimes: 1.5 },
  '50persecond': { what: '40 ms, 50/s', roundTrip: 40, inFlight: IN_FLIGHT, perSecond: 50, mostTimes: 1.15 },
  busy: { what: '0 ms, 25 requests/s of somebody else', roundTrip: 0, inFlight: IN_FLIGHT, changesPerSecond: 25 },
} as const satisfies Readonly<Record<string, Row>>;
const [GROWTH, FAULTS, TWO] = ['growth', 'red', 'two'];

export const LIVE_ROWS: readonly string[] = [...Object.keys(ROWS), GROWTH, FAULTS, TWO];

/** A whole run under the conditions of a row, on a tenant with so many things or with what else is told of it. */
async function run(
  row: Row,
  tenant: Pick<LiveOptions, 'things' | 'patches' | 'runs'> = { things: FEW },
): Promise<LiveRun> {
  const { roundTrip, inFlight, perSecond, changesPerSecond } = row;
  const settings: Partial<Record<SettingName, string>> = {
    ...(inFlight !== undefined && { REQUESTS_IN_FLIGHT: String(inFlight) }),
    ...(perSecond !== undefined && { REQUESTS_PER_SECOND: String(perSecond) }),
  };
  const done = await liveRun({
    ...(roundTrip !== undefined && { roundTrip }),
    ...(changesPerSecond !== undefined && { changesPerSecond }),
    settings,
    ...tenant,
  });
  if (!done.results) console.error(done.output);
  else if (tenant.patches === undefined) for (const { results } of [done, ...done.others]) tellFalse(row, results);
  return done;
}

/** A count of false verdicts leads nowhere: they depend on the moment, and the report of the run is not kept. */
function tellFalse({ what }: Row, results: Results | undefined): void {
  for (const { id, verdict, reason = '' } of results?.requirements ?? [])
    if (verdict === 'violates' || verdict === 'inconclusive') console.error(`${what}: ${id} is ${verdict}: ${reason}`);
}

/** The seconds that so many requests take where as many are under way, and as many sent a second, as may be; nothing where nothing limits them. */
function limitOf({ roundTrip, inFlight, perSecond }: Row, requests: number): number | undefined {
  const travelling = roundTrip && inFlight ? (requests * roundTrip) / inFlight / 1_000 : 0;
  const sending = perSecond === undefined ? 0 : requests / perSecond;
  return Math.max(travelling, sending) || undefined;
}

function most(bound: number | undefined): Pick<Figure, 'target'> {
  return bound === undefined ? {} : { target: { most: bound } };
}

function withoutResults(what: string): Figure {
  return { name: `${what}: runs without results`, value: 1, unit: '', target: { most: 0 } };
}

/** What a run came to; one that was stopped, or judged nothing, has missed whatever it should have met. */
function figuresOf(row: Row, { seconds, requests, results }: LiveRun): Figure[] {
  const name = (figure: string) => `${row.what}: ${figure}`;
  const whole = { name: name('the whole run'), value: seconds, unit: 's', ...most(row.mostSeconds) };
  if (!results) return [whole, withoutResults(row.what)];
  const limit = limitOf(row, requests);
  const { counts, run: facts } = results;
  return [
    whole,
    { name: name('requests to the tenant'), value: requests, unit: '' },
    { name: name('exchanges of the report'), value: facts.exchanges, unit: '', ...most(MOST_EXCHANGES) },
    ...(limit === undefined
      ? []
      : [{ name: name('over its limit'), value: seconds / limit, unit: 'times', ...most(row.mostTimes) }]),
    { name: name('untested'), value: counts.untested, unit: '' },
    // The tenant conforms, so that each of them is false.
    { name: name('violates and inconclusive'), value: counts.violates + counts.inconclusive, unit: '', ...most(0) },
  ];
}

/** What a run asks of a tenant with much on it over what it asks of a small one, preparation and clean-up included. */
function growthOf(few: LiveRun, many: LiveRun): Figure[] {
  // A run that did not come to its end asked for less, whatever was there.
  if (!few.results || !many.results) return [];
  const name = `requests with ${MANY} of each over those with ${FEW}`;
  return [{ name, value: many.requests / few.requests, unit: 'times', target: { most: 1.15 } }];
}

/** What violated requirements cost: the same run on a tenant that breaks those of 400 checks. */
function redOf(green: LiveRun, red: LiveRun): Figure[] {
  const what = `${RED} broken, 40 ms`;
  const whole = { name: `${what}: the whole run`, value: red.seconds, unit: 's' };
  if (!red.results) return [whole, withoutResults(what)];
  const { violates, inconclusive } = red.results.counts;
  return [
    whole,
    { name: `${what}: violates`, value: violates, unit: '' },
    { name: `${what}: inconclusive`, value: inconclusive, unit: '' },
    ...(green.results
      ? [{ name: `${what}: over none broken`, value: red.seconds / green.seconds, unit: 'times' }]
      : []),
  ];
}

/** Two runs that begin at once, of which one waits for the other: what that takes, and whether each is as good as alone. */
function twoOf(one: LiveRun, two: LiveRun): Figure[] {
  const what = 'two at once, 40 ms';
  const results = [two, ...two.others].flatMap((run) => run.results ?? []);
  if (results.length < 2) return [withoutResults(what)];
  const wrong = results.map(({ counts }) => counts.violates + counts.inconclusive);
  return [
    { name: `${what}: both runs`, value: two.seconds, unit: 's' },
    { name: `${what}: violates and inconclusive`, value: Math.max(...wrong), unit: '', ...most(0) },
    { name: `${what}: changes that were not undone`, value: two.pending, unit: '', ...most(0) },
    ...(one.results
      ? [{ name: `${what}: over one`, value: two.seconds / one.seconds, unit: 'times', ...most(2.2) }]
      : []),
  ];
}

/** What the suite makes of the budget of a live tenant: the reference tenant behind a relay, with nothing but its settings. */
export async function measureLive(only?: string): Promise<Part> {
  const figures: Figure[] = [];
  const done = new Map<string, LiveRun>();
  const measured = async (name: keyof typeof ROWS): Promise<LiveRun> => {
    const ran = done.get(name) ?? (await run(ROWS[name]));
    if (!done.has(name)) figures.push(...figuresOf(ROWS[name], ran));
    done.set(name, ran);
    return ran;
  };
  for (const name of Object.keys(ROWS) as (keyof typeof ROWS)[]) {
    if (only === undefined || only === name) await measured(name);
  }
  if (only === undefined || only === GROWTH) {
    // Nothing counts here but requests, which need no time on their way.
    const few = await measured('0ms');
    const many = await run(ROWS['0ms'], { things: MANY });
    figures.push(...figuresOf({ what: `0 ms, ${MANY} roles, reports, tasks` }, many), ...growthOf(few, many));
  }
  if (only === undefined || only === FAULTS) {
    const green = await measured('40ms');
    const red = await run(ROWS['40ms'], { things: FEW, patches: await lenient(RED) });
    figures.push(...redOf(green, red));
  }
  if (only === undefined || only === TWO)
    figures.push(...twoOf(await measured('40ms'), await run(ROWS['40ms'], { things: FEW, runs: 2 })));
  return { title: 'A live tenant: whole runs behind a relay, 8 requests in flight', figures };
}
