import { threadKey } from '../database/commits.ts';
import type { Database } from '../database/connect.ts';
import type { Clock } from '../platform/clock.ts';
import { Expiries, type Expiry } from './expiry.ts';
import { findContentIdOfPost, findThreadRevision } from './revision.repository.ts';

export type ShownThread =
  | { readonly serviceId: string; readonly contentId: string }
  | { readonly serviceId: string; readonly slug: string };

interface KnownPost {
  readonly serviceState: string;
  readonly contentId: string | undefined;
}

export interface KnownThread extends Expiry {
  readonly key: string;
  readonly revision: string;
}

interface Reading extends Expiry {
  readonly revision: Promise<string>;
}

const MAX_KNOWN = 10_000;

/** A commit of this process that changes only threads invalidates those; any other commit invalidates all. */
export class ThreadVersions {
  readonly #database: Database;
  readonly #expiries: Expiries;
  readonly #posts = new Map<string, KnownPost>();
  readonly #threads = new Map<string, KnownThread>();
  readonly #readings = new Map<string, Reading>();

  constructor(options: { database: Database; clock: Clock }) {
    this.#database = options.database;
    this.#expiries = new Expiries(options);
    options.database.onCommit(({ change }) => {
      if (change !== 'anything') for (const key of change) this.#forget(key);
    });
  }

  contentIdOf(shown: ShownThread): string | undefined {
    return 'contentId' in shown ? shown.contentId : this.#posts.get(`${shown.serviceId}/${shown.slug}`)?.contentId;
  }

  current(shown: ShownThread, serviceState: string, now?: Expiry): KnownThread | undefined {
    const contentId = 'contentId' in shown ? shown.contentId : this.#knownPost(shown, serviceState)?.contentId;
    const known = contentId === undefined ? undefined : this.#threads.get(threadKey(shown.serviceId, contentId));
    return known && this.#expiries.isCurrent(known, now) ? known : undefined;
  }

  isCurrent(known: KnownThread, now: Expiry): boolean {
    return this.#threads.get(known.key) === known && this.#expiries.isCurrent(known, now);
  }

  /** Reads a revision at least as new as the last commit; undefined for unknown posts. */
  async read(shown: ShownThread, serviceState: string): Promise<string | undefined> {
    const contentId = 'contentId' in shown ? shown.contentId : await this.#contentIdOf(shown, serviceState);
    if (contentId === undefined) return undefined;
    const key = threadKey(shown.serviceId, contentId);
    const known = this.#threads.get(key);
    if (known && this.#expiries.isCurrent(known)) return known.revision;
    const running = this.#readings.get(key);
    const reading =
      running && this.#expiries.isCurrent(running) ? running : this.#startReading(key, shown.serviceId, contentId);
    return reading.revision;
  }

  #startReading(key: string, serviceId: string, contentId: string): Reading {
    const expiry = this.#expiries.now();
    const revision = findThreadRevision(this.#database.reader, serviceId, contentId).then(String);
    const reading = { ...expiry, revision };
    this.#readings.set(key, reading);
    revision.then(
      (found) => this.#endReading(key, reading, found),
      () => this.#endReading(key, reading, undefined),
    );
    return reading;
  }

  #endReading(key: string, reading: Reading, revision: string | undefined): void {
    if (this.#readings.get(key) !== reading) return;
    this.#readings.delete(key);
    const { commitMark, readAt } = reading;
    if (revision !== undefined) remember(this.#threads, key, { key, commitMark, readAt, revision });
  }

  #forget(key: string): void {
    this.#threads.delete(key);
    this.#readings.delete(key);
  }

  #knownPost({ serviceId, slug }: { serviceId: string; slug: string }, serviceState: string): KnownPost | undefined {
    const known = this.#posts.get(`${serviceId}/${slug}`);
    return known?.serviceState === serviceState ? known : undefined;
  }

  async #contentIdOf(shown: { serviceId: string; slug: string }, serviceState: string): Promise<string | undefined> {
    const known = this.#knownPost(shown, serviceState);
    if (known) return known.contentId;
    const contentId = await findContentIdOfPost(this.#database.reader, shown.serviceId, shown.slug);
    remember(this.#posts, `${shown.serviceId}/${shown.slug}`, { serviceState, contentId });
    return contentId;
  }
}

function remember<Known>(known: Map<string, Known>, key: string, value: Known): void {
  known.delete(key);
  known.set(key, value);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as string);
}
