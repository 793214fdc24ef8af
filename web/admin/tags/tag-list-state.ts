import { TagFilter, TagLabel } from '#contract/tags.ts';

export interface TagListState {
  /** Text that the labels contain. */
  readonly contains: string;
  /** Last label of the previous page; undefined on the first page. */
  readonly after: string | undefined;
}

/** Reads the state from the address and ignores invalid parameters. */
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
