import type { Requirement, RequirementId } from '../../contracts/requirements/index.ts';
import { SELECTED } from '../../evidence/provided.ts';
import type { Answer } from '../http/answer.ts';
import { tentatively } from '../failures/failure.ts';
import { unmetNeeds } from '../tenant/needs.ts';
import { registry } from '../tenant/contract.ts';
import { partOf } from './playing.ts';
import type { Check } from './check.ts';

/** The responses that only one requirement is about, by its classes or by who got them. */
export type Own = ReadonlyMap<string, Answer>;

/** What one sequence of requests showed for several requirements, and which of its exchanges are about one of them alone. */
interface Seen {
  readonly of: ReadonlyMap<RequirementId, Own>;
  readonly owners: ReadonlyMap<number, RequirementId>;
}

/** A response, by its class or by who got it. */
export type Named = readonly [name: string, answer: Answer];

/** Sends what only one requirement is about, and keeps what it showed; what is sent later for the same one is added. */
export type ForOne = <Sent extends Named | undefined>(id: RequirementId, send: () => Promise<Sent>) => Promise<Sent>;

/** Plays the sequence for some requirements. Says whether all was as it has to be. */
export type Play = (rows: readonly Requirement[], forOne: ForOne) => Promise<boolean>;

/**
 * Requirements whose checks differ by one request: the same preparation and the same looks do for all of them. On a live tenant
 * one sequence of requests is played for those that the run selects. Only a sequence in which nothing was amiss counts. After any
 * other, each check prepares and judges for itself, so that what is violated is blamed on the requirement that it breaks.
 */
export class Together {
  readonly #ids: readonly RequirementId[];

  constructor(ids: readonly RequirementId[]) {
    this.#ids = ids;
  }

  /** What the sequence showed for the requirement of a check; undefined where the check has to send its own requests. */
  async seenBy(
    check: Check,
    play: Play,
    isPlayed: (row: Requirement) => boolean = () => true,
  ): Promise<Own | undefined> {
    const { id } = check.requirement;
    const rows = this.#rowsFor(check).filter(isPlayed);
    if (rows.length < 2 || !rows.includes(check.requirement)) return undefined;
    const seen = await check.shared(this, () => tentatively(() => played(check, rows, play)), {
      isAdopted: (result, index) => result !== undefined && (result.owners.get(index) ?? id) === id,
    });
    return seen?.of.get(id);
  }

  /** Those that this run checks in this way: a player would have to hold another role in the midst of the sequence. */
  #rowsFor(check: Check): readonly Requirement[] {
    const { tenant, configuration } = check;
    if (!tenant.isLive) return [];
    const selected = selectedIds();
    return this.#ids.flatMap((id) => {
      const row = registry.get(id);
      if (!row || selected?.has(id) === false || unmetNeeds(row, tenant, configuration).length > 0) return [];
      return tenant.parts && partOf(row.needs, tenant.parts) !== undefined ? [] : [row];
    });
  }
}

async function played({ recorder }: Check, rows: readonly Requirement[], play: Play): Promise<Seen | undefined> {
  const start = recorder.length;
  const of = new Map<RequirementId, Map<string, Answer>>();
  const owners = new Map<number, RequirementId>();
  const isClean = await play(rows, async (id, send) => {
    const from = recorder.length;
    const sent = await send();
    for (let index = from; index < recorder.length; index += 1) owners.set(index - start, id);
    if (sent) {
      const [name, answer] = sent;
      of.set(id, (of.get(id) ?? new Map<string, Answer>()).set(name, answer));
    }
    return sent;
  });
  return isClean ? { of, owners } : undefined;
}

let selected: ReadonlySet<string> | undefined;

/** The requirements that the run selects; undefined where it checks all. */
function selectedIds(): ReadonlySet<string> | undefined {
  const text = process.env[SELECTED];
  if (text === undefined) return undefined;
  return (selected ??= new Set(JSON.parse(text) as readonly string[]));
}
