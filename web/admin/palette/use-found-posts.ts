import { useEffect, useState } from 'react';
import { type AnyPost, adminSearchApi } from '#contract/admin-search.ts';
import { backgroundCall } from '../../session/console-call.ts';

const PAUSE_MS = 150;
const COUNT = 8;

export interface FoundPosts {
  /** Results of the last completed search, kept during the next one to avoid flickering. */
  readonly posts: readonly AnyPost[];
  readonly state: 'asking' | 'found' | 'failed';
}

/** An empty query returns the most recently changed posts. */
export function useFoundPosts(q: string): FoundPosts {
  const [found, setFound] = useState<FoundPosts>({ posts: [], state: 'asking' });
  useEffect(() => {
    let isActive = true;
    setFound(({ posts }) => ({ posts, state: 'asking' }));
    const timer = setTimeout(
      async () => {
        const next = await ask(q);
        if (isActive) setFound(next);
      },
      q === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isActive = false;
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
