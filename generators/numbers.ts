import fc from 'fast-check';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Whole numbers of which about half are favourites. A favourite drawn by `fc.oneof` could only shrink to another
 * favourite; here every number shrinks as an integer does, so a counterexample ends at the number where a fault begins.
 */
class Favouring extends fc.Arbitrary<number> {
  readonly #favourites: readonly number[];
  readonly #bounds: Bounds;
  readonly #whole: fc.Arbitrary<number>;

  constructor(favourites: readonly number[], bounds: Bounds) {
    super();
    this.#favourites = [...new Set(favourites)].filter((one) => one >= bounds.min && one <= bounds.max);
    this.#bounds = bounds;
    this.#whole = fc.integer(bounds);
  }

  override generate(random: fc.Random): fc.Value<number> {
    const isFavourite = this.#favourites.length > 0 && random.nextInt(0, 1) === 0;
    const favourite = isFavourite ? this.#favourites[random.nextInt(0, this.#favourites.length - 1)] : undefined;
    return new fc.Value(favourite ?? random.nextInt(this.#bounds.min, this.#bounds.max), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return this.#whole.canShrinkWithoutContext(value);
  }

  override shrink(value: number, context: unknown): fc.Stream<fc.Value<number>> {
    return this.#whole.shrink(value, context);
  }
}

/** Whole numbers within bounds, about half of them among the favourites. */
export function favouring(favourites: readonly number[], bounds: Bounds): fc.Arbitrary<number> {
  return new Favouring(favourites, bounds);
}

/** Whole numbers within bounds, about half of them at a bound or next to it, where limits are got wrong. */
export function atBounds({ min, max }: Bounds): fc.Arbitrary<number> {
  return favouring([min, min + 1, max - 1, max], { min, max });
}

/**
 * Lists with a least length that shrink to any list of that length. With `minLength`, an array only ever loses its first
 * elements, and a counterexample would keep what stands behind the one that matters.
 */
export function atLeast<Element>(min: number, lists: fc.Arbitrary<Element[]>): fc.Arbitrary<Element[]> {
  return min === 0 ? lists : lists.filter(({ length }) => length >= min);
}
