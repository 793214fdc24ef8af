import { TagFilter, TagLabel } from '#contract/tags.ts';

export interface TagListState {
  readonly contains: string;
  /** Last label of the previous page; undefined on the first page. */
  readonly after: string | undefined;
}

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
