import { redirect } from 'react-router';
import { type Account, accountApi } from '#contract/account.ts';
import { ApiError, type Call } from '#contract/api-client.ts';
import { whilePending } from './pending-calls.ts';
import { siteSignInPathBackTo } from './redirect-target.ts';
import { isSignedIn, SessionLost, sessionCall } from './session.ts';

export const accountCall: Call = (endpoint, request) => whilePending(() => sessionCall(endpoint, request));

/** For `clientLoader`s of account pages: a lost session redirects to sign-in and back. */
export function ownPageCall(page: Request): Call {
  return async (endpoint, request) => {
    try {
      return await sessionCall(endpoint, request);
    } catch (error) {
      if (isSessionOver(error)) throw redirect(signInPathOf(page));
      throw error;
    }
  };
}

/** @throws a redirect to sign-in when nobody is signed in. */
export async function requireAccount(page: Request): Promise<Account> {
  if (!(await isSignedIn())) throw redirect(signInPathOf(page));
  return await ownPageCall(page)(accountApi.read, {});
}

function isSessionOver(error: unknown): boolean {
  return error instanceof SessionLost || (error instanceof ApiError && error.status === 401);
}

function signInPathOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return siteSignInPathBackTo(`${pathname}${search}`);
}
