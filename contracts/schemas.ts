import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { SchemaOwner } from './schema-owner.ts';
import type { ContractDocument, Schema } from './document.ts';
import { withNumbers } from './lossless-json.ts';
import { resolvePointer } from './pointer.ts';

/** One deviation of a value from its schema. */
export interface Finding {
  /** The place in the value, as a JSON pointer. */
  readonly at: string;
  readonly message: string;
  /** The requirement that owns this part of the schema, if any. */
  readonly requirement?: string;
}

export type Check = (value: unknown) => readonly Finding[];

const DOCUMENT = 'contract';

/**
 * Validates values against schemas of the document. Each schema is compiled on first use, because compiling all of them
 * takes most of a second and a worker needs few.
 */
export class SchemaChecks {
  readonly #document: ContractDocument;
  readonly #owners: SchemaOwner;
  readonly #ajv: Ajv2020;
  readonly #checks = new Map<string, Check>();

  constructor(document: ContractDocument) {
    this.#document = document;
    this.#owners = new SchemaOwner(document);
    // `strict` would reject the `x-` keywords of the document. Coercion and defaults stay off, so that a value is checked
    // as received. The linter validates the schemas themselves, which would cost time in every worker here.
    this.#ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true, validateSchema: false });
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, DOCUMENT);
  }

  /** The check for the schema at a pointer such as `#/components/schemas/Role`. */
  at(pointer: string): Check {
    let check = this.#checks.get(pointer);
    if (!check) {
      const validate = this.#ajv.compile({ $ref: DOCUMENT + pointer });
      check = (given) => {
        const value = withNumbers(given);
        return validate(value) ? [] : this.#findings(pointer, value, validate.errors ?? []);
      };
      this.#checks.set(pointer, check);
    }
    return check;
  }

  #findings(root: string, value: unknown, errors: readonly ErrorObject[]): Finding[] {
    const choices = errors.filter(isChoice);
    const outermost = choices.filter((one) => !choices.some((other) => other !== one && this.#isWithin(one, other)));
    // An error of `if` only repeats that `then` failed, which has an error of its own.
    const direct = errors.filter(
      (error) =>
        error.keyword !== 'if' && !isChoice(error) && !outermost.some((choice) => this.#isWithin(error, choice)),
    );
    return distinct([
      ...direct.map((error) => this.#finding(root, error)),
      ...outermost.flatMap((choice) => this.#findingsOfChoice(root, choice, value)),
    ]);
  }

  /** Findings of a failed choice: those of the closest branch or, where no branch is closest, one finding for all. */
  #findingsOfChoice(root: string, choice: ErrorObject, value: unknown): Finding[] {
    const pointer = this.#owners.pointerOf(choice);
    const chosenOver = resolvePointer(value, choice.instancePath);
    const branches = (resolvePointer(this.#document, pointer) as readonly Schema[])
      .map((_, index) => this.at(`${pointer}/${index}`)(chosenOver))
      .sort((a, b) => a.length - b.length);
    // A branch whose findings are all inside the value accepts the value's type; it is the one that was meant.
    const [inside, ...others] = branches.filter((findings) => findings.every(({ at }) => at !== ''));
    const nearest = inside && (others.length === 0 || inside.length < (others[0]?.length ?? 0)) ? inside : undefined;
    if (!nearest) {
      const message = `must match one of: ${[...new Set(branches.flat().map((one) => one.message))].join('; ')}`;
      return [this.#finding(root, { ...choice, message })];
    }
    return nearest.map((finding) => {
      const requirement = finding.requirement ?? this.#owners.ownerOf(root, choice);
      return { ...finding, at: choice.instancePath + finding.at, ...(requirement !== undefined && { requirement }) };
    });
  }

  #finding(root: string, error: ErrorObject): Finding {
    const requirement = this.#owners.ownerOf(root, error);
    return { at: placeOf(error), message: explained(error), ...(requirement !== undefined && { requirement }) };
  }

  /** Whether an error comes from a branch of a choice. */
  #isWithin(error: ErrorObject, choice: ErrorObject): boolean {
    if (!`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return false;
    const pointer = this.#owners.pointerOf(error);
    const choicePointer = this.#owners.pointerOf(choice);
    if (pointer.startsWith(`${choicePointer}/`)) return true;
    return this.#owners.referencesFrom(choicePointer).some((target) => pointer.startsWith(`${target}/`));
  }
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The place of an error in the value; for a missing member, the place where it is expected. */
function placeOf(error: ErrorObject): string {
  return error.keyword === 'required' ? `${error.instancePath}/${missing(error)}` : error.instancePath;
}

function missing(error: ErrorObject): string {
  return String(error.params['missingProperty']);
}

function explained(error: ErrorObject): string {
  if (error.keyword === 'required') return 'must be present';
  const message = error.message ?? error.keyword;
  if (error.keyword !== 'enum') return message;
  return `must be one of ${(error.params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
