import type { Schema } from '../contracts/document.ts';
import { isOnDemand } from './branches.ts';
import type { DeclaredSchemas, Shape } from './declared-schemas.ts';
import { at, isMembers, isOfType, type Members } from './members.ts';
import type { Wishes } from './wishes.ts';

/** Choices inside choices: more than any document that a person could read. */
const MOST_CHOICES = 10;
/** Keywords by which an object decides for itself what it requires. */
const CONDITIONS = ['if', 'dependentRequired', 'dependentSchemas', 'dependencies'];

/** Decides what the schemas of a tenant's document ask of a value, where they leave a choice or depend on the value. */
export class Choices {
  readonly #schemas: DeclaredSchemas;
  readonly #wishes: Wishes;

  constructor(schemas: DeclaredSchemas, wishes: Wishes) {
    this.#schemas = schemas;
    this.#wishes = wishes;
  }

  /**
   * The shape of a value after every choice between schemas: each time the branch that the value is nearest to, which is
   * the one with the fewest errors, and then the one with the fewest members to fill in.
   */
  chosen(nodes: readonly Schema[], value: unknown, path: string): Shape {
    const decided = new Set<object>();
    let all = nodes;
    for (;;) {
      const shape = this.#schemas.shape(all, decided);
      const [choice] = shape.choices;
      if (!choice || decided.size > MOST_CHOICES) return shape;
      decided.add(choice);
      const [best] = choice
        .filter((branch) => typeof branch === 'object')
        .map((branch) => ({ branch, cost: this.#costOf(branch, decided, value, path) }))
        .sort((a, b) => a.cost - b.cost);
      if (!best) continue;
      all = [...all, best.branch];
    }
  }

  /** What a finished object requires by its conditions and dependencies. */
  alsoRequired(nodes: readonly Schema[], value: Members): string[] {
    // Compiling a schema takes longer than all else here.
    if (!nodes.some((node) => CONDITIONS.some((keyword) => keyword in node))) return [];
    const errors = this.#schemas.problems(nodes, value) ?? [];
    const isInChoice = (schemaPath: string) => /\/(anyOf|oneOf|not|if)\//.test(schemaPath);
    return errors.flatMap(({ instancePath, schemaPath, params }) => {
      const name: unknown = params['missingProperty'];
      const isOwn = instancePath === '' && !isInChoice(schemaPath);
      return isOwn && typeof name === 'string' ? [name] : [];
    });
  }

  #costOf(branch: Schema, decided: ReadonlySet<object>, value: unknown, path: string): number {
    const shape = this.#schemas.shape([branch], decided);
    const sent = isMembers(value) ? Object.keys(value) : [];
    const isMissing = (name: string) => !sent.includes(name) && !this.#wishes.omits(at(path, name));
    const missing = [...shape.required].filter(isMissing);
    const problems = this.#schemas.problems([branch], value) ?? [];
    const errors = problems.filter(
      ({ keyword, params, instancePath }) =>
        !(keyword === 'required' && (instancePath !== '' || missing.includes(String(params['missingProperty'])))),
    );
    // What is missing further inside can be filled in as well.
    const inside = problems.filter(({ keyword, instancePath }) => keyword === 'required' && instancePath !== '');
    const isUnlike = shape.types !== undefined && !shape.types.some((type) => isOfType(value, type));
    const undeclared = sent.filter((name) => shape.properties.size > 0 && !shape.properties.has(name));
    const isUnwanted = isOnDemand(this.#schemas, branch) && sent.length === 0;
    const common = (isUnlike ? 10_000 : 0) + errors.length * 100 + undeclared.length * 10;
    return common + (isUnwanted ? 10 : 0) + missing.length + inside.length;
  }
}
