import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { type Moment, Moments } from './expiry.ts';
import { listServiceRevisions, type ServiceRevision } from './revision.repository.ts';

export interface BoardView {
  stateOf(serviceId: string): string | undefined;
  readonly stateOfAll: string;
}

/**
 * Caches the revisions of all services. Reloads them only after a relevant commit, so that a response older than an
 * acknowledged write of this process is never served.
 */
export class RevisionBoard {
  readonly #database: Database;
  readonly #moments: Moments;
  #view: (BoardView & Moment) | undefined;
  #reading: (Moment & { readonly view: Promise<BoardView> }) | undefined;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#moments = new Moments({ database, clock });
  }

  current(): BoardView | undefined {
    const view = this.#view;
    return view && this.#moments.isCurrent(view) ? view : undefined;
  }

  /**
   * Reads revisions at least as new as the last commit. Concurrent callers share a read unless it may have missed a
   * commit.
   */
  async read(): Promise<BoardView> {
    if (!this.#reading || !this.#moments.isCurrent(this.#reading)) this.#reading = this.#startReading();
    return this.#reading.view;
  }

  #startReading(): Moment & { view: Promise<BoardView> } {
    const moment = this.#moments.now();
    const reading = { ...moment, view: this.#load(moment) };
    const end = () => {
      if (this.#reading === reading) this.#reading = undefined;
    };
    reading.view.then(end, end);
    return reading;
  }

  async #load(moment: Moment): Promise<BoardView> {
    const rows = await listServiceRevisions(this.#database.reader, toInstant(new Date(moment.readAt)));
    const states = new Map(rows.map((row) => [row.serviceId, stateOf(row)]));
    this.#view = {
      ...moment,
      // The state changes when a scheduled post becomes visible.
      endsAt: Math.min(...rows.map(({ nextListedAt }) => (nextListedAt ? Date.parse(nextListedAt) : Infinity))),
      stateOf: (serviceId) => states.get(serviceId),
      stateOfAll: [...states].join(),
    };
    return this.#view;
  }
}

function stateOf({ revision, nextListedAt }: ServiceRevision): string {
  return `${revision}@${nextListedAt}`;
}
