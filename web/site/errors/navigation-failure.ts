import type { ParseKeys, TFunction } from 'i18next';
import { isRouteErrorResponse } from 'react-router';
import { errorPagePath } from '../../paths/site.ts';

export interface NavigationFailure {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly message: string | undefined;
}

export function toNavigationFailure(error: unknown): NavigationFailure {
  if (isRouteErrorResponse(error)) return { status: error.status, message: messageIn(error.data) };
  if (isHttpError(error)) return { status: error.status, message: messageIn(error.body) };
  // `fetch` rejects with a TypeError on network errors.
  return { status: error instanceof TypeError ? 0 : 500, message: undefined };
}

/** Detects `ApiError` by its shape, so that public pages do not load the client. */
function isHttpError(error: unknown): error is Error & { status: number; body: unknown } {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' && 'body' in error;
}

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

/** Error pages by status; other errors are shown as a toast on the current page. */
export const REJECTION_PAGES: Readonly<Record<number, string>> = {
  403: errorPagePath('forbidden'),
  404: errorPagePath('notfound'),
};

export function failureText(
  { status, message }: NavigationFailure,
  t: TFunction,
  exists: (key: string) => boolean,
): string {
  if (status === 0) return t('failure.noAnswer');
  // i18next would read dots and colons in a message as key and namespace separators.
  const isPlain = message !== undefined && /^[\w ]+$/.test(message);
  if (isPlain && exists(`msg.${message}`)) return t(`msg.${message}` as ParseKeys);
  return t(status === 400 ? 'failure.invalid' : 'failure.unexpected');
}
