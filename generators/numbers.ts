import fc from 'fast-check';

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * Integers of which about half are favourites. A favourite drawn by `fc.oneof` could only shrink to another favourite;
 * here every number shrinks like an integer, so that a counterexample shrinks to the smallest failing number.
 */
class Favouring extends fc.Arbitrary<number> {
  readonly #favourites: readonly number[];
  readonly #bounds: Bounds;
  readonly #integers: fc.Arbitrary<number>;

  constructor(favourites: readonly number[], bounds: Bounds) {
    super();
    this.#favourites = [...new Set(favourites)].filter((one) => one >= bounds.min && one <= bounds.max);
    this.#bounds = bounds;
    this.#integers = fc.integer(bounds);
  }

  override generate(random: fc.Random): fc.Value<number> {
    const isFavourite = this.#favourites.length > 0 && random.nextInt(0, 1) === 0;
    const favourite = isFavourite ? this.#favourites[random.nextInt(0, this.#favourites.length - 1)] : undefined;
    return new fc.Value(favourite ?? random.nextInt(this.#bounds.min, this.#bounds.max), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return this.#integers.canShrinkWithoutContext(value);
  }

  override shrink(value: number, context: unknown): fc.Stream<fc.Value<number>> {
    return this.#integers.shrink(value, context);
  }
}

/** Integers within bounds, about half of them among the favourites. */
export function favouring(favourites: readonly number[], bounds: Bounds): fc.Arbitrary<number> {
  return new Favouring(favourites, bounds);
}

/** Integers within bounds, about half of them at a bound or next to it, where off-by-one errors are. */
export function atBounds({ min, max }: Bounds): fc.Arbitrary<number> {
  return favouring([min, min + 1, max - 1, max], { min, max });
}

/**
 * Lists with a minimum length that shrink to any list of that length. With `minLength`, fast-check removes only the first
 * elements, so that a counterexample would keep irrelevant elements after the relevant one.
 */
export function atLeast<Element>(min: number, lists: fc.Arbitrary<Element[]>): fc.Arbitrary<Element[]> {
  return min === 0 ? lists : lists.filter(({ length }) => length >= min);
}
