import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { OutputLimits } from './output-limits.ts';

const CHECK_MS = 100;

/**
 * Makes `close` close keep-alive connections as they become idle. Node.js closes only those that are idle at that
 * moment, so a connection with a response in progress would delay the shutdown.
 */
export function closeWhenIdle<S extends Server>(server: S): S {
  const close = server.close.bind(server);
  let isOpen = false;
  server.once('listening', () => {
    isOpen = true;
  });
  server.once('close', () => {
    isOpen = false;
  });
  server.close = (callback) => {
    // A server that no longer listens may still have connections.
    if (isOpen) {
      const timer = setInterval(() => server.closeIdleConnections(), CHECK_MS);
      server.once('close', () => clearInterval(timer));
    }
    return close(callback);
  };
  return server;
}

/** Active clients usually send another request within this time, and its response says `Connection: close`. */
const DRAIN_MS = 5000;

export class ListeningServers {
  readonly #servers = new Set<Server>();
  readonly #outputs: OutputLimits;

  constructor(outputs = new OutputLimits()) {
    this.#outputs = outputs;
  }

  add<S extends Server>(server: S): S {
    this.#servers.add(server);
    return closeWhenIdle(this.#outputs.watch(server));
  }

  /**
   * Stops accepting connections and serves existing ones for some seconds, while other processes listen at the same
   * address.
   */
  async drain(ms = DRAIN_MS): Promise<void> {
    for (const server of this.#servers) {
      server.prependListener('request', (_request, response: ServerResponse) => {
        // Sends `Connection: close`, so that clients reconnect elsewhere.
        response.shouldKeepAlive = false;
      });
    }
    const listening = [...this.#servers].filter((server) => server.listening);
    const closed = listening.map((server) => new Promise((resolve) => server.once('close', resolve)));
    // `close` of the HTTP server would also end idle connections, on which a request may just arrive.
    for (const server of listening) NetServer.prototype.close.call(server);
    await Promise.race([Promise.all(closed), pause(ms, undefined, { ref: false })]);
  }
}
