/** Which pages of a list were seen on the way to this one, by their addresses' queries; history keeps it. */
export interface PageTrail {
  readonly trail: readonly string[];
}

/** How far back the way is known. */
const MAX_TRAIL = 100;

/** What a history entry says; whatever else it holds is no trail. */
export function readTrail(state: unknown): readonly string[] {
  const { trail } = (typeof state === 'object' && state !== null ? state : {}) as Partial<PageTrail>;
  const isTrail = Array.isArray(trail) && trail.every((search) => typeof search === 'string');
  return isTrail ? trail : [];
}

/** For the page after the one at `search`. */
export function onwardFrom(search: string, trail: readonly string[]): PageTrail {
  return { trail: [...trail, search].slice(-MAX_TRAIL) };
}
