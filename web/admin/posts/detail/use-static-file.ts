import { useCallback, useEffect, useState } from 'react';
import { type PostCache, postCacheApi } from '#contract/post-cache.ts';
import { backgroundCall } from '../../../session/console-call.ts';

const AGAIN_MS = 1000;
/** Number of polls before the last state is shown as final. */
const MAX_LOOKS = 10;

export interface KnownStaticFile {
  /** Undefined until loaded and when the request failed. */
  readonly file: PostCache | undefined;
  lookAgain(): void;
}

/** Loads the state of a post's static file and polls every second while it is being generated. */
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
