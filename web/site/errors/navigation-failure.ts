import { isRouteErrorResponse } from 'react-router';

/** Why a page could not be had: with a status and the server's own word for it, or without any answer. */
export interface NavigationFailure {
  /** 0 where no answer came. */
  readonly status: number;
  readonly message: string | undefined;
}

/** What a loader threw, be it the server's answer, a refusal by the API, or what a browser throws that reached nobody. */
export function toNavigationFailure(error: unknown): NavigationFailure {
  if (isRouteErrorResponse(error)) return { status: error.status, message: messageIn(error.data) };
  if (isRefusal(error)) return { status: error.status, message: messageIn(error.body) };
  // `fetch` rejects with this, and with nothing else.
  return { status: error instanceof TypeError ? 0 : 500, message: undefined };
}

/** An error of the contract's client, which pages to read do not load. */
function isRefusal(error: unknown): error is Error & { status: number; body: unknown } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'body' in error;
}

/** The message of a refusal, in its shape or as the text that a host in front of us may answer. */
function messageIn(body: unknown): string | undefined {
  const parsed = typeof body === 'string' ? parse(body) : body;
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const { message, errors } = parsed as { message?: unknown; errors?: unknown };
  if (typeof message === 'string') return message;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === 'object' && first !== null ? messageIn(first) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The page on which a refusal is told. What has none is told where the reader is. */
export const PAGES_OF_REFUSALS: Readonly<Record<number, string>> = {
  403: '/error/forbidden',
  404: '/error/notfound',
};
