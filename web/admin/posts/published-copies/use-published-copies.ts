import { useEffect, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import { type CopyState, type PublishedCopy, publishedCopyApi } from '#contract/publishing.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { type ConsoleKey, failureKeyOf } from '../../ui/failure-text.ts';

/** A CDN needs a moment to drop its copies. */
const AGAIN_MS = 3000;
const AUTOMATIC_CHECKS = 2;

const OUTDATED: ReadonlySet<CopyState> = new Set(['stale', 'missing', 'remains']);

export const isOutdated = ({ state }: PublishedCopy) => OUTDATED.has(state);

export interface PublishedCopiesState {
  /** Result of the last check, kept during the next one. */
  readonly copies: readonly PublishedCopy[] | undefined;
  readonly failure: ConsoleKey | undefined;
  readonly isChecking: boolean;
  readonly checkAgain: () => void;
}

/** Checks at once, and again by itself while copies are outdated. Leaving the screen aborts the request. */
export function usePublishedCopies({ serviceId, postId }: AdminPost): PublishedCopiesState {
  const [copies, setCopies] = useState<readonly PublishedCopy[]>();
  const [failure, setFailure] = useState<ConsoleKey>();
  const [isChecking, setIsChecking] = useState(true);
  const [checks, setChecks] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setIsChecking(true);
    backgroundCall(publishedCopyApi.check, { params: { serviceId, idOrSlug: postId } }, leaving.signal).then(
      (checked) => {
        if (leaving.signal.aborted) return;
        setCopies(checked.copies);
        setFailure(undefined);
        setIsChecking(false);
        if (checks < AUTOMATIC_CHECKS && checked.copies.some(isOutdated)) {
          timer = setTimeout(() => setChecks(checks + 1), AGAIN_MS);
        }
      },
      (error) => {
        if (leaving.signal.aborted) return;
        setFailure(failureKeyOf(error));
        setIsChecking(false);
      },
    );
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [serviceId, postId, checks]);

  return { copies, failure, isChecking, checkAgain: () => setChecks(Math.max(checks + 1, AUTOMATIC_CHECKS)) };
}
