export type Ids = readonly string[];

/** Change that can be applied to any later version of the order. */
export type OrderStep = (ids: Ids) => Ids;

export function placeAfter(postId: string, afterId: string | undefined): OrderStep {
  return (ids) => {
    const others = ids.filter((id) => id !== postId);
    if (afterId === undefined) return [postId, ...others];
    const place = others.indexOf(afterId);
    return place === -1 ? [...others, postId] : others.toSpliced(place + 1, 0, postId);
  };
}

export function append(postId: string): OrderStep {
  return (ids) => (ids.includes(postId) ? ids : [...ids, postId]);
}

export function without(postId: string): OrderStep {
  return (ids) => ids.filter((id) => id !== postId);
}

/** Moves a post to the position of another, which shifts toward the old position. */
export function moveOnto(ids: Ids, postId: string, overId: string): OrderStep {
  const from = ids.indexOf(postId);
  const to = ids.indexOf(overId);
  return placeAfter(postId, from < to ? overId : ids[to - 1]);
}

export function predecessorOf(ids: Ids, postId: string): string | undefined {
  return ids[ids.indexOf(postId) - 1];
}

export type Direction = 'up' | 'down' | 'toTop' | 'toEnd';

export function moveBy(ids: Ids, postId: string, direction: Direction): OrderStep | undefined {
  const place = ids.indexOf(postId);
  const last = ids.length - 1;
  const target = { up: place - 1, down: place + 1, toTop: 0, toEnd: last }[direction];
  const over = ids[target];
  return over === undefined || target === place ? undefined : moveOnto(ids, postId, over);
}
