import { redirect, redirectDocument } from 'react-router';
import { ApiError, type Call } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { errorPagePath } from './error-page-path.ts';
import { whilePending } from './pending-calls.ts';
import { signInPathFor } from './redirect-target.ts';
import { SessionLost } from './session.ts';
import { sessionCall } from './session-call.ts';
import { requestSignIn } from './sign-in-request.ts';

/**
 * Calls the API as whoever is signed in, with the loading display up.
 * When the session is lost, it asks on top of the page to sign in again and then repeats the call,
 * so that nothing typed is lost.
 */
export const consoleCall: Call = (endpoint, request) =>
  askingToSignIn(() => whilePending(() => sessionCall(endpoint, request)));

/** The same without the loading display: for checks while somebody types. */
export const quietCall: Call = (endpoint, request) => askingToSignIn(() => sessionCall(endpoint, request));

/** The same for what nobody asked for, such as a preview: a lost session fails it, and asks nothing. */
export const backgroundCall: Call = async (endpoint, request) => {
  try {
    return await sessionCall(endpoint, request);
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

/** For a screen's `clientLoader`: what it may not read leads to the page that says so, a lost session to sign-in. */
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
  // What no such address can ask for does not exist.
  400: errorPagePath('notfound'),
  403: errorPagePath('forbidden'),
  404: errorPagePath('notfound'),
};

/** The page that a refused read leads to. The site's pages are another document: nothing of the console stays. */
export function pageFor(error: unknown, { url }: Request): Response | undefined {
  if (error instanceof SessionLost) {
    const { pathname, search } = new URL(url);
    return redirect(signInPathFor(`${pathname}${search}`));
  }
  const page = error instanceof ApiError ? ERROR_PAGES[error.status] : undefined;
  return page === undefined ? undefined : redirectDocument(page);
}
