import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { closeWhenSilent } from './close-when-silent.ts';
import { OutputLimits } from './output-limits.ts';

/** Browsers that are still reading ask again within that time, most of them, and are told that the connection ends. */
const DRAIN_MS = 5000;

/** The servers of one application: `localhost` is listened to at two addresses. */
export class ListeningServers {
  readonly #servers = new Set<Server>();
  readonly #outputs: OutputLimits;
  #isDraining = false;

  constructor(outputs = new OutputLimits()) {
    this.#outputs = outputs;
  }

  add<S extends Server>(server: S): S {
    this.#servers.add(server);
    server.prependListener('request', (_request, response: ServerResponse) => {
      // Whoever has a connection learns with the answer that the next request needs another one.
      if (this.#isDraining) response.shouldKeepAlive = false;
    });
    return closeWhenSilent(this.#outputs.watch(server));
  }

  /**
   * Takes no further connection, and answers on those that there are until they are ended, for some seconds: for others
   * that listen at the same address and take what comes.
   */
  async drain(ms = DRAIN_MS): Promise<void> {
    this.#isDraining = true;
    const listening = [...this.#servers].filter((server) => server.listening);
    const closed = listening.map((server) => new Promise((resolve) => server.once('close', resolve)));
    // What `close` of an HTTP server does beside, to end silent connections, would end what is just being asked.
    for (const server of listening) NetServer.prototype.close.call(server);
    await Promise.race([Promise.all(closed), pause(ms, undefined, { ref: false })]);
  }
}
