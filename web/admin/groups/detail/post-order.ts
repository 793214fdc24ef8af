/** The posts of a group by their ids, in their order. */
export type Ids = readonly string[];

/** One change of an order, which can be made of whatever order there is by then. */
export type OrderStep = (ids: Ids) => Ids;

/** Puts a post behind another, or first of all; also one that is not among them yet. Behind what is gone, it is last. */
export function placeAfter(postId: string, afterId: string | undefined): OrderStep {
  return (ids) => {
    const others = ids.filter((id) => id !== postId);
    if (afterId === undefined) return [postId, ...others];
    const place = others.indexOf(afterId);
    return place === -1 ? [...others, postId] : others.toSpliced(place + 1, 0, postId);
  };
}

/** Puts a post last, unless it is among them already. */
export function append(postId: string): OrderStep {
  return (ids) => (ids.includes(postId) ? ids : [...ids, postId]);
}

export function without(postId: string): OrderStep {
  return (ids) => ids.filter((id) => id !== postId);
}

/** Puts a post where another stands, which makes room towards where the post comes from. */
export function moveOnto(ids: Ids, postId: string, overId: string): OrderStep {
  const [from, to] = [ids.indexOf(postId), ids.indexOf(overId)];
  return placeAfter(postId, from < to ? overId : ids[to - 1]);
}

/** What stands before a post. */
export function predecessorOf(ids: Ids, postId: string): string | undefined {
  return ids[ids.indexOf(postId) - 1];
}

export type Direction = 'up' | 'down' | 'toTop' | 'toEnd';

/** Where a post has no way in a direction, nothing. */
export function moveBy(ids: Ids, postId: string, direction: Direction): OrderStep | undefined {
  const [place, last] = [ids.indexOf(postId), ids.length - 1];
  const target = { up: place - 1, down: place + 1, toTop: 0, toEnd: last }[direction];
  const over = ids[target];
  return over === undefined || target === place ? undefined : moveOnto(ids, postId, over);
}
