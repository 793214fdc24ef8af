import { redirect, redirectDocument } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { consoleErrorPagePath } from '../paths/site.ts';
import { whilePending } from './pending-calls.ts';
import { signInPathFor } from './redirect-target.ts';
import { SessionLost, sessionCall } from './session.ts';
import { requestSignIn } from './sign-in-request.ts';

/**
 * When the session is lost, a sign-in dialog opens over the page and the call is repeated afterwards, so that no input
 * is lost.
 */
export const consoleCall: Call = (endpoint, request) =>
  askingToSignIn(() => whilePending(() => sessionCall(endpoint, request)));

export const quietCall: Call = (endpoint, request) => askingToSignIn(() => sessionCall(endpoint, request));

/** A lost session fails the call without a sign-in dialog. */
export const backgroundCall: Call = async (endpoint, request, signal) => {
  try {
    return await sessionCall(endpoint, request, signal);
  } catch (error) {
    throw error instanceof SessionLost ? signedOut(error) : error;
  }
};

async function askingToSignIn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error;
    if (!(await requestSignIn())) throw signedOut(error);
    return await askingToSignIn(ask);
  }
}

function signedOut(cause: SessionLost): ApiError {
  return new ApiError(401, { message: messages.authRequired }, { cause });
}

/** For a screen's `clientLoader`: a refused read redirects to an error page, a lost session to sign-in. */
export function screenCall(page: Request): Call {
  return async (endpoint, request) => {
    try {
      return await sessionCall(endpoint, request);
    } catch (error) {
      throw pageFor(error, page) ?? error;
    }
  };
}

const ERROR_PAGES: Readonly<Record<number, string>> = {
  // An invalid parameter in an address means that the page does not exist.
  400: consoleErrorPagePath('notfound'),
  403: consoleErrorPagePath('forbidden'),
  404: consoleErrorPagePath('notfound'),
};

export function pageFor(error: unknown, { url }: Request): Response | undefined {
  if (error instanceof SessionLost) {
    const { pathname, search } = new URL(url);
    return redirect(signInPathFor(`${pathname}${search}`));
  }
  const page = error instanceof ApiError ? ERROR_PAGES[error.status] : undefined;
  return page === undefined ? undefined : redirectDocument(page);
}
