import { setImmediate as afterwards } from 'node:timers/promises';
import type { DialectName } from '../mock/index.ts';
import { listenOnLoopback, type Control } from '../mock/loopback.ts';

export interface Embedded extends Control {
  /** What keeps it from starting; nothing as soon as it answers. */
  readonly obstacle: Promise<unknown>;
}

/**
 * The reference tenant in this process. Its address is there at once and the tenant a moment later, so that the runner can
 * load meanwhile; what is asked before waits.
 */
export async function startEmbedded(options: {
  readonly seed: number;
  readonly dialect: DialectName;
}): Promise<Embedded> {
  const { url, close } = await listenOnLoopback((request, response) => {
    started.then(
      ({ control }) => {
        control(request, response);
      },
      () => request.destroy(),
    );
  });
  // Loading takes this thread: whoever waits for the address starts the runner first.
  const started = afterwards().then(async () => {
    const { Host, controlOf } = await import('../mock/index.ts');
    const { host } = await Host.start(options);
    return { host, control: controlOf(host, { defaults: options }) };
  });
  const nothing = () => undefined;
  return {
    url,
    obstacle: started.then(nothing, (error: unknown) => error),
    close: async () => {
      await Promise.all([close(), started.then(({ host }) => host.close(), nothing)]);
    },
  };
}
