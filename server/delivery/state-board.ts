import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Asked } from './asked-address.ts';
import { type BoardView, RevisionBoard } from './revision-board.ts';
import { keysOfAnswer } from './shared-caching.ts';
import { TalkBoard } from './talk-board.ts';

type Shown = Pick<Asked, 'serviceId' | 'talk'>;

/** Tells the state of what an answer shows: it changes with everything that readers of the address can see. */
export class StateBoard {
  readonly #database: Database;
  readonly #services: RevisionBoard;
  readonly #talks: TalkBoard;

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#services = new RevisionBoard(options);
    this.#talks = new TalkBoard(options);
  }

  /** The same as `current`, and `undefined` where the database fails: whether it is there is for others to tell. */
  known(shown: Shown): string | undefined {
    try {
      return this.current(shown);
    } catch {
      return undefined;
    }
  }

  /** The same as `read`; where the database is away, the state as it was known last. */
  async readOrKnown(shown: Shown): Promise<string | undefined> {
    try {
      return await this.read(shown);
    } catch (error) {
      const known = (await this.#database.findOutage()) ? this.known(shown) : undefined;
      if (known === undefined) throw error;
      return known;
    }
  }

  /** As it is now, if it is known; `undefined` also where there is no such service or post. */
  current({ serviceId, talk }: Shown): string | undefined {
    const view = this.#services.current();
    const state = view && serviceState(view, serviceId);
    return state === undefined || !talk ? state : together(state, this.#talks.current(talk, state));
  }

  /** By which caches find an answer that shows this; `undefined` where that is not known any more. */
  keysOf({ serviceId, talk }: Shown): string[] | undefined {
    const contentId = talk && this.#talks.contentIdOf(talk);
    return talk && contentId === undefined ? undefined : keysOfAnswer(serviceId, contentId);
  }

  /** As it is at some moment after the last commit; `undefined` where there is no such service or post. */
  async read({ serviceId, talk }: Shown): Promise<string | undefined> {
    const state = serviceState(this.#services.current() ?? (await this.#services.read()), serviceId);
    return state === undefined || !talk ? state : together(state, await this.#talks.read(talk, state));
  }
}

function serviceState(view: BoardView, serviceId: string | undefined): string | undefined {
  return serviceId === undefined ? view.stateOfAll : view.stateOf(serviceId);
}

function together(service: string, talk: string | undefined): string | undefined {
  return talk === undefined ? undefined : `${service} ${talk}`;
}
