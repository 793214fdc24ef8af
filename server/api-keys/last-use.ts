import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { saveLastUse } from './api-key.repository.ts';

/** Records the last use of keys by the minute, with at most one write per key and minute. */
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
