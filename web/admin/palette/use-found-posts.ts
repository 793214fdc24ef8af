import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const PAUSE_MS = 150;
const COUNT = 8;

export interface FoundPosts {
  /** Results of the last completed search, kept during the next one to avoid flickering. */
  readonly posts: readonly AnyPost[];
  readonly state: 'loading' | 'loaded' | 'failed';
}

/** An empty query returns the most recently changed posts. */
export function useFoundPosts(q: string): FoundPosts {
  const ask = () => backgroundCall(adminSearchApi.find, { query: { q, count: COUNT } });
  const { value, state } = useLoaded(q, ask, q === '' ? 0 : PAUSE_MS);
  return { posts: state === 'failed' ? [] : (value?.posts ?? []), state };
}
