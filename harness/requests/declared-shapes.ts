import type { Schema } from '../../contracts/document.ts';
import type { DeclaredSchemas } from '../../generators/declared-schemas.ts';

type Shape = ReturnType<DeclaredSchemas['shape']>;

/** What a tenant's document allows in a place of a body, whichever of its choices it is. */
export class DeclaredShapes {
  readonly #schemas: DeclaredSchemas;

  constructor(schemas: DeclaredSchemas) {
    this.#schemas = schemas;
  }

  typesOf(nodes: readonly Schema[]): readonly string[] {
    return this.of(nodes).flatMap((shape) => shape.types ?? ['any']);
  }

  /** The shapes that a schema allows, one for each branch of its choices. */
  of(nodes: readonly Schema[], depth = 0): Shape[] {
    const shape = this.#schemas.shape(nodes);
    if (shape.choices.length === 0 || depth > 4) return [shape];
    const branches = shape.choices.flatMap((choice) =>
      choice.flatMap((branch) => this.of([branch], depth + 1)).filter(({ types }) => types?.join() !== 'null'),
    );
    // A choice may say no more than which of the members beside it is there.
    return shape.properties.size > 0 ? [shape, ...branches] : branches;
  }

  /** The listed values of a place in all branches of its choices. */
  listedIn(nodes: readonly Schema[]): readonly unknown[] {
    return nodes.flatMap((node) => this.#schemas.shape([node]).values ?? []);
  }

  membersOf(nodes: readonly Schema[]): ReadonlyMap<string, readonly Schema[]> {
    const all = new Map<string, Schema[]>();
    for (const shape of [this.#schemas.shape(nodes), ...this.of(nodes)])
      for (const [name, schemas] of shape.properties)
        all.set(name, [...(all.get(name) ?? []), ...schemas.filter((one) => !all.get(name)?.includes(one))]);
    return all;
  }

  elementsOf(nodes: readonly Schema[]): readonly Schema[] {
    return this.of(nodes).flatMap((shape) => shape.items);
  }

  /** The only member that objects of a list need, if that is a text: `cube` of `views: [{ cube }]`. */
  onlyTextOf(nodes: readonly Schema[]): string | undefined {
    if (!this.typesOf(nodes).every((type) => type === 'object')) return undefined;
    const [shape] = this.of(nodes);
    const [name, ...others] = shape?.required ?? [];
    const isText = name !== undefined && this.typesOf(shape?.properties.get(name) ?? []).join() === 'string';
    return isText && others.length === 0 ? name : undefined;
  }
}
