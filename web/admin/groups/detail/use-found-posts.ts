import { useEffect, useState } from 'react';
import { type AnyPost, adminSearchApi, MAX_ANY_POSTS } from '#contract/admin-search.ts';
import { MAX_SEARCH } from '#contract/post-search.ts';
import { backgroundCall } from '../../../session/console-call.ts';

const DELAY_MS = 200;

export type FoundPosts = 'searching' | 'failed' | readonly AnyPost[];

/** Searches the posts of a service. An empty query returns the most recently changed posts. */
export function useFoundPosts(serviceId: string, words: string): FoundPosts {
  const [found, setFound] = useState<FoundPosts>('searching');
  useEffect(() => {
    let isWanted = true;
    const q = words.trim().slice(0, MAX_SEARCH);
    const query = { service: serviceId, count: MAX_ANY_POSTS, ...(q !== '' && { q }) };
    const timer = setTimeout(
      () => {
        backgroundCall(adminSearchApi.find, { query }).then(
          ({ posts }) => isWanted && setFound(posts),
          () => isWanted && setFound('failed'),
        );
      },
      q === '' ? 0 : DELAY_MS,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [serviceId, words]);
  return found;
}
