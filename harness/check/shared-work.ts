import type { Exchange } from '../../evidence/evidence.ts';
import type { Recorder } from '../http/recorder.ts';

interface Done {
  readonly result: unknown;
  readonly exchanges: readonly Exchange[];
}

/** The check that asks, and where it keeps its exchanges. */
interface Asking {
  readonly requirement: { readonly id: string };
  readonly recorder: Recorder;
}

/**
 * Requests whose responses several checks of one process judge: whether an operation is served, whether its answer is as
 * documented, each member of that. They are sent once, and each check has the exchanges as its evidence. For live tenants only:
 * on the embedded one each check has a tenant of its own.
 */
export class SharedWork {
  readonly #done = new WeakMap<object, Done>();

  /** What an earlier check got with that key, or else what `send` brings. It is kept if it shows what it should. */
  async resultOf<Result>(
    key: object,
    { requirement, recorder }: Asking,
    send: () => Promise<Result>,
    isKept: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const done = this.#done.get(key);
    if (done) {
      recorder.adopt(done.exchanges);
      return done.result as Result;
    }
    const mark = recorder.length;
    const result = await send();
    if (isKept(result)) {
      const exchanges = recorder.since(mark).map((exchange) => ({ ...exchange, sentFor: requirement.id }));
      this.#done.set(key, { result, exchanges });
    }
    return result;
  }
}
