import { ApiError } from '#contract/api-client.ts';
import { ErrorResponse, messages } from '#contract/errors.ts';

export interface Sending {
  readonly url: string;
  readonly mimeType: string;
  readonly file: Blob;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (sent: number) => void;
}

/** Milliseconds without progress or response after which an upload is aborted. */
const STALL_MS = 5 * 60_000;

/**
 * Uploads a file with XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws {ApiError} for error responses, with status 0 without a response; the signal's reason when aborted
 */
export function sendBytes({ url, mimeType, file, signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const moving = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, STALL_MS);
    };
    const fail = () => reject(signal?.aborted ? signal.reason : new ApiError(0, { message: 'Network error' }));
    request.upload.onprogress = ({ loaded }) => {
      moving();
      onProgress(loaded);
    };
    request.onload = () => (isSuccess(request.status) ? resolve() : reject(refusalOf(request)));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', stop);
    };
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', stop);
    request.open('PUT', url);
    request.setRequestHeader('content-type', mimeType);
    moving();
    request.send(file);
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** External storage returns errors in other formats. */
function refusalOf({ status, responseText }: XMLHttpRequest): ApiError {
  return new ApiError(status, ErrorResponse.safeParse(parsed(responseText)).data ?? { message: messages.uploadFailed });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
