import { randomBytes } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestInProcess } from '../http/in-process-request.ts';
import { type AppResponse, type CachedResponse, toCachedResponse } from './cached-response.ts';
import type { RequestedAddress } from './requested-address.ts';

export interface Cause {
  readonly requestId: string;
  readonly remoteAddress: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Rendering {
  readonly response: AppResponse;
  readonly cached: CachedResponse | undefined;
}

interface Flight {
  readonly state: string;
  readonly rendering: Promise<Rendering>;
}

const MAX_FLIGHTS = 200;
const OWN_REQUEST = 'x-kawaraban-delivery';

/**
 * Injects requests into the application. Passes only the parts of the cache key, so that nothing private enters a
 * cached response. Concurrent requests for the same response share one rendering.
 */
export class ResponseRenderer {
  readonly #flights = new Map<string, Flight>();
  readonly #secret = randomBytes(16).toString('base64url');
  readonly #sharingOf: (requested: RequestedAddress) => OutgoingHttpHeaders;

  constructor(sharingOf: (requested: RequestedAddress) => OutgoingHttpHeaders) {
    this.#sharingOf = sharingOf;
  }

  isOwnRequest({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    return headers[OWN_REQUEST] === this.#secret;
  }

  find(requested: RequestedAddress, state: string): Promise<Rendering> | undefined {
    const flight = this.#flights.get(requested.key);
    // A rendering that began before the last write may be stale.
    return flight?.state === state ? flight.rendering : undefined;
  }

  findStale({ key }: RequestedAddress): Promise<unknown> | undefined {
    return this.#flights.get(key)?.rendering.catch(() => undefined);
  }

  render(
    app: FastifyInstance,
    requested: RequestedAddress,
    state: string,
    cause: Cause,
  ): Promise<Rendering> | undefined {
    if (this.#flights.size >= MAX_FLIGHTS) return undefined;
    const flight = { state, rendering: this.#render(app, requested, cause) };
    this.#flights.set(requested.key, flight);
    const removeFlight = () => {
      if (this.#flights.get(requested.key) === flight) this.#flights.delete(requested.key);
    };
    flight.rendering.then(removeFlight, removeFlight);
    return flight.rendering;
  }

  async #render(
    app: FastifyInstance,
    requested: RequestedAddress,
    { requestId, remoteAddress, headers }: Cause,
  ): Promise<Rendering> {
    const response = await requestInProcess(app, {
      url: requested.url,
      headers: { ...headers, 'x-request-id': requestId, [OWN_REQUEST]: this.#secret },
      remoteAddress,
    });
    return { response, cached: toCachedResponse(response, this.#sharingOf(requested)) };
  }
}
