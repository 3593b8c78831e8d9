import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isMap, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { FAMILIES, isFamily } from '../contracts/families.ts';
import { insteadOf } from '../contracts/nearest.ts';
import { refuseIfAny, UsageProblem } from '../contracts/problem.ts';
import { currentId } from '../contracts/requirements/renamed.ts';

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

/**
 * Requirements that may stay untested on this tenant: the one with an id, those whose ids match a pattern such as `lakehouse.*`,
 * or, in a row without a requirement, all that are untested for a reason such as `MAX_WAIT`.
 */
export interface AcceptedGap {
  readonly requirement?: string;
  readonly accept: 'untested';
  /** Why, in words; in a row without a requirement the setting or the binding that is missing. */
  readonly reason: string;
  /** Last day on which the gap is accepted. A row that may cover several requirements has one. */
  readonly expires?: string;
  readonly line: number;
}

/** The share of the requirements that conformed or were violated in the run that was accepted last. */
export interface AcceptedShare {
  readonly percent: number;
  /** When that run started. */
  readonly at: string;
}

/** The known violations and accepted gaps of one tenant, read from its baseline file. */
export interface Baseline {
  readonly file: string;
  readonly violations: readonly KnownViolation[];
  readonly gaps: readonly AcceptedGap[];
  readonly told?: AcceptedShare;
}

/** What a row is called in messages. */
export function labelOf({ requirement, reason }: Pick<AcceptedGap, 'requirement' | 'reason'>): string {
  return requirement ?? `reason: ${reason}`;
}

/** Whether a row of the gaps names requirements by a pattern. */
export function isPattern(requirement: string): boolean {
  return requirement.includes('*');
}

/** The ids that a pattern stands for; an asterisk stands for any text. */
export function patternOf(requirement: string): RegExp {
  const parts = requirement.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
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
        required: ['accept', 'reason'],
        properties: { requirement: TEXT, accept: { const: 'untested' }, reason: TEXT, expires: DAY },
      },
    },
    told: {
      type: 'object',
      additionalProperties: false,
      required: ['percent', 'at'],
      properties: {
        percent: { type: 'number', minimum: 0, maximum: 100 },
        at: { type: 'string', format: 'date-time' },
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

  const content = (document.toJS() ?? {}) as Content;
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const lineOf = (place: readonly (string | number)[]) => lineAt(document, lines, place);
  if (!ajv.validate(SCHEMA, content)) {
    refuseIfAny(
      (ajv.errors ?? []).map(({ instancePath, message = '', params }) => {
        const place = instancePath.slice(1).split('/').filter(Boolean);
        const where = `${file}:${lineOf(place)}: `;
        const { additionalProperty: member } = params as { additionalProperty?: string };
        if (member !== undefined) return `${where}${member}: ${insteadOf(member, membersAt(place))}`;
        if (place.at(-1) === 'reason') return `${where}${place.join('.')} is empty: say why the row is accepted`;
        if (place.length === 0) return `${file}: expected a list of violations, of gaps, or both`;
        return `${where}${place.join('.')} ${message}`;
      }),
    );
  }
  const placed = <Row extends { readonly requirement?: string }>(
    list: 'violations' | 'gaps',
    rows: readonly Row[] | null | undefined,
  ) =>
    (rows ?? []).map((row, index) => ({
      ...row,
      ...(row.requirement !== undefined && { requirement: currentId(row.requirement) }),
      line: lineOf([list, index]),
    }));
  const baseline: Baseline = {
    file,
    violations: placed('violations', content.violations),
    gaps: placed('gaps', content.gaps),
    ...(content.told && { told: content.told }),
  };
  refuseIfAny([...duplicatesIn(baseline), ...problemsOfPatterns(baseline)]);
  return baseline;
}

/** The names that may stand at a place: those of the file itself, or of a row in one of its lists. */
function membersAt([list]: readonly string[]): readonly string[] {
  const { violations, gaps, told } = SCHEMA.properties;
  const rows: Readonly<Record<string, object>> = {
    violations: violations.items.properties,
    gaps: gaps.items.properties,
    told: told.properties,
  };
  return Object.keys(rows[list ?? ''] ?? SCHEMA.properties);
}

interface Content {
  readonly violations?: KnownViolation[] | null;
  readonly gaps?: AcceptedGap[] | null;
  readonly told?: AcceptedShare;
}

function duplicatesIn({ file, violations, gaps }: Baseline): string[] {
  const seen = new Map<string, number>();
  const rows = [...violations.map(({ requirement, line }) => ({ label: requirement, line })), ...gaps.map(labelled)];
  return rows.flatMap(({ label, line }) => {
    const first = seen.get(label);
    seen.set(label, first ?? line);
    return first === undefined ? [] : [`${file}:${line}: ${label} is already on line ${first}`];
  });
}

const labelled = (row: AcceptedGap) => ({ label: labelOf(row), line: row.line });

/** A row that covers several requirements hides more than its author saw: it is bounded in reach and in time. */
function problemsOfPatterns({ file, violations, gaps }: Baseline): string[] {
  const families = Object.keys(FAMILIES);
  return [
    ...violations
      .filter(({ requirement }) => isPattern(requirement))
      .map(
        ({ requirement, line }) => `${file}:${line}: ${requirement}: a violation is listed by its id, not by a pattern`,
      ),
    ...gaps.flatMap(({ requirement, reason, expires, line }) => {
      const isBroad = requirement === undefined || isPattern(requirement);
      const [family = ''] = (requirement ?? '').split('.');
      const where = `${file}:${line}: ${labelOf({ ...(requirement !== undefined && { requirement }), reason })}`;
      return [
        ...(requirement !== undefined && isPattern(requirement) && !isFamily(family)
          ? [`${where}: a pattern begins with the name of one family and a dot, such as ${families[0] ?? ''}.*`]
          : []),
        ...(isBroad && expires === undefined
          ? [
              `${where}: a row that may cover several requirements needs the day on which it expires, such as expires: 2027-02-01`,
            ]
          : []),
      ];
    }),
  ];
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
