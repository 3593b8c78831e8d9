import type { Dispatcher } from 'undici';

/** An answer once all of it is there. */
export interface Whole {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/**
 * Sends a request and waits for the last byte of its answer. The library's own `request` makes a stream of each answer, and
 * its time would want a signal: neither is of use to a check, which looks at nothing before the end.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  milliseconds: number,
): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: Whole['headers'] = {};
    let limit: NodeJS.Timeout | undefined;
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        limit = setTimeout(() => {
          controller.abort(new Error(`a timeout: no end of it after ${milliseconds / 1_000} s`));
        }, milliseconds);
      },
      // What comes before the answer, such as a 103, is followed by it.
      onResponseStart: (_controller, code, all) => {
        status = code;
        headers = all;
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(limit);
        const [only] = chunks;
        resolve({ status, headers, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        clearTimeout(limit);
        reject(error);
      },
    });
  });
}
