import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import {
  ApiError,
  type Call,
  createApiClient,
  type InternalCall,
  type PageTools,
  queryTexts,
} from '#contract/api-client.ts';
import type { Endpoint, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorResponse } from '#contract/errors.ts';
import { errorPagePath } from '../paths/site.ts';

const toolsContext = createContext<PageTools>();

/**
 * Passes the host's tools to the loaders of one request.
 * Context keys are compared by identity and the bundle has its own, so the host has to call this export of the bundle.
 */
export function provideTools(context: Readonly<RouterContextProvider>, tools: PageTools): void {
  context.set(toolsContext, tools);
}

export function pageTools(context: Readonly<RouterContextProvider>): PageTools {
  return context.get(toolsContext);
}

/** Calls as an anonymous reader. For optional parts of a page: errors are not turned into redirects. */
export function plainCall(context: Readonly<RouterContextProvider>): Call {
  const { answerCall, fetchApi, origin } = pageTools(context);
  const callByAddress = createApiClient({ baseUrl: `${origin}/api`, fetch: fetchApi });
  return async (endpoint, request) => {
    const answer = await answerCall(toInternalCall(endpoint, request));
    if (!answer) return callByAddress(endpoint, request);
    if (answer.status >= 400) throw new ApiError(answer.status, answer.body as ErrorResponse);
    return answer.body as ResponseOf<typeof endpoint>;
  };
}

function toInternalCall({ method, path }: Endpoint, request: object): InternalCall {
  const { params = {}, query = {} } = request as { params?: object; query?: object };
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return { method, path, params: Object.fromEntries(texts), query: Object.fromEntries(queryTexts(query)) };
}

/** Calls with the reader's cookies. Pages built from the results must not be shared between readers. */
export function readerCalls(context: Readonly<RouterContextProvider>) {
  const { fetchAsReader, origin } = pageTools(context);
  const cookies: string[] = [];
  const call = createApiClient({
    baseUrl: `${origin}/api`,
    fetch: async (request) => {
      // Sends cookies set by earlier calls with later ones, as a browser would.
      for (const cookie of cookies) request.headers.append('cookie', cookie.split(';', 1)[0] ?? '');
      const answer = await fetchAsReader(request);
      cookies.push(...answer.headers.getSetCookie());
      return answer;
    },
  });
  return {
    call,
    headers: () =>
      new Headers([
        ['cache-control', 'private, no-store'],
        ...cookies.map((each) => ['set-cookie', each] as [string, string]),
      ]),
  };
}

export function pageCall(context: Readonly<RouterContextProvider>): Call {
  const call = plainCall(context);
  return async (endpoint, request) => {
    try {
      return await call(endpoint, request);
    } catch (error) {
      throw toPageError(error, (request as { params?: { serviceId?: string } }).params?.serviceId);
    }
  };
}

export function toPageError(error: unknown, serviceId?: string): unknown {
  if (!(error instanceof ApiError)) return error;
  const page = ERROR_PAGES[error.status];
  if (page !== undefined) return redirect(errorPagePath(page, serviceId));
  // The API has already logged the error. The page takes over its status, and scripts read its message.
  return data({ message: error.body.message }, { status: error.status || 502 });
}

/** Loads optional content: undefined on 404, null when the call failed otherwise. */
export async function partCall<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  request: RequestOf<E>,
): Promise<ResponseOf<E> | undefined | null> {
  try {
    return await plainCall(context)(endpoint, request);
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? undefined : null;
  }
}

const ERROR_PAGES: Readonly<Record<number, Parameters<typeof errorPagePath>[0]>> = {
  // An invalid parameter in an address means that the page does not exist.
  400: 'notfound',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notfound',
};
