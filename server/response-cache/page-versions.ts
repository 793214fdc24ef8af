import { readRecentChanges } from '../database/service-revision.ts';
import type { ServiceRevision } from './revision.repository.ts';

const MAX_POSTS = 10_000;
let instances = 0;

/**
 * Versions of the posts of a service, as far as this process can follow them. After a change of unknown extent a new
 * instance replaces it, whose states differ from all earlier ones.
 */
export class PageVersions {
  readonly #revisions = new Map<string, number>();
  readonly #instance: number;
  #revision: number;
  #nextListedAt: string | null;

  constructor({ revision, nextListedAt }: ServiceRevision) {
    instances += 1;
    this.#instance = instances;
    this.#revision = revision;
    this.#nextListedAt = nextListedAt;
  }

  /** Returns false when the change since is not one of single posts, is not known, or lies in the past. */
  canFollow({ revision, recentChanges, nextListedAt }: ServiceRevision): boolean {
    if (revision < this.#revision || nextListedAt !== this.#nextListedAt || this.#revisions.size > MAX_POSTS)
      return false;
    const changes = readRecentChanges(recentChanges);
    for (let each = this.#revision + 1; each <= revision; each += 1) if (!changes.has(each)) return false;
    return true;
  }

  /** Requires `canFollow`. */
  follow({ revision, recentChanges }: ServiceRevision): void {
    for (const [changedAt, slugs] of readRecentChanges(recentChanges)) {
      if (changedAt > this.#revision) for (const slug of slugs) this.#revisions.set(slug, changedAt);
    }
    this.#revision = revision;
  }

  stateOf(slug: string | undefined): string {
    const revision = slug === undefined ? undefined : this.#revisions.get(slug);
    return `${this.#instance}:${revision ?? ''}`;
  }
}
