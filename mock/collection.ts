/**
 * Things by id, in the order of their ids. Ids grow, so that appending keeps the order and a page is found by halving:
 * a page of fifty costs the same in a list of a hundred thousand.
 */
export class Collection<Thing extends { readonly id: number }> {
  readonly #byId = new Map<number, Thing>();
  #ids: number[] = [];
  #lastId: number;
  /** Changes with every change, so that what was computed from the whole can be kept until then. */
  version = 0;

  constructor(firstId = 1) {
    this.#lastId = firstId - 1;
  }

  get size(): number {
    return this.#ids.length;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Also something that was removed before, whose id is below others. */
  add(thing: Thing): Thing {
    const position = this.#position(thing.id);
    if (this.#ids[position] !== thing.id) this.#ids.splice(position, 0, thing.id);
    this.#byId.set(thing.id, thing);
    this.#lastId = Math.max(this.#lastId, thing.id);
    this.version += 1;
    return thing;
  }

  get(id: number): Thing | undefined {
    return this.#byId.get(id);
  }

  /** Puts a changed thing in the place of the one with its id. */
  replace(thing: Thing): Thing {
    this.#byId.set(thing.id, thing);
    this.version += 1;
    return thing;
  }

  remove(id: number): boolean {
    if (!this.#byId.delete(id)) return false;
    this.#ids.splice(this.#position(id), 1);
    this.version += 1;
    return true;
  }

  /** All in order of their ids, starting behind a given one. */
  *after(id: number): Generator<Thing> {
    for (let position = this.#position(id + 1); position < this.#ids.length; position += 1) {
      const thing = this.#byId.get(this.#ids[position] as number);
      if (thing) yield thing;
    }
  }

  /** All in the opposite order, starting before a given id. */
  *before(id: number): Generator<Thing> {
    for (let position = this.#position(id) - 1; position >= 0; position -= 1) {
      const thing = this.#byId.get(this.#ids[position] as number);
      if (thing) yield thing;
    }
  }

  all(): Thing[] {
    return this.#ids.map((id) => this.#byId.get(id) as Thing);
  }

  find(fits: (thing: Thing) => boolean): Thing | undefined {
    for (const thing of this.#byId.values()) if (fits(thing)) return thing;
    return undefined;
  }

  filter(fits: (thing: Thing) => boolean): Thing[] {
    return this.all().filter(fits);
  }

  /** The first position whose id is not below. */
  #position(id: number): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
