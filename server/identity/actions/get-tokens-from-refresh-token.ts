import { z } from 'zod';
import { type Action, action, Name, requireClient, Token } from '../action.ts';
import { refreshResult } from '../sign-in-result.ts';

const Input = z.object({ ClientId: Name, RefreshToken: Token });

/** What newer clients call where older ones begin a sign-in with REFRESH_TOKEN_AUTH. */
export const getTokensFromRefreshToken: Action = action(Input, async (pool, { ClientId, RefreshToken }) => {
  requireClient(pool, ClientId);
  return refreshResult(pool, RefreshToken);
});
