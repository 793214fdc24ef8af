import { type RefObject, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { type TranslationReview, translationApi } from '#contract/translations.ts';
import { consoleCall } from '../../session/console-call.ts';
import { staleVersionOf } from '../ui/failure-text.ts';
import { notifyFailure, notifyProblem, notifySuccess } from '../ui/notify.tsx';

interface Review {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly mark: (blocks: 'all' | string[]) => Promise<void>;
}

/** Marks blocks as reviewed, and moves the focus to the next block to review. */
export function useReview(review: TranslationReview): Review {
  const revalidator = useRevalidator();
  const table = useRef<HTMLTableElement>(null);
  const nextFocus = useRef<number>(undefined);
  const { original, translation } = review;
  const buttons = () => [...(table.current?.querySelectorAll<HTMLButtonElement>('.translation-mark') ?? [])];

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the review was loaded again
  useEffect(() => {
    if (nextFocus.current === undefined) return;
    const next = buttons()[nextFocus.current] ?? buttons().at(-1);
    (next ?? document.querySelector<HTMLElement>('main h1'))?.focus();
    nextFocus.current = undefined;
  }, [review]);

  async function mark(blocks: 'all' | string[]): Promise<void> {
    const at = buttons().indexOf(document.activeElement as HTMLButtonElement);
    try {
      await consoleCall(translationApi.review, {
        params: { serviceId: translation.serviceId, idOrSlug: translation.postId },
        body: { blocks, revision: original.revision },
      });
      if (blocks === 'all') notifySuccess('translations.review.marked');
      nextFocus.current = Math.max(0, at);
    } catch (error) {
      if (staleVersionOf(error) === undefined) notifyFailure(error, 'failure.update');
      else notifyProblem('translations.review.stale');
    } finally {
      await revalidator.revalidate();
    }
  }

  return { table, mark };
}
