import type { Action } from '../action.ts';
import { getUser } from './get-user.ts';
import { globalSignOut } from './global-sign-out.ts';
import { initiateAuth } from './initiate-auth.ts';
import { respondToAuthChallenge } from './respond-to-auth-challenge.ts';
import { revokeToken } from './revoke-token.ts';

/** Every operation that the pool knows, by Cognito's name for it. */
export const actions: Readonly<Record<string, Action>> = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetUser: getUser,
  RevokeToken: revokeToken,
  GlobalSignOut: globalSignOut,
};
