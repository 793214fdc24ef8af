import { z } from 'zod';
import { toInstant } from '../../platform/clock.ts';
import { type Action, action, Name, Token } from '../action.ts';
import { invalidParameter, notAuthorized } from '../cognito-error.ts';
import { holdPoolUser, saveAttributes } from '../pool-user.repository.ts';
import { requireSignedIn } from '../signed-in-user.ts';
import { requireWritable, writeAttributes } from '../written-attributes.ts';

const Input = z.object({ AccessToken: Token, UserAttributeNames: z.array(Name).max(50) });

export const deleteUserAttributes: Action = action(Input, async (pool, input, caller) => {
  const { username } = (await requireSignedIn(pool, input.AccessToken)).user;
  const names = [...new Set(input.UserAttributeNames)];
  requireWritable(names);
  if (names.includes('email')) throw invalidParameter('Required attributes cannot be deleted: email');
  const now = pool.clock.now();
  await pool.database.writer.transaction().execute(async (trx) => {
    const held = await holdPoolUser(trx, username);
    if (!held) throw notAuthorized('Invalid Access Token');
    const attributes = writeAttributes(held, new Map(names.map((name) => [name, ''])), now);
    await saveAttributes(trx, username, { attributes, updatedAt: toInstant(now) });
    const actor = { kind: 'user', name: username } as const;
    await pool.audit.record({ action: 'attributes-changed', actor, caller, details: { names } }, trx);
  });
  return {};
});
