import { EXIT_CODES } from '../evidence/exit-codes.ts';
import { deploymentIdsOf, namedThings, removeNamed, type NamedThing } from '../harness/provision/named-things.ts';
import type { Actor } from '../harness/client/actor.ts';
import { attempt } from '../harness/failures/failure.ts';
import { inOneLine, isSuccess } from '../harness/http/answer.ts';
import { CLAIM_NAME, endedClaim } from '../harness/schedule/claim.ts';
import type { Configuration } from '../harness/tenant/configuration.ts';
import { administratorOf } from '../harness/undo/administrator.ts';
import { counted } from '../reports/terminal-lines.ts';
import { ask } from './ask.ts';

interface Options {
  /** Things that were named later are spared, in milliseconds. */
  readonly olderThan: number;
  /** The same as the user wrote it. */
  readonly shownAge: string;
  readonly hasConsent: boolean;
}

/** A table of things, one a line. */
function table(all: readonly NamedThing[]): string[] {
  const width = (of: (thing: NamedThing) => string) => Math.max(0, ...all.map((thing) => of(thing).length));
  const [kinds, names] = [width(({ kind }) => kind), width(({ name }) => name)];
  return all.map(
    ({ kind, name, since }) =>
      `  ${kind.padEnd(kinds)}  ${name.padEnd(names)}  ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')}`,
  );
}

async function isAllowed(count: number): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`Remove ${counted(count, 'thing')}? [y/N] `));
}

/** The claim of a run that has ended, of which the name shows no moment. */
async function claimsLeft(admin: Actor): Promise<readonly NamedThing[]> {
  const { value: claim } = await attempt(() => endedClaim(admin));
  if (!claim) return [];
  const remove = async () => {
    const answer = await claim.remove();
    return isSuccess(answer) ? undefined : inOneLine(answer);
  };
  return [{ kind: 'role', name: CLAIM_NAME, since: claim.seen, process: '', remove }];
}

/** Finds by their names what runs of the suite made, lists it, and removes it after consent. */
export async function sweepByName(
  configuration: Configuration,
  { olderThan, shownAge, hasConsent }: Options,
): Promise<number> {
  const baseUrl = configuration.settings.BASE_URL ?? '';
  const { admin, files, document, close } = await administratorOf(configuration);
  try {
    // Before and after, because a process whose ledger is settled may begin another check meanwhile.
    const begun = files.namingProcesses(true);
    const named = await namedThings(admin, document, await deploymentIdsOf(admin, configuration.settings));
    const found = { ...named, things: [...named.things, ...(await claimsLeft(admin))] };
    const running = new Set([...begun, ...files.namingProcesses(true)]);
    const before = Date.now() - olderThan;
    const isOld = ({ since, process: name }: NamedThing) => since <= before && !running.has(name);
    const old = found.things.filter(isOld);
    const spared = found.things.length - old.length;
    const removable = old.filter(({ remove }) => remove);
    const others = old.filter(({ remove }) => !remove);
    for (const what of found.unread) console.error(`Not looked into: ${what}`);
    if (spared > 0)
      console.log(
        `Spared: ${counted(spared, 'thing')} of runs that may still go on, named less than ${shownAge} ago or in use`,
      );
    if (others.length > 0)
      console.log(`Named by a run, and no operation removes it (UTC)\n${table(others).join('\n')}`);
    const isWhole = found.unread.length === 0;
    if (removable.length === 0) {
      console.log(`Nothing that can be removed by its name is left on ${baseUrl}`);
      return isWhole ? EXIT_CODES.passed : EXIT_CODES.incomplete;
    }
    console.log(`Left by earlier runs on ${baseUrl}, with the time of its name (UTC)\n${table(removable).join('\n')}`);
    if (!hasConsent && !process.stdin.isTTY) {
      console.log('Nothing was removed: --yes removes it without asking');
      return EXIT_CODES.incomplete;
    }
    if (!hasConsent && !(await isAllowed(removable.length))) {
      console.log('Nothing was removed');
      return EXIT_CODES.incomplete;
    }
    const left = await removeNamed(removable);
    console.log(`Removed ${counted(removable.length - left.length, 'thing')} on ${baseUrl}`);
    for (const [{ kind, name }, why] of left) console.log(`Still there: ${kind} ${name}: ${why}`);
    return isWhole && left.length === 0 ? EXIT_CODES.passed : EXIT_CODES.incomplete;
  } finally {
    await close();
  }
}
