import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Asked } from './asked-address.ts';
import { type Answer, type KeptAnswer, toKeptAnswer } from './kept-answer.ts';

/** Whoever has caused an answer to be made. */
export interface Cause {
  readonly requestId: string;
  readonly remoteAddress: string | undefined;
}

export interface Made {
  readonly answer: Answer;
  /** Absent when the answer is not for everybody. */
  readonly kept: KeptAnswer | undefined;
}

interface Flight {
  readonly state: string;
  readonly made: Promise<Made>;
}

/** How many addresses may be in the making at once. */
const MAX_FLIGHTS = 200;
const OWN_REQUEST = 'x-kawaraban-delivery';

/**
 * Has answers made by the application: from what is asked alone, so that nothing else of a request can get into an
 * answer that others will be given, and once for all who ask for the same at the same time.
 */
export class AnswerMaker {
  readonly #flights = new Map<string, Flight>();
  readonly #secret = randomUUID();
  readonly #sharingOf: (asked: Asked) => OutgoingHttpHeaders;

  /** It is given what is said to caches of what is to be kept. */
  constructor(sharingOf: (asked: Asked) => OutgoingHttpHeaders) {
    this.#sharingOf = sharingOf;
  }

  /** Whether it is a request of ours. */
  isOwnRequest({ headers }: FastifyRequest): boolean {
    return headers[OWN_REQUEST] === this.#secret;
  }

  /** Whether anybody waits for an answer in the making. */
  get isMaking(): boolean {
    return this.#flights.size > 0;
  }

  /** What is being made for somebody else in this state, if it is. */
  find(asked: Asked, state: string): Promise<Made> | undefined {
    const flight = this.#flights.get(asked.key);
    // One that began before the last write may have missed it.
    return flight?.state === state ? flight.made : undefined;
  }

  /** Comes to its end with what is being made of the address in an earlier state, if it is. */
  findOvertaken({ key }: Asked): Promise<unknown> | undefined {
    return this.#flights.get(key)?.made.catch(() => undefined);
  }

  /** Makes an answer; `undefined` when too many others are being made. */
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
    return { answer, kept: toKeptAnswer(answer, this.#sharingOf(asked)) };
  }
}
