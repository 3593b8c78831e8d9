import type { Results } from '../evidence/results.ts';

const shown = (value: unknown) =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

/** Where two tables differ, in one line for each name. */
function differing(what: string, then: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) {
  const names = [...new Set([...Object.keys(then), ...Object.keys(now)])].sort();
  return names
    .filter((name) => shown(then[name]) !== shown(now[name]))
    .map((name) => `${what} ${name}: ${shown(then[name])}, now ${shown(now[name])}`);
}

/** What stood for the things and credentials that both runs wanted: the source, since made things have other ids each time. */
function sourcesIn({ run }: Results): Record<string, string> {
  const things = run.provided.flatMap((one) => one.things);
  return Object.fromEntries(things.map(({ setting, source, how }) => [setting, source ?? `none, ${how}`]));
}

/** Only names that both know: a repeated check resolves no more than it needs. */
function common<Value>(of: Readonly<Record<string, Value>>, other: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(of).filter(([name]) => name in other));
}

/** Settings that say where a run writes and finds its files; they change no verdict. */
const PLACES = /^(REPORT_FOLDER|HISTORY|TLS_CA|SEED|TENANT)$/;

function settingsIn({ run: { settings } }: Results): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !PLACES.test(name)));
}

/** What may explain that a requirement is judged otherwise than in an earlier run, in one line each. */
export function differencesSince(then: Results, now: Results, id: string): string[] {
  const verdictIn = ({ requirements }: Results) => requirements.find((one) => one.id === id)?.verdict;
  const documents = ({ run }: Results) => run.documents?.join(', ');
  const names = ({ bindings }: Results) => Object.fromEntries(bindings.map((one) => [one.id, one.value]));
  const [before, after] = [sourcesIn(then), sourcesIn(now)];
  const [called, calls] = [names(then), names(now)];
  return [
    ...differing('verdict of', { [id]: verdictIn(then) }, { [id]: verdictIn(now) }),
    ...differing(
      'run',
      { tenant: then.run.tenant, seed: then.run.seed },
      { tenant: now.run.tenant, seed: now.run.seed },
    ),
    ...differing('version of', then.run.versions, now.run.versions),
    ...differing("the tenant's", { document: documents(then) }, { document: documents(now) }),
    ...differing('setting', settingsIn(then), settingsIn(now)),
    ...differing('source of', common(before, after), common(after, before)),
    ...differing('name', common(called, calls), common(calls, called)),
  ];
}
