import { createContext, type RouterContextProvider, redirect } from 'react-router';
import { ApiError, type Call, createApiClient } from '#contract/api-client.ts';

/** What the host lends to a page while it is rendered. */
export interface PageTools {
  fetchApi(request: Request): Promise<Response>;
  readonly origin: string;
  /** Other sites that pages may call. */
  readonly connectOrigins: readonly string[];
  /** Other sites that the console sends uploads to. */
  readonly uploadOrigins: readonly string[];
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

/** Calls the API for a page. Refusals that have a page of their own lead there. */
export function pageCall(context: Readonly<RouterContextProvider>): Call {
  const { fetchApi, origin } = pageTools(context);
  const call = createApiClient({ baseUrl: `${origin}/api`, fetch: fetchApi });
  return async (endpoint, request) => {
    try {
      return await call(endpoint, request);
    } catch (error) {
      const page = error instanceof ApiError ? ERROR_PAGES[error.status] : undefined;
      throw page ? redirect(page) : error;
    }
  };
}

const ERROR_PAGES: Readonly<Record<number, string>> = {
  // What no such address can ask for does not exist.
  400: '/error/notfound',
  401: '/error/unauthorized',
  403: '/error/forbidden',
  404: '/error/notfound',
};
