import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const MAX_WAITING = 16;
const waiting = new WeakMap<Socket, number>();

export function waitingRequests(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}

/**
 * Handles pipelined requests of a connection in turn, so that at most one response is pending. Closes connections with
 * too many waiting requests.
 */
export function limitPipelining({ socket }: IncomingMessage, response: ServerResponse, handle: () => void): void {
  if (socket.destroyed) return;
  // A response has no socket while it waits for the previous one.
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
