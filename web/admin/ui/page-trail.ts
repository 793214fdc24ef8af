/** Queries of the list pages visited before this one, stored in the history state. */
export interface PageTrail {
  readonly trail: readonly string[];
}

const MAX_TRAIL = 100;

export function readTrail(state: unknown): readonly string[] {
  const { trail } = (typeof state === 'object' && state !== null ? state : {}) as Partial<PageTrail>;
  const isTrail = Array.isArray(trail) && trail.every((search) => typeof search === 'string');
  return isTrail ? trail : [];
}

export function onwardFrom(search: string, trail: readonly string[]): PageTrail {
  return { trail: [...trail, search].slice(-MAX_TRAIL) };
}
