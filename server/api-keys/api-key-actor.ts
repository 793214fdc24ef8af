import { createHash } from 'node:crypto';
import type { ApiKeyRight } from '#contract/api-keys.ts';
import type { Database } from '../database/connect.ts';
import { type Actor, API_KEY_PREFIX, type Role } from '../http/actor.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { findApiKeyByHash, saveLastUse } from './api-key.repository.ts';

/** Writes at most once per key and minute. */
export class LastUse {
  readonly #tools: { readonly database: Database; readonly clock: Clock };
  #minute = '';
  readonly #noted = new Set<string>();

  constructor(tools: { database: Database; clock: Clock }) {
    this.#tools = tools;
  }

  async note(keyId: string): Promise<void> {
    const { database, clock } = this.#tools;
    const minute = `${toInstant(clock.now()).slice(0, 16)}:00Z`;
    if (this.#minute !== minute) this.#noted.clear();
    this.#minute = minute;
    if (this.#noted.has(keyId)) return;
    this.#noted.add(keyId);
    await saveLastUse(database.writer, { keyId, lastUsedAt: minute });
  }
}

/** Distinguishes keys from tokens and lets secret scanners find leaked keys. */
export const KEY_START = 'kwb_';
const KEY = /^kwb_[\w-]{43}$/;

const ROLES: Readonly<Record<ApiKeyRight, Role>> = { read: 'normal', 'read-drafts': 'viewer', write: 'editor' };

/** A plain hash suffices, since keys have 256 random bits. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export async function findApiKeyActor(
  { database, clock }: { database: Database; clock: Clock },
  key: string,
): Promise<(Actor & { readonly keyId: string }) | undefined> {
  const stored = KEY.test(key) ? await findApiKeyByHash(database.reader, hashApiKey(key)) : undefined;
  if (!stored || stored.revokedAt !== null) return undefined;
  const { keyId, may, serviceIds, expiresAt } = stored;
  if (expiresAt !== null && expiresAt <= toInstant(clock.now())) return undefined;
  return { kind: 'api-key', keyId, username: `${API_KEY_PREFIX}${keyId}`, role: ROLES[may], serviceIds };
}
