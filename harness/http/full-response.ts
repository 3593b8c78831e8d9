import type { Dispatcher } from 'undici';

/** A response whose body has been received completely. */
export interface FullResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/**
 * Sends a request and waits for the last byte of its response. The library's own `request` returns a stream and needs an
 * AbortSignal for a timeout; a check uses neither, because it reads a response only when it is complete.
 */
export function fullResponse(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeout: number,
): Promise<FullResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: FullResponse['headers'] = {};
    let timer: NodeJS.Timeout | undefined;
    dispatcher.dispatch(request, {
      onRequestStart: (controller) => {
        timer = setTimeout(() => {
          controller.abort(new Error(`a timeout: the response was not complete after ${timeout / 1_000} s`));
        }, timeout);
      },
      // Called again for the final response after an interim one such as 103.
      onResponseStart: (_controller, code, all) => {
        status = code;
        headers = all;
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        const [only] = chunks;
        resolve({ status, headers, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}
