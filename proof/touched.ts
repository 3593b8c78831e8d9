import type { Registry } from '../contracts/requirements/index.ts';
import type { Fault } from './lib/fault.ts';

/** The files that each file imports at run time. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** What the files of the project say about each other. */
export interface Sources {
  readonly imports: ImportGraph;
  readonly textOf: (file: string) => string;
  readonly registry: Registry;
  /** The faults, each under the file that declares it. */
  readonly tables: Readonly<Record<string, readonly Fault[]>>;
  /** The spec files with the checks of each requirement. */
  readonly specs: ReadonlyMap<string, readonly string[]>;
}

/** Where everything starts that is part of every trial: the suite, the tenant, and what plays and reads trials. */
const COMMON = ['playwright.config.ts', 'commands/trial-runs.ts', 'reports/trials-reporter.ts'];
/** Changes which versions of dependencies are installed, for the suite and for the tenant. */
const LOCK = 'package-lock.json';
/** Derived from files that are looked at themselves. */
const GENERATED = 'contracts/generated/';

/**
 * Files that put parts together, with the folder of the parts. Every check and every fault reaches all parts through them,
 * but depends on few, so that these imports are not followed. A part counts for the checks that call an operation which
 * the part names; a part of the registry for the requirements of its rows. A part that names no operation counts for all.
 */
const ASSEMBLIES: Readonly<Record<string, string>> = {
  'contracts/requirements/families.ts': 'contracts/requirements/',
  'harness/undo/rules/index.ts': 'harness/undo/rules/',
  'mock/families/index.ts': 'mock/families/',
  'proof/index.ts': 'proof/faults/',
  'tests/calls.ts': 'tests/',
};
const REGISTRY = 'contracts/requirements/families.ts';

/** Declares the fixtures: that a spec file imports it does not mean that its checks use all of them. */
const FIXTURES = 'harness/test.ts';
/** Fixtures that call operations, with the file that does so. */
const CALLING_FIXTURES = { role: 'harness/things/roles.ts' } as const;
/** Where checks call operations. The rest of the harness names operations only in tables. */
const CALLS = /^(?:tests|harness\/(?:check|rules|things|undo))\//;
/** A table by operation, of which a check uses the rows of the operations that it calls. */
const TABLE = 'harness/rules/effects.ts';
/** Who imports the valid calls of all operations, also through another file, may send any of them. */
const VALID_CALLS = 'tests/calls.ts';

const DOCUMENT = /^contracts\/openapi\/.*\.yaml$/;

/**
 * Which faults have to be played again when files have changed. A fault is touched if a changed file is
 * - imported, directly or through others, by the file that declares the fault or by a spec file that checks its requirement,
 * - imported by what every trial uses,
 * - part of the tenant, the cleanup or the valid calls, and names an operation that the check calls,
 * - the file with the row of the requirement, or
 * - a file of the OpenAPI document of the requirement's family, of an operation that the check calls, or of all families.
 */
export function touchedBy(changed: readonly string[], sources: Sources): (fault: Fault) => boolean {
  refuseUnknown(sources.imports);
  const files = changed.filter((file) => !file.startsWith(GENERATED));
  const everywhere = reachedFrom(COMMON, sources.imports);
  if (files.some((file) => file === LOCK || everywhere.has(file))) return () => true;

  const reach = new Reached(sources);
  const documents = files.filter((file) => DOCUMENT.test(file));
  const concerns = [...changedParts(files, sources, reach), ...documents.map((file) => documentConcern(file, sources))];
  const fileOf = new Map(Object.entries(sources.tables).flatMap(([file, own]) => own.map(({ id }) => [id, file])));
  return ({ id, requirement }) => {
    const starts = [...(sources.specs.get(requirement) ?? []), fileOf.get(id) ?? ''];
    if (starts.some((start) => files.some((file) => reach.of(start).has(file)))) return true;
    return concerns.some((concern) => concern(requirement, () => reach.operationsOf(requirement)));
  };
}

/** The operations that the checks of each requirement may call, as their files name them. */
export function operationsCalled(sources: Sources): (requirement: string) => ReadonlySet<string> {
  const reach = new Reached(sources);
  return (requirement) => reach.operationsOf(requirement);
}

/** The operations that a part of an assembly names. */
export function operationsIn(file: string, sources: Pick<Sources, 'registry' | 'textOf'>): ReadonlySet<string> {
  return namedIn(sources.textOf(file), knownOperations(sources.registry));
}

/** Whether a changed file concerns the checks of a requirement, which call these operations. */
type Concern = (requirement: string, operations: () => ReadonlySet<string>) => boolean;

/** What the changed parts of assemblies concern, each together with what it imports. */
function changedParts(files: readonly string[], sources: Sources, reach: Reached): Concern[] {
  return Object.entries(ASSEMBLIES).flatMap(([assembly, folder]) => {
    if (folder === ASSEMBLIES['proof/index.ts']) return [];
    const parts = (sources.imports.get(assembly) ?? []).filter((part) => part.startsWith(folder));
    const touched = parts.filter((part) => files.some((file) => reach.of(part).has(file)));
    return touched.map((part): Concern => {
      if (assembly === REGISTRY) {
        return (id) => {
          const requirement = sources.registry.get(id);
          return requirement?.source === 'written' && part === `${folder}${requirement.family}.ts`;
        };
      }
      const named = operationsIn(part, sources);
      return named.size === 0 ? () => true : (_, operations) => intersect(named, operations());
    });
  });
}

/** What a file of the OpenAPI document concerns, also through the schemas that other files take from it. */
function documentConcern(file: string, { registry, textOf }: Sources): Concern {
  const family = /^x-family: *([\w-]+)/m.exec(textOf(file))?.[1];
  if (family === undefined) return () => true;
  const subjects = [...registry.values()].filter((one) => one.family === family).map(({ operations }) => operations[0]);
  const named = new Set<string>([
    ...namedIn(textOf(file), knownOperations(registry)),
    ...subjects.filter((operation) => operation !== undefined),
  ]);
  return (id, operations) => registry.get(id)?.family === family || intersect(named, operations());
}

/** What files reach through imports. */
class Reached {
  readonly #sources: Sources;
  readonly #known: ReadonlySet<string>;
  readonly #files = new Map<string, ReadonlySet<string>>();
  readonly #operations = new Map<string, ReadonlySet<string>>();

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#known = knownOperations(sources.registry);
  }

  of(start: string): ReadonlySet<string> {
    const files = this.#files.get(start) ?? reachedFrom([start], this.#sources.imports);
    this.#files.set(start, files);
    return files;
  }

  operationsOf(requirement: string): ReadonlySet<string> {
    const known = this.#operations.get(requirement);
    if (known) return known;
    const { registry, specs } = this.#sources;
    const operations = new Set<string>(registry.get(requirement)?.operations);
    for (const spec of specs.get(requirement) ?? []) for (const one of this.#calledIn(spec)) operations.add(one);
    for (const row of rowsOf(this.#sources.textOf(TABLE), operations)) {
      for (const one of namedIn(row, this.#known)) operations.add(one);
    }
    this.#operations.set(requirement, operations);
    return operations;
  }

  #calledIn(spec: string): ReadonlySet<string> {
    const known = this.#operations.get(spec);
    if (known) return known;
    const { imports, textOf } = this.#sources;
    const files = reachedFrom([spec], imports, [FIXTURES]);
    if (files.has(VALID_CALLS)) return this.#known;
    const texts = [...files].filter((file) => CALLS.test(file) && file !== TABLE).map(textOf);
    for (const [fixture, file] of Object.entries(CALLING_FIXTURES)) {
      if (texts.some((text) => new RegExp(`[{,]\\s*${fixture}\\s*[,}:]`).test(text))) texts.push(textOf(file));
    }
    const operations = new Set(texts.flatMap((text) => [...namedIn(text, this.#known)]));
    this.#operations.set(spec, operations);
    return operations;
  }
}

/** The files that some files reach through imports, with themselves. Imports of `closed` files are not followed. */
function reachedFrom(
  starts: readonly string[],
  imports: ImportGraph,
  closed: readonly string[] = [],
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (closed.includes(file)) continue;
    const folder = ASSEMBLIES[file];
    const followed = (imports.get(file) ?? []).filter((one) => folder === undefined || !one.startsWith(folder));
    waiting.push(...followed);
  }
  return reached;
}

/** A file that was moved or renamed must not silently lose its meaning here. */
function refuseUnknown(imports: ImportGraph): void {
  const named = [...COMMON, ...Object.keys(ASSEMBLIES), FIXTURES, ...Object.values(CALLING_FIXTURES), TABLE];
  const unknown = named.filter((file) => !imports.has(file));
  if (unknown.length > 0) throw new Error(`proof/touched.ts names files that do not exist: ${unknown.join(', ')}`);
}

function knownOperations(registry: Registry): ReadonlySet<string> {
  return new Set([...registry.values()].flatMap(({ operations }) => operations));
}

/** The members of object literals that stand for one of these operations. */
function rowsOf(text: string, operations: ReadonlySet<string>): string[] {
  return text.split(/^(?= *[a-z]\w*: )/m).filter((row) => operations.has(/\w+/.exec(row)?.[0] ?? ''));
}

function namedIn(text: string, operations: ReadonlySet<string>): ReadonlySet<string> {
  return new Set((text.match(/\b[a-z]\w+/g) ?? []).filter((word) => operations.has(word)));
}

function intersect(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((element) => other.has(element));
}
