import { refuse } from './answer.ts';

/** Query parameters in the contract's names. A parameter that is sent twice counts once, the last time. */
export class Query {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  /** Those that were sent, by their names. */
  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  integer(name: string, least: number): number | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!/^\d{1,15}$/.test(text) || value < least) {
      refuse('invalid', `${name} is ${JSON.stringify(text)}, expected a whole number of at least ${least}`);
    }
    return value;
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const value = values.find((one) => one === text);
    return value ?? refuse('invalid', `${name} is ${JSON.stringify(text)}, expected one of ${values.join(', ')}`);
  }
}
