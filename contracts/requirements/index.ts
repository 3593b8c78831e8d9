import { BINDINGS } from '../bindings/index.ts';
import { operationsOf, type ContractDocument } from '../document.ts';
import type { Family } from '../families.ts';
import type { PerOperationId } from '../generated/requirement-ids.ts';
import { DATA_SOURCES, SPARE_DEPLOYMENT, SPARE_KEY, SPARE_SOURCE, STAND_IN } from './changed-things.ts';
import { parseLines, sectionOf, type LineRange } from '../lines.ts';
import { BOUND_OPERATIONS, type AnyOperationId } from '../operations.ts';
import { refuseIfAny } from '../problem.ts';
import { WRITTEN } from './families.ts';
import { perOperationRows } from './per-operation.ts';
import { neededAgain } from './sent-again.ts';
import { joined, REQUIREMENT_KINDS, type FamilyRows, type Kind, type Level, type Needs, type Row } from './row.ts';

type WrittenId = (typeof WRITTEN)[number]['rows'][number]['id'];

/** The id of a requirement; a misspelt id does not compile. */
export type RequirementId = WrittenId | PerOperationId;

/** A requirement: a row with its defaults filled in. */
export interface Requirement {
  readonly id: RequirementId;
  readonly family: Family;
  readonly level: Level;
  readonly kind: Kind;
  readonly sentence: string;
  readonly section: string;
  readonly lines: readonly LineRange[];
  readonly operations: readonly AnyOperationId[];
  /** The rule for every operation that it comes from. */
  readonly rule?: string;
  /** The operation of which it states that it is served at all. */
  readonly serves?: AnyOperationId;
  readonly needs: Needs;
  /** The classes that its checks judge one by one; empty where a sentence has one class, or its inputs are generated. */
  readonly classes: readonly string[];
  readonly notJudged: Readonly<Record<string, string>>;
  readonly untestable?: string;
  /** Whether the row was written by hand or derived from an operation's access rules. */
  readonly source: 'written' | 'per-operation';
}

export type Registry = ReadonlyMap<string, Requirement>;

/** All requirements. Throws all problems of the rows at once, each with its file and id. */
export function loadRegistry(contract: ContractDocument, written: readonly FamilyRows[] = WRITTEN): Registry {
  const registry = new Map<string, Requirement>();
  const problems: string[] = [];
  const documented = operationsOf(contract).map(({ operation }) => operation.operationId);
  const known = new Set([...documented, ...Object.keys(BOUND_OPERATIONS)]);

  const byPlace = placesOf(contract);
  const again = neededAgain(contract);
  const add = (family: Family, row: Row, source: Requirement['source']) => {
    const where = `contracts/requirements/${source === 'written' ? family : 'per-operation'}.ts: ${row.id}`;
    if (registry.has(row.id)) problems.push(`${where}: the id is already used`);
    if (!row.id.startsWith(`${family}.`)) problems.push(`${where}: expected an id that starts with "${family}."`);
    if (!REQUIREMENT_KINDS.includes(row.kind))
      problems.push(`${where}: the kind ${row.kind} is not one of ${REQUIREMENT_KINDS.join(', ')}`);
    for (const operation of row.operations ?? []) {
      if (!known.has(operation)) problems.push(`${where}: there is no operation ${operation}`);
    }
    registry.set(
      row.id,
      completed(family, withNeeds(row, byPlace, again), source, (why) => problems.push(`${where}: ${why}`)),
    );
  };

  for (const { family, rows } of written) for (const row of rows) add(family, row, 'written');
  for (const { family, row } of perOperationRows(contract)) add(family, row, 'per-operation');
  refuseIfAny(problems);
  return registry;
}

/** What a request of an operation needs for its address: a deployment in the path, or the host of another API. */
function placesOf(contract: ContractDocument): ReadonlyMap<AnyOperationId, Needs> {
  const documented = operationsOf(contract).map(({ operation, path }): [AnyOperationId, Needs] => {
    const { credential } = operation['x-access'];
    const lent: Needs['lent'] =
      credential === 'core-data'
        ? ['DATA_API_URL']
        : credential === 'ai'
          ? ['AI_URL']
          : path.includes('{deploymentId}')
            ? ['DEPLOYMENT_ID']
            : [];
    return [operation.operationId as AnyOperationId, { lent }];
  });
  const bound = Object.entries(BOUND_OPERATIONS).map(([id, { binding }]): [AnyOperationId, Needs] => {
    const { path = '' } = BINDINGS[binding].default as { readonly path?: string };
    return [id as AnyOperationId, { lent: path.includes('{deploymentId}') ? ['DEPLOYMENT_ID'] : [] }];
  });
  return new Map([...documented, ...bound]);
}

const OF_DEPLOYMENTS: readonly string[] = Object.values(DATA_SOURCES).flat();

/** What a check may use that is made in the spare deployment where the run must not change another one, or finds nothing in it. */
function ofSpare({ actors = [], lent = [] }: Needs, changesDeployment: boolean): Needs {
  const needsSource = lent.some((one) => OF_DEPLOYMENTS.includes(one));
  if (!changesDeployment && !needsSource) return {};
  const key: Needs = actors.includes('SCOPED_TOKEN') ? { mayUse: [SPARE_KEY] } : {};
  const source: Needs = needsSource ? { mayUse: [SPARE_SOURCE] } : {};
  return joined({ mayUse: [SPARE_DEPLOYMENT] }, source, key);
}

function withNeeds(row: Row, places: ReadonlyMap<AnyOperationId, Needs>, again: ReturnType<typeof neededAgain>): Row {
  const ofPlaces = (row.operations ?? []).map((operation) => places.get(operation));
  const byAnybody: Needs = row.needs?.anyCaller === true ? { mayUse: [STAND_IN] } : {};
  const changes = [...(row.operations ?? []), ...(row.needs?.steps ?? [])];
  const all = joined(row.needs, ...ofPlaces, again(row), byAnybody);
  const needs = joined(all, ofSpare(all, changes.includes('updateDeployment')));
  return Object.keys(needs).length > 0 ? { ...row, needs } : row;
}

function completed(family: Family, row: Row, source: Requirement['source'], report: (why: string) => void) {
  let lines: LineRange[] = [];
  try {
    lines = parseLines(row.lines);
  } catch (error) {
    report((error as Error).message);
  }
  return {
    id: row.id as RequirementId,
    family,
    level: row.level ?? 'must',
    kind: row.kind,
    sentence: row.sentence,
    section: sectionOf(lines),
    lines,
    operations: row.operations ?? [],
    needs: row.needs ?? {},
    classes: row.classes ?? [],
    notJudged: row.notJudged ?? {},
    ...(row.rule !== undefined && { rule: row.rule }),
    ...(row.serves !== undefined && { serves: row.serves }),
    ...(row.untestable !== undefined && { untestable: row.untestable }),
    source,
  } satisfies Requirement;
}
