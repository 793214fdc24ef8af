import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../platform/log.ts';

/** Each takes several kilobytes. Browsers and most clients do not pipeline, and a closed client may repeat requests. */
export const MAX_WAITING = 4;
const waiting = new WeakMap<Socket, number>();

function waitingRequests(socket: Socket): number {
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

const STALLED_MS = 30_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Factor by which active readers may exceed the limit. Streamed media keep 64 KB unsent each. */
const MOVING_FACTOR = 4;
const WAITING_BYTES = 5 * 1024;
/** Checks per `stalledMs`. A blocked event loop performs fewer, so it does not close connections too early. */
const STALLED_CHECKS = 30;
const RECENT_CHECKS = 5;

export interface OutputLimitsOptions {
  readonly log?: Pick<Log, 'warn'>;
  readonly stalledMs?: number;
  readonly maxBytes?: number;
}

interface Output {
  readonly socket: Socket;
  readonly unsent: number;
  readonly sent: number;
  readonly stalledChecks: number;
}

/** Counters of libuv, which show the progress within one large write. */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

const sharedBodies = new WeakMap<Socket, Buffer>();

/** Marks a body as shared with other responses, so that its memory counts once. Call it after writing. */
export function noteSharedBody(response: ServerResponse, body: Buffer): void {
  const { socket } = response;
  if (!socket?.writableLength) return;
  sharedBodies.set(socket, body);
  response.once('close', () => sharedBodies.delete(socket));
}

/**
 * Closes connections whose clients stop reading: each after a timeout, and the longest stalled at once when unsent
 * responses exceed the memory limit.
 */
export class OutputLimits {
  readonly #stalledMs: number;
  readonly #maxBytes: number;
  readonly #log: OutputLimitsOptions['log'];
  readonly #sockets = new Set<Socket>();
  #outputs = new Map<Socket, Output>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ stalledMs = STALLED_MS, maxBytes = MAX_BYTES, log }: OutputLimitsOptions = {}) {
    this.#stalledMs = stalledMs;
    this.#maxBytes = maxBytes;
    this.#log = log;
  }

  watch<S extends Server>(server: S): S {
    return server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      this.#timer ??= setInterval(() => this.#check(), this.#stalledMs / STALLED_CHECKS).unref();
      socket.once('close', () => this.#forget(socket));
    });
  }

  get unsentBytes(): number {
    const counted = new Set<Buffer>();
    return this.#read().reduce((sum, output) => sum + memoryOf(output, counted), 0);
  }

  #forget(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#outputs.delete(socket);
    if (this.#sockets.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    const outputs = this.#read();
    this.#outputs = new Map(outputs.map((output) => [output.socket, output]));
    const closed = this.#overLimit(outputs);
    for (const { socket } of closed) socket.destroy();
    const { length: connections } = closed;
    if (connections > 0) this.#log?.warn({ connections }, 'stalled connections closed');
  }

  #read(): Output[] {
    return [...this.#sockets].flatMap((socket) => {
      const { _handle: handle } = socket as unknown as { readonly _handle: Handle | null };
      const unsent = handle ? Math.max(socket.writableLength, handle.writeQueueSize) : 0;
      if (!handle || unsent === 0) return [];
      const sent = handle.bytesWritten - handle.writeQueueSize;
      const before = this.#outputs.get(socket);
      return { socket, unsent, sent, stalledChecks: before?.sent === sent ? before.stalledChecks + 1 : 0 };
    });
  }

  #overLimit(outputs: readonly Output[]): Output[] {
    const counted = new Set<Buffer>();
    let bytes = 0;
    return outputs
      .toSorted((one, other) => one.stalledChecks - other.stalledChecks || one.unsent - other.unsent)
      .filter((output) => {
        bytes += memoryOf(output, counted);
        const { stalledChecks } = output;
        return (
          stalledChecks >= STALLED_CHECKS ||
          bytes > this.#maxBytes * (stalledChecks < RECENT_CHECKS ? MOVING_FACTOR : 1)
        );
      });
  }
}

function memoryOf({ socket, unsent }: Output, counted: Set<Buffer>): number {
  const waiting = waitingRequests(socket) * WAITING_BYTES;
  const body = sharedBodies.get(socket);
  if (!body) return waiting + unsent;
  const isCounted = counted.has(body);
  counted.add(body);
  return waiting + (isCounted ? 0 : body.length);
}
