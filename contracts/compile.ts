import { isMap, isScalar, LineCounter, parseDocument, visit, type Document, type Node } from 'yaml';
import { METHODS, type Access, type ContractDocument, type Method, type Operation } from './document.ts';
import { isFamily, type Family } from './families.ts';
import { resolvePointer } from './pointer.ts';
import { refuseIfAny } from './problem.ts';

const SCOPED_KEY_ELSEWHERE = '281, 297';

/** A source of the document: its file's name for messages, and its text. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

type Tree = Record<string, unknown>;

/** An operation as a family file declares it. Missing members are completed or reported as problems. */
type WrittenOperation = Partial<Omit<Operation, 'x-access'>> & { readonly 'x-access'?: Partial<Access> };
type WrittenItem = Record<string, unknown> & Partial<Record<Method, WrittenOperation>>;

interface Parsed {
  readonly file: string;
  readonly yaml: Document;
  readonly lines: LineCounter;
  readonly tree: Tree;
}

/**
 * Joins the family files into one OpenAPI document and completes each operation with what holds for all of them.
 * Throws all problems of the sources at once, each with its file and line.
 */
export function compile(sources: readonly Source[]): ContractDocument {
  const problems: string[] = [];
  const parsed = sources.flatMap((source) => parse(source, problems));
  refuseIfAny(problems);

  const shared = parsed.find(({ tree }) => 'openapi' in tree);
  if (!shared)
    refuseIfAny(['contracts/openapi: no file has `openapi`, so there is no document to join the families to']);
  const document = structuredClone(shared?.tree ?? {}) as Tree & { paths?: Tree; components?: Tree };
  const paths: Tree = (document.paths = {});
  const components = (document.components ??= {}) as Record<string, Tree>;

  const seenOperations = new Map<string, string>();
  for (const part of parsed) {
    if (part === shared) continue;
    const family = part.tree['x-family'];
    if (typeof family !== 'string' || !isFamily(family)) {
      problems.push(`${part.file}:1: x-family is ${JSON.stringify(family)}, expected one of the families`);
      continue;
    }
    for (const [path, item] of entries(part.tree['paths'])) {
      if (path in paths) problems.push(`${at(part, ['paths', path])}: the path ${path} is declared twice`);
      paths[path] = complete(family, path, item as WrittenItem, (method, why) => {
        problems.push(`${at(part, ['paths', path, method])}: ${why}`);
      });
      for (const method of METHODS) {
        const id = (item as WrittenItem)[method]?.operationId;
        if (id === undefined) continue;
        const where = at(part, ['paths', path, method, 'operationId']);
        const first = seenOperations.get(id);
        if (first) problems.push(`${where}: the operationId ${id} is already used at ${first}`);
        seenOperations.set(id, where);
      }
    }
    for (const [kind, members] of entries(part.tree['components'])) {
      const target = (components[kind] ??= {});
      for (const [name, value] of entries(members)) {
        const where = ['components', kind, name];
        if (name in target) problems.push(`${at(part, where)}: ${kind} ${name} is declared twice`);
        target[name] = value;
      }
    }
  }

  for (const part of parsed) problems.push(...danglingReferences(part, document));
  refuseIfAny(problems);
  return document as unknown as ContractDocument;
}

function parse({ file, text }: Source, problems: string[]): Parsed[] {
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  for (const error of yaml.errors) {
    problems.push(`${file}:${lines.linePos(error.pos[0]).line}: ${error.message}`);
  }
  if (yaml.errors.length > 0) return [];
  if (!isMap(yaml.contents)) {
    problems.push(`${file}:1: expected a mapping with x-family, paths and components`);
    return [];
  }
  return [{ file, yaml, lines, tree: yaml.toJS() as Tree }];
}

function complete(
  family: Family,
  path: string,
  item: WrittenItem,
  report: (method: string, why: string) => void,
): WrittenItem {
  const completed: WrittenItem = { ...item };
  for (const method of METHODS) {
    const operation = item[method];
    if (!operation) continue;
    for (const member of ['operationId', 'summary', 'x-lines', 'responses'] as const) {
      if (operation[member] === undefined) report(method, `the operation has no ${member}`);
    }
    completed[method] = completeOperation(family, path, operation);
  }
  return completed;
}

function completeOperation(family: Family, path: string, operation: WrittenOperation): WrittenOperation {
  const written = operation['x-access'];
  const responses = operation.responses ?? {};
  const credential = written?.credential ?? 'platform';
  const deployment = credential === 'platform' && /\/deployments\/\{/.test(path) && !written?.scopedKeyRefused;
  const access: Access = {
    credential,
    ...(deployment && { scopedKeyElsewhereRefused: SCOPED_KEY_ELSEWHERE }),
    ...written,
  };
  const forbids =
    access.administrator ??
    access.scopedKeyRefused ??
    access.scopedKeyElsewhereRefused ??
    (access.embedSessionRefused?.status === 403 || undefined);
  return {
    ...operation,
    tags: [family],
    'x-access': access,
    security: [{ [credential]: [] }],
    responses: {
      ...responses,
      '401': responses['401'] ?? { $ref: '#/components/responses/Unauthorized' },
      ...(forbids !== undefined && {
        '403': responses['403'] ?? { $ref: '#/components/responses/Forbidden' },
      }),
      '4XX': responses['4XX'] ?? { $ref: '#/components/responses/Refused' },
    },
  };
}

function danglingReferences(part: Parsed, document: Tree): string[] {
  const problems: string[] = [];
  visit(part.yaml, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return;
      const target = String(value.value);
      if (!target.startsWith('#/') || resolvePointer(document, target) === undefined) {
        problems.push(`${part.file}:${lineOf(part, value)}: $ref to ${target}, which is not in the document`);
      }
    },
  });
  return problems;
}

function at(part: Parsed, path: readonly string[]): string {
  const node = part.yaml.getIn(path, true) as Node | undefined;
  return `${part.file}:${node ? lineOf(part, node) : 1}`;
}

function lineOf(part: Parsed, node: Node): number {
  return part.lines.linePos(node.range?.[0] ?? 0).line;
}

function entries(tree: unknown): [string, unknown][] {
  return typeof tree === 'object' && tree !== null ? Object.entries(tree) : [];
}
