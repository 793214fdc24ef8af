import { useEffect, useState } from 'react';
import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { backgroundCall } from '../../session/console-call.ts';

/** So long after the last letter the server is asked. */
const PAUSE_MS = 150;
const COUNT = 8;

export interface FoundPosts {
  /** What was found last; the former ones stay until then, so that the list does not flicker. */
  readonly posts: readonly AnyPost[];
  readonly state: 'asking' | 'found' | 'failed';
}

/** Posts of all services of whoever asks, by a few letters; without any, those that were changed last. */
export function useFoundPosts(q: string): FoundPosts {
  const [found, setFound] = useState<FoundPosts>({ posts: [], state: 'asking' });
  useEffect(() => {
    let isWanted = true;
    setFound(({ posts }) => ({ posts, state: 'asking' }));
    const timer = setTimeout(
      async () => {
        const next = await ask(q);
        if (isWanted) setFound(next);
      },
      q === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [q]);
  return found;
}

async function ask(q: string): Promise<FoundPosts> {
  try {
    const { posts } = await backgroundCall(adminSearchApi.find, { query: { q, count: COUNT } });
    return { posts, state: 'found' };
  } catch {
    return { posts: [], state: 'failed' };
  }
}
