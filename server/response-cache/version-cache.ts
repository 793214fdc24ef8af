import type { Database } from '../database/connect.ts';
import { threadName } from '../database/service-revision.ts';
import type { Clock } from '../platform/clock.ts';
import { Expiries, type Expiry } from './expiry.ts';
import type { RequestedAddress } from './requested-address.ts';
import { ServiceVersions, type VersionsView } from './service-versions.ts';
import { surrogateKeysOf } from './shared-caching.ts';
import { type KnownThread, type ShownThread, ThreadVersions } from './thread-versions.ts';

type Shown = Pick<RequestedAddress, 'serviceId' | 'post' | 'thread'>;

interface Known {
  readonly view: VersionsView;
  readonly thread: KnownThread | undefined;
  readonly state: string;
}

export class VersionCache {
  readonly #expiries: Expiries;
  readonly #known = new WeakMap<Shown, Known>();
  readonly #database: Database;
  readonly #services: ServiceVersions;
  readonly #threads: ThreadVersions;

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#expiries = new Expiries(options);
    this.#services = new ServiceVersions(options);
    this.#threads = new ThreadVersions(options);
  }

  /** Returns undefined when the version has to be read, and when the database fails. */
  known(shown: Shown): string | undefined {
    try {
      const now = this.#expiries.now();
      const view = this.#services.current(now);
      if (!view) return undefined;
      const known = this.#known.get(shown);
      const isCurrent = known?.view === view && (!known.thread || this.#threads.isCurrent(known.thread, now));
      return isCurrent ? known.state : this.#findKnown(shown, view, now);
    } catch {
      return undefined;
    }
  }

  #findKnown(shown: Shown, view: VersionsView, now: Expiry): string | undefined {
    const ofService = serviceState(view, shown);
    if (ofService === undefined) return undefined;
    const thread = shown.thread && this.#threads.current(shown.thread, ofService, now);
    const state = shown.thread
      ? this.#withThread(view, shown.thread, { state: ofService, revision: thread?.revision })
      : ofService;
    if (state !== undefined) this.#known.set(shown, { view, thread, state });
    return state;
  }

  /**
   * Reads a version at least as new as the last commit; the last known one during a database outage. Undefined for
   * unknown services and posts.
   */
  async read(shown: Shown): Promise<string | undefined> {
    try {
      const { thread } = shown;
      const view = this.#services.current() ?? (await this.#services.read());
      const state = serviceState(view, shown);
      if (state === undefined || !thread) return state;
      return this.#withThread(view, thread, { state, revision: await this.#threads.read(thread, state) });
    } catch (error) {
      const known = (await this.#database.findOutage()) ? this.known(shown) : undefined;
      if (known === undefined) throw error;
      return known;
    }
  }

  keysOf({ serviceId, thread }: Shown): string[] | undefined {
    const contentId = thread && this.#threads.contentIdOf(thread);
    return thread && contentId === undefined ? undefined : surrogateKeysOf(serviceId, contentId);
  }

  /** The thread's revision counts its comments and votes; its state in the view changes when it is hidden or shown. */
  #withThread(
    view: VersionsView,
    thread: ShownThread,
    { state, revision }: { state: string; revision: string | undefined },
  ): string | undefined {
    const contentId = this.#threads.contentIdOf(thread);
    if (revision === undefined || contentId === undefined) return undefined;
    return `${state} ${view.stateOfPages(thread.serviceId, threadName(contentId))} ${revision}`;
  }
}

function serviceState(view: VersionsView, { serviceId, post, thread }: Shown): string | undefined {
  if (serviceId === undefined) return view.stateOfAll;
  return post !== undefined || thread ? view.stateOfPages(serviceId, post) : view.stateOf(serviceId);
}
