import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests that one connection may have waiting. Browsers send one after the other; who sends many reads none. */
const MOST_WAITING = 16;
const waiting = new WeakMap<object, number>();

/** Ends a connection that asks and asks without waiting, before its answers fill the memory. */
export function takesMore({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  // Only an answer that has to wait for the one before it has no connection yet.
  if (response.socket !== null) return true;
  const asked = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, asked);
  response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
  if (asked > MOST_WAITING) socket.destroy();
  return asked <= MOST_WAITING;
}
