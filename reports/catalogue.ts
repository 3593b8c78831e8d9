import { isAlwaysGuessed, type BindingId } from '../contracts/bindings/index.ts';
import { formatLines } from '../contracts/lines.ts';
import { operationsOf, type ContractDocument } from '../contracts/document.ts';
import { FAMILIES, type Family } from '../contracts/families.ts';
import { REQUIREMENT_KINDS, type Needs } from '../contracts/requirements/row.ts';
import type { Registry, Requirement } from '../contracts/requirements/index.ts';
import { costOf, quickIds } from '../contracts/requirements/quick.ts';
import type { Pins } from '../contracts/requirements/pins.ts';

/** The registry and the operations, as `catalogue --json` prints them. */
export interface Catalogue {
  readonly requirements: readonly CatalogueRequirement[];
  readonly operations: readonly CatalogueOperation[];
}

export interface CatalogueRequirement extends Omit<Requirement, 'needs'> {
  readonly needs: Needs;
  /** The bindings that its requests hold a guess of, unless they are stated: no tenant's document shows them. */
  readonly guesses: readonly BindingId[];
  /** Whether `--quick` selects it. */
  readonly isQuick: boolean;
  /** SHA-256 of each cited range of the specification, by range. */
  readonly pins: Pins;
}

export interface CatalogueOperation {
  readonly operationId: string;
  readonly family: Family;
  readonly method: string;
  readonly path: string;
  readonly statuses: readonly string[];
}

export function catalogueOf(contract: ContractDocument, registry: Registry, pins: Pins): Catalogue {
  const quick = quickIds(registry);
  return {
    requirements: [...registry.values()].map((requirement) => ({
      ...requirement,
      isQuick: quick.has(requirement.id),
      guesses: (requirement.needs.bindings ?? []).filter(isAlwaysGuessed),
      pins: Object.fromEntries(
        requirement.lines.flatMap((range) => {
          const key = formatLines([range]);
          return pins[key] === undefined ? [] : [[key, pins[key]]];
        }),
      ),
    })),
    operations: operationsOf(contract).map(({ operation, family, method, path }) => ({
      operationId: operation.operationId,
      family,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(operation.responses).sort(),
    })),
  };
}

/** The catalogue as text for a terminal. */
export function catalogueText({ requirements, operations }: Catalogue): string {
  const testable = requirements.filter(({ untestable }) => untestable === undefined);
  const untestable = requirements.filter((one) => one.untestable !== undefined);
  const guessing = testable.filter(({ guesses }) => guesses.length > 0);
  return [
    heading('Requirements by family'),
    ...byFamily(requirements, operations),
    heading('Requirements by kind'),
    ...REQUIREMENT_KINDS.map((kind) => `  ${kind.padEnd(14)}${count(testable.filter((one) => one.kind === kind))}`),
    heading('Operations and their documented statuses'),
    ...operations.map(
      ({ operationId, method, path, statuses }) => `  ${operationId}\n    ${method} ${path}\n    ${statuses.join(' ')}`,
    ),
    heading('Sent with a guess, unless it is stated in BINDINGS'),
    ...guessing.map(({ id, guesses }) => `  ? ${id}\n    ${guesses.join(', ')}`),
    heading('Judged class by class'),
    ...testable.filter(({ classes }) => classes.length > 0).map(classesText),
    heading('Untestable, and why'),
    ...untestable.map((one) => `  ${one.id}\n    ${one.sentence}\n    ${one.untestable ?? ''}`),
    '',
    `${testable.length} testable requirements (${testable.filter(({ level }) => level === 'must').length} must, ` +
      `${testable.filter(({ level }) => level === 'should').length} should; ` +
      `${testable.filter(({ source }) => source === 'per-operation').length} of them hold per operation), ` +
      `${testable.filter(({ isQuick }) => isQuick).length} quick, ${guessing.length} always with a guess, ${untestable.length} untestable, ${operations.length} operations`,
  ].join('\n');
}

/** What `--quick` selects, with what each costs. */
export function quickText({ requirements }: Catalogue): string {
  const quick = requirements.filter(({ isQuick }) => isQuick);
  const requests = quick.reduce((sum, one) => sum + costOf(one), 0);
  return [
    ...quick.map((one) => `${costOf(one).toFixed(1).padStart(5)}  ${one.id}`),
    '',
    `${quick.length} requirements, about ${Math.round(requests)} requests on a live tenant that lends everything`,
  ].join('\n');
}

/** What the requirements say whose id or sentence matches. */
export function sentencesText({ requirements }: Catalogue, matches: (text: string) => boolean): string {
  const found = requirements.filter(({ id, sentence }) => matches(id) || matches(sentence));
  return [...found.map(({ id, sentence }) => `${id}\n  ${sentence}`), '', count(found) + ' requirements'].join('\n');
}

function classesText({ id, classes, notJudged }: CatalogueRequirement): string {
  const unjudged = Object.entries(notJudged).map(([name, why]) => `\n    not judged: ${name}: ${why}`);
  return `  ${id}\n    ${classes.join('; ')}${unjudged.join('')}`;
}

function byFamily(requirements: readonly CatalogueRequirement[], operations: readonly CatalogueOperation[]): string[] {
  const columns = ['written', 'per op.', 'must', 'should', 'quick', 'untestable', 'operations'];
  const rows = Object.keys(FAMILIES).map((family) => {
    const own = requirements.filter((one) => one.family === family);
    const testable = own.filter((one) => one.untestable === undefined);
    const numbers = [
      testable.filter(({ source }) => source === 'written'),
      testable.filter(({ source }) => source === 'per-operation'),
      testable.filter(({ level }) => level === 'must'),
      testable.filter(({ level }) => level === 'should'),
      testable.filter(({ isQuick }) => isQuick),
      own.filter((one) => one.untestable !== undefined),
      operations.filter((one) => one.family === family),
    ];
    return `  ${family.padEnd(20)}${numbers.map((list) => count(list).padStart(11)).join('')}`;
  });
  return [`  ${''.padEnd(20)}${columns.map((column) => column.padStart(11)).join('')}`, ...rows];
}

function heading(text: string): string {
  return `\n${text}\n`;
}

function count(list: readonly unknown[]): string {
  return String(list.length);
}
