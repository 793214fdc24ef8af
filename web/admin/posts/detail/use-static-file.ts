import { useCallback, useEffect, useState } from 'react';
import { type PostCache, postCacheApi } from '#contract/post-cache.ts';
import { backgroundCall } from '../../../session/console-call.ts';

const AGAIN_MS = 1000;
/** What takes longer than this is told of as it is. */
const MAX_LOOKS = 10;

export interface KnownStaticFile {
  /** Absent until it is known, and where it could not be asked for. */
  readonly file: PostCache | undefined;
  lookAgain(): void;
}

/** The static file of a post; while it is on its way, it is looked at again every second. */
export function useStaticFile(serviceId: string, postId: string, revision: number): KnownStaticFile {
  const [file, setFile] = useState<PostCache>();
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save makes the file anew
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (looks: number): Promise<void> => {
      const request = { params: { serviceId, idOrSlug: postId }, query: { withState: 'true' } };
      const found = await backgroundCall(postCacheApi.find, request).catch(() => null);
      if (!isCurrent) return;
      setFile(found ?? undefined);
      if (found?.state === 'waiting' && looks < MAX_LOOKS) timer = setTimeout(() => void look(looks + 1), AGAIN_MS);
    };
    void look(1);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [serviceId, postId, revision, asked]);
  const lookAgain = useCallback(() => setAsked((before) => before + 1), []);
  return { file, lookAgain };
}
