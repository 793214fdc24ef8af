import { readRecentChanges } from '../database/service-revision.ts';
import type { ServiceRevision } from './revision.repository.ts';

const MAX_POSTS = 10_000;
let instances = 0;

/**
 * Versions of the posts of a service, as far as this process can follow them. When `follow` returns false, a new
 * instance replaces it, whose states differ from all earlier ones.
 */
export class PageVersions {
  readonly #states = new Map<string, string>();
  readonly #state: string;
  #revision: number;
  #nextListedAt: string | null;

  constructor({ revision, nextListedAt }: ServiceRevision) {
    instances += 1;
    this.#state = `${instances}:`;
    this.#revision = revision;
    this.#nextListedAt = nextListedAt;
  }

  /** Returns false when a change since is not one of single posts, is not known, or lies in the past. */
  follow({ revision, recentChanges, nextListedAt }: ServiceRevision): boolean {
    if (revision < this.#revision || nextListedAt !== this.#nextListedAt || this.#states.size > MAX_POSTS) return false;
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
