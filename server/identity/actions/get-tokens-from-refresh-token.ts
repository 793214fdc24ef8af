import { z } from 'zod';
import { type Action, action, Name, requireClient, Token } from '../action.ts';
import { refreshResult } from '../sign-in-result.ts';

const Input = z.object({ ClientId: Name, RefreshToken: Token });

/** Replaces REFRESH_TOKEN_AUTH of InitiateAuth in newer clients. */
export const getTokensFromRefreshToken: Action = action(Input, async (pool, { ClientId, RefreshToken }) => {
  requireClient(pool, ClientId);
  return refreshResult(pool, RefreshToken);
});
