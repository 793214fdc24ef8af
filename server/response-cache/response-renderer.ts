import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Answer, type CachedResponse, toCachedResponse } from './cached-response.ts';
import type { Asked } from './requested-address.ts';

export interface Cause {
  readonly requestId: string;
  readonly remoteAddress: string | undefined;
}

export interface Made {
  readonly answer: Answer;
  readonly kept: CachedResponse | undefined;
}

interface Flight {
  readonly state: string;
  readonly made: Promise<Made>;
}

const MAX_FLIGHTS = 200;
const OWN_REQUEST = 'x-kawaraban-delivery';

/**
 * Injects requests into the application. Passes only the parts of the cache key, so that nothing private enters a
 * cached response. Concurrent requests for the same response share one rendering.
 */
export class ResponseRenderer {
  readonly #flights = new Map<string, Flight>();
  readonly #secret = randomUUID();
  readonly #sharingOf: (asked: Asked) => OutgoingHttpHeaders;

  constructor(sharingOf: (asked: Asked) => OutgoingHttpHeaders) {
    this.#sharingOf = sharingOf;
  }

  isOwnRequest({ headers }: FastifyRequest): boolean {
    return headers[OWN_REQUEST] === this.#secret;
  }

  get isMaking(): boolean {
    return this.#flights.size > 0;
  }

  find(asked: Asked, state: string): Promise<Made> | undefined {
    const flight = this.#flights.get(asked.key);
    // A rendering that began before the last write may be stale.
    return flight?.state === state ? flight.made : undefined;
  }

  findStale({ key }: Asked): Promise<unknown> | undefined {
    return this.#flights.get(key)?.made.catch(() => undefined);
  }

  make(app: FastifyInstance, asked: Asked, state: string, cause: Cause): Promise<Made> | undefined {
    if (this.#flights.size >= MAX_FLIGHTS) return undefined;
    const flight = { state, made: this.#ask(app, asked, cause) };
    this.#flights.set(asked.key, flight);
    const land = () => {
      if (this.#flights.get(asked.key) === flight) this.#flights.delete(asked.key);
    };
    flight.made.then(land, land);
    return flight.made;
  }

  async #ask(app: FastifyInstance, asked: Asked, { requestId, remoteAddress }: Cause): Promise<Made> {
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await app.inject({
      url: asked.url,
      headers: { ...asked.headers(), 'x-request-id': requestId, [OWN_REQUEST]: this.#secret },
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    const answer = { status: statusCode, headers: answered, body: rawPayload };
    return { answer, kept: toCachedResponse(answer, this.#sharingOf(asked)) };
  }
}
