import { useState } from 'react';

const unfoldedOf = new Map<string, ReadonlySet<string>>();

/** Which categories of a service are unfolded, for as long as the page is; at first all of them, where there are few. */
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

/** So many lines are taken in at a glance. */
const FEW = 50;

/** Has a category unfolded when the list is seen again: something new stands below it. */
export function unfoldLater(serviceId: string, slug: string): void {
  const unfolded = unfoldedOf.get(serviceId);
  if (unfolded) unfoldedOf.set(serviceId, new Set([...unfolded, slug]));
}
