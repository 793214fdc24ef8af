import pg from 'pg';
import type { Change } from './commits.ts';

export const CHANNEL = 'kawaraban_commits';

/** PostgreSQL limits NOTIFY payloads to 8000 bytes. */
const MAX_NOTICE_BYTES = 7000;

/** Sender and serial number of a notification. Receiving its own proves to a process that notifications work. */
export interface Sending {
  readonly sender: string;
  readonly number: number;
}

export function noticeOf(change: Change, sending: Sending): string | undefined {
  if (change !== 'anything' && change.size === 0) return undefined;
  const payload = JSON.stringify({ ...sending, ...(change !== 'anything' && { talks: [...change] }) });
  const isShort = Buffer.byteLength(payload) <= MAX_NOTICE_BYTES;
  return `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(isShort ? payload : JSON.stringify(sending))})`;
}

export type Heard = { readonly change: Change } | { readonly own: number };

export function readNotice(payload: string, ownSender: string): Heard {
  try {
    const { sender, number, talks } = JSON.parse(payload) as { sender?: unknown; number?: unknown; talks?: unknown };
    if (sender === ownSender) return { own: Number(number) };
    return { change: Array.isArray(talks) ? new Set(talks.map(String)) : 'anything' };
  } catch {
    return { change: 'anything' };
  }
}
