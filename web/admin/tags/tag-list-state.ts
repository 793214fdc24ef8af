import { TagFilter, TagLabel } from '#contract/tags.ts';

/** What the address of the list says. */
export interface TagListState {
  /** A part of the labels that are shown. */
  readonly contains: string;
  /** The last label of the page before; the first page has none. */
  readonly after: string | undefined;
}

/** Whatever the address says that means nothing is left out. */
export function readTagListState(search: URLSearchParams): TagListState {
  return {
    contains: TagFilter.safeParse(search.get('contains') ?? '').data ?? '',
    after: TagLabel.safeParse(search.get('after')).data,
  };
}

export function toTagSearch({ contains, after }: TagListState): string {
  const search = new URLSearchParams();
  if (contains !== '') search.set('contains', contains);
  if (after !== undefined) search.set('after', after);
  return search.toString();
}
