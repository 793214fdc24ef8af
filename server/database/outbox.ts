import { type ExpressionBuilder, sql } from 'kysely';
import { toInstant } from '../platform/clock.ts';
import type { Db } from './connect.ts';
import type { MailRow, Tables, WebhookDeliveryRow } from './tables.ts';

/** A row is `waiting` until `dueAt`, `sending` while one process has its lease, which ends at `dueAt`, or finished. */
export const UNSENT = ['waiting', 'sending'];

type Key = 'mailId' | 'deliveryId';

interface Queued extends Readonly<Partial<Record<Key, string>>> {
  readonly status: string;
  readonly attempts: number;
  readonly dueAt: string | null;
}

/** A table whose rows several processes send, each row once at a time. */
class Outbox<Row extends Queued> {
  readonly #table: 'mails';
  readonly #key: Key;

  constructor(table: 'mails' | 'webhookDeliveries', key: Key) {
    // Both tables have the columns that are used here.
    this.#table = table as 'mails';
    this.#key = key;
  }

  /** Leases a due row to this process. Returns undefined when another process was faster. */
  async claim(db: Db, seen: Queued, until: string): Promise<Row | undefined> {
    const claimed = await db
      .updateTable(this.#table)
      .set({ status: 'sending', attempts: seen.attempts + 1, dueAt: until })
      .where(this.#isUnchanged(seen))
      .returningAll()
      .executeTakeFirst();
    return claimed as Row | undefined;
  }

  /** Ends a lease. Does nothing and returns false if another process has claimed the row since. */
  async save(db: Db, claimed: Queued, outcome: Partial<Row>): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable(this.#table)
      .set(outcome as Partial<MailRow>)
      .where(this.#isUnchanged(claimed))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  #isUnchanged({ status, attempts, dueAt, [this.#key]: id }: Queued) {
    return (eb: ExpressionBuilder<Tables, 'mails'>) =>
      eb.and([
        eb(sql.ref(this.#key), '=', id),
        eb('status', '=', status),
        eb('attempts', '=', attempts),
        eb('dueAt', '=', dueAt),
      ]);
  }
}

export const mailOutbox = new Outbox<MailRow>('mails', 'mailId');
export const deliveryOutbox = new Outbox<WebhookDeliveryRow>('webhookDeliveries', 'deliveryId');

export interface RetryPlan {
  /** Delay after each failed attempt; further ones wait as long as the last. */
  readonly delaysMs: readonly number[];
  readonly giveUpMs: number;
}

export function nextAttemptAt(
  { delaysMs, giveUpMs }: RetryPlan,
  { attempts, since, now, delayFactor = 1 }: { attempts: number; since: string; now: Date; delayFactor?: number },
): string | undefined {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? 0;
  const next = now.getTime() + delayMs * delayFactor;
  return next - Date.parse(since) > giveUpMs ? undefined : toInstant(new Date(next));
}
