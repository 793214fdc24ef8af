import { useState } from 'react';

const unfoldedOf = new Map<string, ReadonlySet<string>>();

/** Remembers expanded categories per service until the page is unloaded. Starts fully expanded when there are few. */
export function useUnfolded(serviceId: string, all: readonly string[], count: number) {
  const [unfolded, setUnfolded] = useState(() => unfoldedOf.get(serviceId) ?? new Set(count <= FEW ? all : []));

  function keep(slugs: ReadonlySet<string>): void {
    unfoldedOf.set(serviceId, slugs);
    setUnfolded(slugs);
  }

  return {
    unfolded,
    unfoldAll: () => keep(new Set(all)),
    foldAll: () => keep(new Set()),
    setUnfolded: (slug: string, isUnfolded: boolean) =>
      keep(isUnfolded ? new Set([...unfolded, slug]) : unfolded.difference(new Set([slug]))),
  };
}

const FEW = 50;

export function unfoldLater(serviceId: string, slug: string): void {
  const unfolded = unfoldedOf.get(serviceId);
  if (unfolded) unfoldedOf.set(serviceId, new Set([...unfolded, slug]));
}
