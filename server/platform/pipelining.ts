import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that one connection may have waiting. Browsers send one after the other. */
const MAX_WAITING = 16;
const waiting = new WeakMap<Socket, number>();

/** How many requests of a connection wait for the answer before them. */
export function waitingRequests(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}

/**
 * Handles the requests of one connection one after the other, so that it has one answer to send at most.
 * Closes a connection that has sent too many without waiting.
 */
export function limitPipelining({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void {
  if (socket.destroyed) return;
  // Only an answer that has to wait for the one before it has no connection yet.
  if (response.socket !== null) {
    handle();
    return;
  }
  const count = waitingRequests(socket) + 1;
  waiting.set(socket, count);
  if (count > MAX_WAITING) socket.destroy();
  response.once('socket', () => {
    waiting.set(socket, waitingRequests(socket) - 1);
    process.nextTick(() => socket.destroyed || handle());
  });
}
