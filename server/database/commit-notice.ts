import pg from 'pg';
import type { Change } from './commits.ts';

/** Where commits are told of, for every process on the same database. */
export const CHANNEL = 'kawaraban_commits';

/** PostgreSQL takes notices of less than 8000 bytes. */
const MAX_NOTICE_BYTES = 7000;

/** By whom, and as which one of theirs, a notice is sent: whoever hears their own knows that notices come through. */
export interface Sending {
  readonly sender: string;
  readonly number: number;
}

/** The statement that tells of it; nothing, where readers see nothing of it. */
export function noticeOf(change: Change, sending: Sending): string | undefined {
  if (change !== 'anything' && change.size === 0) return undefined;
  const payload = JSON.stringify({ ...sending, ...(change !== 'anything' && { talks: [...change] }) });
  const isShort = Buffer.byteLength(payload) <= MAX_NOTICE_BYTES;
  return `select pg_notify('${CHANNEL}', ${pg.escapeLiteral(isShort ? payload : JSON.stringify(sending))})`;
}

/** What another process has committed, or which of one's own notices has come back. */
export type Heard = { readonly change: Change } | { readonly own: number };

/** Of a notice that cannot be read it may be anything. */
export function readNotice(payload: string, ownSender: string): Heard {
  try {
    const { sender, number, talks } = JSON.parse(payload) as { sender?: unknown; number?: unknown; talks?: unknown };
    if (sender === ownSender) return { own: Number(number) };
    return { change: Array.isArray(talks) ? new Set(talks.map(String)) : 'anything' };
  } catch {
    return { change: 'anything' };
  }
}
