import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isMap, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';

/** A violation that is known: it does not fail the gate, as long as it lasts and has not expired. */
export interface KnownViolation {
  readonly requirement: string;
  readonly reason: string;
  readonly ticket?: string;
  /** The day since which it is known, and the last one on which it counts as known. */
  readonly since?: string;
  readonly expires?: string;
  readonly line: number;
}

/** A promise that cannot be looked at on this tenant, and need not be. */
export interface AcceptedGap {
  readonly requirement: string;
  readonly accept: 'untested';
  readonly reason: string;
  readonly line: number;
}

/** What is known of one tenant and accepted, as its baseline file says it. */
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

/** Reads a baseline, or tells all that is wrong with it by line and the name that the user knows the file by. */
export function readBaseline(place: string, file: string = place): Baseline {
  if (!existsSync(place)) throw new UsageProblem([`${file}: there is no such file, expected a baseline`]);
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(place, 'utf8'), { lineCounter: lines, schema: 'core' });
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
  refuseTwins(baseline);
  return baseline;
}

function refuseTwins({ file, violations, gaps }: Baseline): void {
  const seen = new Map<string, number>();
  refuseIfAny(
    [...violations, ...gaps].flatMap(({ requirement, line }) => {
      const first = seen.get(requirement);
      seen.set(requirement, first ?? line);
      return first === undefined ? [] : [`${file}:${line}: ${requirement} stands on line ${first} already`];
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
