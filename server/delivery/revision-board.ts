import type { Database } from '../database/connect.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { type Moment, Moments } from './moments.ts';
import { listServiceRevisions, type ServiceRevision } from './revision.repository.ts';

/** What was written on the board when it was last read. */
export interface BoardView {
  /** Changes with everything that readers of the service can see; `undefined` where there is no such service. */
  stateOf(serviceId: string): string | undefined;
  /** Changes with everything that readers of any service can see. */
  readonly stateOfAll: string;
}

/**
 * Knows the revisions of all services without asking the database each time.
 * It reads them again only when something that they tell of may have been committed since, so that no answer that is older than an
 * acknowledged write of this process is ever taken for current.
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

  /** The revisions as they are now, if they are known. */
  current(): BoardView | undefined {
    const view = this.#view;
    return view && this.#moments.isCurrent(view) ? view : undefined;
  }

  /**
   * The revisions at some moment after the last commit.
   * Whoever asks while they are being read shares that reading, unless it may have missed a commit.
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
      // Readers see something else as soon as a post's time has come.
      endsAt: Math.min(...rows.map(({ nextListedAt }) => (nextListedAt ? Date.parse(nextListedAt) : Infinity))),
      stateOf: (serviceId) => states.get(serviceId),
      stateOfAll: [...states].join(),
    };
    return this.#view;
  }
}

/** Which write was the last one, and which of the posts that have their time to come is the next one. */
function stateOf({ revision, nextListedAt }: ServiceRevision): string {
  return `${revision}@${nextListedAt}`;
}
