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
  readonly tenant: { readonly isLive: boolean; readonly areAlike: boolean };
}

export interface Sharing<Result> {
  /** Whether it shows what it should; otherwise it is sent again. */
  readonly isKept?: (result: Result) => boolean;
  /** Whether the check that asks judges the exchange of this index, too. */
  readonly isAdopted?: (result: Result, index: number) => boolean;
  /**
   * Whether its checks ask nothing more about what it made or changed. Then it is sent once on the embedded tenant as well, where
   * each check has a tenant of its own, and all of them are alike.
   */
  readonly isSelfContained?: boolean;
}

/**
 * Requests whose responses several checks of one process judge: whether an operation is served, whether its answer is as
 * documented, each member of that. They are sent once, and each check has the exchanges as its evidence.
 */
export class SharedWork {
  readonly #done = new WeakMap<object, Done>();

  /** What an earlier check got with that key, or else what `send` brings. */
  async resultOf<Result>(
    key: object,
    { requirement, recorder, tenant }: Asking,
    send: () => Promise<Result>,
    { isKept = () => true, isAdopted = () => true, isSelfContained = false }: Sharing<Result> = {},
  ): Promise<Result> {
    if (!tenant.isLive && !(isSelfContained && tenant.areAlike)) return send();
    const done = this.#done.get(key);
    if (done) {
      const result = done.result as Result;
      recorder.adopt(done.exchanges.filter((_, index) => isAdopted(result, index)));
      return result;
    }
    const mark = recorder.length;
    const result = await send();
    if (isKept(result)) {
      const exchanges = recorder.since(mark).map((exchange) => ({ sentFor: requirement.id, ...exchange }));
      this.#done.set(key, { result, exchanges });
    }
    return result;
  }
}
