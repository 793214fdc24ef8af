import type { Database } from '../database/connect.ts';
import { readRecentChanges } from '../database/service-revision.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { Expiries, type Expiry } from './expiry.ts';
import { listServiceRevisions, type ServiceRevision } from './revision.repository.ts';

export interface VersionsView {
  /** Changes with everything that readers of the service see. */
  stateOf(serviceId: string): string | undefined;
  /** Changes with the post, and with what the pages of all posts and comment threads have in common. */
  stateOfPages(serviceId: string, slug?: string): string | undefined;
  readonly stateOfAll: string;
}

/**
 * Reloads the revisions only after a relevant commit, so that a response older than an acknowledged write of this
 * process is never served.
 */
export class ServiceVersions {
  readonly #database: Database;
  readonly #expiries: Expiries;
  readonly #pages = new Map<string, PageVersions>();
  #view: (VersionsView & Expiry) | undefined;
  #reading: (Expiry & { readonly view: Promise<VersionsView> }) | undefined;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#database = database;
    this.#expiries = new Expiries({ database, clock });
  }

  current(now?: Expiry): VersionsView | undefined {
    const view = this.#view;
    return view && this.#expiries.isCurrent(view, now) ? view : undefined;
  }

  /**
   * Reads revisions at least as new as the last commit. Concurrent callers share a read unless it may have missed a
   * commit.
   */
  async read(): Promise<VersionsView> {
    if (!this.#reading || !this.#expiries.isCurrent(this.#reading)) this.#reading = this.#startReading();
    return this.#reading.view;
  }

  #startReading(): Expiry & { view: Promise<VersionsView> } {
    const expiry = this.#expiries.now();
    const reading = { ...expiry, view: this.#load(expiry) };
    const end = () => {
      if (this.#reading === reading) this.#reading = undefined;
    };
    reading.view.then(end, end);
    return reading;
  }

  async #load(expiry: Expiry): Promise<VersionsView> {
    const rows = await listServiceRevisions(this.#database.reader, toInstant(new Date(expiry.readAt)));
    const states = new Map(rows.map((row) => [row.serviceId, stateOf(row)]));
    const pages = new Map(rows.map((row) => [row.serviceId, this.#pagesOf(row)]));
    this.#view = {
      ...expiry,
      // The state changes when a scheduled post becomes visible.
      endsAt: Math.min(...rows.map(({ nextVisibleAt }) => (nextVisibleAt ? Date.parse(nextVisibleAt) : Infinity))),
      stateOf: (serviceId) => states.get(serviceId),
      stateOfPages: (serviceId, slug) => pages.get(serviceId)?.stateOf(slug),
      stateOfAll: [...states].join(),
    };
    return this.#view;
  }

  #pagesOf(row: ServiceRevision): PageVersions {
    const known = this.#pages.get(row.serviceId);
    if (known?.follow(row)) return known;
    const pages = new PageVersions(row);
    this.#pages.set(row.serviceId, pages);
    return pages;
  }
}

function stateOf({ revision, nextVisibleAt }: ServiceRevision): string {
  return `${revision}@${nextVisibleAt}`;
}

const MAX_POSTS = 10_000;
let instances = 0;

/**
 * Versions of the posts of a service, as far as this process can follow them. When `follow` returns false, a new
 * instance replaces it, whose states differ from all earlier ones.
 */
class PageVersions {
  readonly #states = new Map<string, string>();
  readonly #state: string;
  #revision: number;
  #nextVisibleAt: string | null;

  constructor({ revision, nextVisibleAt }: ServiceRevision) {
    instances += 1;
    this.#state = `${instances}:`;
    this.#revision = revision;
    this.#nextVisibleAt = nextVisibleAt;
  }

  /** Returns false when a change since is not one of single posts, is not known, or lies in the past. */
  follow({ revision, recentChanges, nextVisibleAt }: ServiceRevision): boolean {
    if (revision < this.#revision || nextVisibleAt !== this.#nextVisibleAt || this.#states.size > MAX_POSTS)
      return false;
    if (revision === this.#revision) return true;
    const changes = readRecentChanges(recentChanges);
    for (let each = this.#revision + 1; each <= revision; each += 1) {
      const slugs = changes.get(each);
      if (!slugs) return false;
      for (const slug of slugs) this.#states.set(slug, `${this.#state}${each}`);
    }
    this.#revision = revision;
    return true;
  }

  stateOf(slug: string | undefined): string {
    return (slug === undefined ? undefined : this.#states.get(slug)) ?? this.#state;
  }
}
