import { createContext, data, type RouterContextProvider, redirect } from 'react-router';
import { ApiError, type Call, createApiClient, queryTexts } from '#contract/api-client.ts';
import type { Endpoint, Method, RequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorResponse } from '#contract/errors.ts';

/** A call before it becomes an address: every value is text. */
interface PlainCall {
  readonly method: Method;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** What the host lends to a page while it is rendered. */
export interface PageTools {
  /** Answers a call that is for everybody without a request; `undefined` for what `fetchApi` has to be asked. */
  answerCall(call: PlainCall): Promise<{ readonly status: number; readonly body: unknown } | undefined>;
  fetchApi(request: Request): Promise<Response>;
  /** The same for whoever asks for the page: with their cookies, and with those that the answer sets. */
  fetchAsVisitor(request: Request): Promise<Response>;
  readonly origin: string;
  /** Other sites that pages may call. */
  readonly connectOrigins: readonly string[];
  /** Other sites that the console sends uploads to. */
  readonly uploadOrigins: readonly string[];
  /** Addresses below which scripts and frames of reCAPTCHA are, where it is configured. */
  readonly captchaSources: readonly string[];
  /** Addresses that the console's editor comes from, if it is another one than our own. */
  readonly editorSources: readonly string[];
  reportError(error: unknown): void;
}

const toolsContext = createContext<PageTools>();

/**
 * Hands the host's tools to the loaders of one request.
 * Context keys are compared by identity and the bundle has its own, so the host asks the bundle to set them.
 */
export function provideTools(context: Readonly<RouterContextProvider>, tools: PageTools): void {
  context.set(toolsContext, tools);
}

export function pageTools(context: Readonly<RouterContextProvider>): PageTools {
  return context.get(toolsContext);
}

/** Calls the API for a part of a page that the page can do without. */
export function plainCall(context: Readonly<RouterContextProvider>): Call {
  const { answerCall, fetchApi, origin } = pageTools(context);
  const callByAddress = createApiClient({ baseUrl: `${origin}/api`, fetch: fetchApi });
  return async (endpoint, request) => {
    const answer = await answerCall(toPlainCall(endpoint, request));
    if (!answer) return callByAddress(endpoint, request);
    if (answer.status >= 400) throw new ApiError(answer.status, answer.body as ErrorResponse);
    return answer.body as ResponseOf<typeof endpoint>;
  };
}

function toPlainCall({ method, path }: Endpoint, request: object): PlainCall {
  const { params = {}, query = {} } = request as { params?: object; query?: object };
  const texts = Object.entries(params).map(([name, value]) => [name, String(value)]);
  return { method, path, params: Object.fromEntries(texts), query: Object.fromEntries(queryTexts(query)) };
}

/** Calls for whoever asks for the page; what is made of them is for nobody else. */
export interface VisitorCalls {
  readonly call: Call;
  /** Headers for the page's answer: the cookies that the calls have set, and that no cache keeps it. */
  headers(): Headers;
}

export function visitorCalls(context: Readonly<RouterContextProvider>): VisitorCalls {
  const { fetchAsVisitor, origin } = pageTools(context);
  const cookies: string[] = [];
  const call = createApiClient({
    baseUrl: `${origin}/api`,
    fetch: async (request) => {
      // What one call has set the next one has, as it would in a browser.
      for (const cookie of cookies) request.headers.append('cookie', cookie.split(';', 1)[0] ?? '');
      const answer = await fetchAsVisitor(request);
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

/** Calls the API for a page. Refusals that have a page of their own lead there. */
export function pageCall(context: Readonly<RouterContextProvider>): Call {
  const call = plainCall(context);
  return async (endpoint, request) => {
    try {
      return await call(endpoint, request);
    } catch (error) {
      throw toPageRefusal(error);
    }
  };
}

/** What a page throws where a call that it cannot do without has failed. */
export function toPageRefusal(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const page = ERROR_PAGES[error.status];
  if (page !== undefined) return redirect(page);
  // The API has logged it. The page has its status, and scripts learn its word.
  return data({ message: error.body.message }, { status: error.status || 502 });
}

/** Calls the API for what may be missing: `undefined` where it does not exist, and `null` where the call failed. */
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

const ERROR_PAGES: Readonly<Record<number, string>> = {
  // What no such address can ask for does not exist.
  400: '/error/notfound',
  401: '/error/unauthorized',
  403: '/error/forbidden',
  404: '/error/notfound',
};
