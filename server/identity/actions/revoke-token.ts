import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { type Action, action, Name, requireClient, Token } from '../action.ts';
import { revokeSessionByRefreshToken } from '../pool-session.repository.ts';
import { hashOf } from '../tokens.ts';

/** Revokes the session of a refresh token, and so all its tokens. Unknown tokens are ignored (RFC 7009, 2.2). */
export const revokeToken: Action = action(
  z.object({ Token, ClientId: Name }),
  async (pool, { Token, ClientId }, caller) => {
    requireClient(pool, ClientId);
    await pool.database.writer.transaction().execute(async (trx) => {
      const username = await revokeSessionByRefreshToken(trx, hashOf(Token), toInstant(pool.clock.now()));
      if (username === undefined) return;
      await pool.audit.record({ action: 'signed-out', actor: { kind: 'user', name: username }, caller }, trx);
    });
    return {};
  },
);
