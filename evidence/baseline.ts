import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isMap, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';

/** A known violation. It does not fail the gate until it expires; once the requirement conforms, the row is stale. */
export interface KnownViolation {
  readonly requirement: string;
  readonly reason: string;
  readonly ticket?: string;
  /** First and last day on which the violation counts as known. */
  readonly since?: string;
  readonly expires?: string;
  readonly line: number;
}

/** A requirement that may stay untested on this tenant. */
export interface AcceptedGap {
  readonly requirement: string;
  readonly accept: 'untested';
  readonly reason: string;
  readonly line: number;
}

/** The known violations and accepted gaps of one tenant, read from its baseline file. */
export interface Baseline {
  readonly file: string;
  readonly violations: readonly KnownViolation[];
  readonly gaps: readonly AcceptedGap[];
}

const TEXT = { type: 'string', minLength: 1 };
const DAY = { type: 'string', format: 'date' };

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    violations: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requirement', 'reason'],
        properties: { requirement: TEXT, reason: TEXT, ticket: TEXT, since: DAY, expires: DAY },
      },
    },
    gaps: {
      type: ['array', 'null'],
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['requirement', 'accept', 'reason'],
        properties: { requirement: TEXT, accept: { const: 'untested' }, reason: TEXT },
      },
    },
  },
};

/** Reads a baseline. Throws all problems with their lines; `file` is the name of the file in messages. */
export function readBaseline(path: string, file: string = path): Baseline {
  if (!existsSync(path)) throw new UsageProblem([`${file}: there is no such file, expected a baseline`]);
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines, schema: 'core' });
  refuseIfAny(
    document.errors.map(({ message, pos }) => `${file}:${lines.linePos(pos[0]).line}: ${message.split('\n')[0] ?? ''}`),
  );

  const content = (document.toJS() ?? {}) as { violations?: KnownViolation[] | null; gaps?: AcceptedGap[] | null };
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const lineOf = (place: readonly (string | number)[]) => lineAt(document, lines, place);
  if (!ajv.validate(SCHEMA, content)) {
    refuseIfAny(
      (ajv.errors ?? []).map(({ instancePath, message = '', params }) => {
        const place = instancePath.slice(1).split('/').filter(Boolean);
        const member = (params as { additionalProperty?: string }).additionalProperty;
        return `${file}:${lineOf(place)}: ${place.join('.')} ${message}${member === undefined ? '' : `: ${member}`}`;
      }),
    );
  }
  const placed = <Row>(list: 'violations' | 'gaps', rows: readonly Row[] | null | undefined) =>
    (rows ?? []).map((row, index) => ({ ...row, line: lineOf([list, index]) }));
  const baseline = { file, violations: placed('violations', content.violations), gaps: placed('gaps', content.gaps) };
  refuseDuplicates(baseline);
  return baseline;
}

function refuseDuplicates({ file, violations, gaps }: Baseline): void {
  const seen = new Map<string, number>();
  refuseIfAny(
    [...violations, ...gaps].flatMap(({ requirement, line }) => {
      const first = seen.get(requirement);
      seen.set(requirement, first ?? line);
      return first === undefined ? [] : [`${file}:${line}: ${requirement} is already on line ${first}`];
    }),
  );
}

function lineAt(document: Document, lines: LineCounter, place: readonly (string | number)[]): number {
  let node: unknown = document.contents;
  for (const step of place) {
    const inner: unknown = isMap(node) || isSeq(node) ? node.get(isSeq(node) ? Number(step) : step, true) : undefined;
    if (inner === undefined) break;
    node = inner;
  }
  const { range } = (node ?? {}) as { readonly range?: readonly [number, number, number] };
  return range ? lines.linePos(range[0]).line : 1;
}
