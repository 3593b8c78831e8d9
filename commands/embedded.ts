import type { DialectName } from '../mock/index.ts';
import { listenOnLoopback, type Control } from '../mock/loopback.ts';

/**
 * The reference tenant in this process. Its address is there at once and the tenant a moment later, so that the runner can
 * load meanwhile; what is asked before waits.
 */
export async function startEmbedded(options: {
  readonly seed: number;
  readonly dialect: DialectName;
}): Promise<Control> {
  const hosting = import('../mock/index.ts').then(async ({ Host, controlOf }) => {
    const { host } = await Host.start(options);
    return { host, control: controlOf(host, { defaults: options }) };
  });
  const { url, close } = await listenOnLoopback((request, response) => {
    void hosting.then(({ control }) => {
      control(request, response);
    });
  });
  return {
    url,
    close: async () => {
      const { host } = await hosting;
      await Promise.all([close(), host.close()]);
    },
  };
}
