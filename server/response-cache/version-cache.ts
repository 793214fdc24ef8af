import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Asked } from './requested-address.ts';
import { ServiceVersions, type VersionsView } from './service-versions.ts';
import { keysOfAnswer } from './shared-caching.ts';
import { ThreadVersions } from './thread-versions.ts';

type Shown = Pick<Asked, 'serviceId' | 'talk'>;

export class VersionCache {
  readonly #database: Database;
  readonly #services: ServiceVersions;
  readonly #talks: ThreadVersions;

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#services = new ServiceVersions(options);
    this.#talks = new ThreadVersions(options);
  }

  known(shown: Shown): string | undefined {
    try {
      return this.current(shown);
    } catch {
      return undefined;
    }
  }

  async readOrKnown(shown: Shown): Promise<string | undefined> {
    try {
      return await this.read(shown);
    } catch (error) {
      const known = (await this.#database.findOutage()) ? this.known(shown) : undefined;
      if (known === undefined) throw error;
      return known;
    }
  }

  current({ serviceId, talk }: Shown): string | undefined {
    const view = this.#services.current();
    const state = view && serviceState(view, serviceId);
    return state === undefined || !talk ? state : together(state, this.#talks.current(talk, state));
  }

  keysOf({ serviceId, talk }: Shown): string[] | undefined {
    const contentId = talk && this.#talks.contentIdOf(talk);
    return talk && contentId === undefined ? undefined : keysOfAnswer(serviceId, contentId);
  }

  /** Reads a version at least as new as the last commit. Undefined for unknown services and posts. */
  async read({ serviceId, talk }: Shown): Promise<string | undefined> {
    const state = serviceState(this.#services.current() ?? (await this.#services.read()), serviceId);
    return state === undefined || !talk ? state : together(state, await this.#talks.read(talk, state));
  }
}

function serviceState(view: VersionsView, serviceId: string | undefined): string | undefined {
  return serviceId === undefined ? view.stateOfAll : view.stateOf(serviceId);
}

function together(service: string, talk: string | undefined): string | undefined {
  return talk === undefined ? undefined : `${service} ${talk}`;
}
