import { unlessAborted } from './waiting.ts';

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Shares one running operation among concurrent callers with the same key. Aborts it when the last caller has left. */
export class SharedFlights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  async join(key: string, start: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const flight = this.#flights.get(key) ?? this.#begin(key, start);
    flight.waiting += 1;
    try {
      return await unlessAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.#end(key, flight);
        flight.controller.abort();
      }
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    // Later callers start a new operation. Handling the rejection avoids an unhandled one when all callers have left.
    const end = () => this.#end(key, flight);
    result.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
