import { useEffect, useRef, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { saysTheSame } from '../posts/form/compare/differences.ts';
import type { PostFormValues } from '../posts/form/post-form-values.ts';
import type { PostFormState } from '../posts/form/use-post-form.ts';
import type { StoredDraft } from './draft-store.ts';
import { type Autosave, useAutosave } from './use-autosave.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { type Journal, useJournal } from './use-stored-draft.ts';
import { toCopy, valuesToOpen } from './working-copy-values.ts';

interface Options {
  readonly serviceId: string;
  readonly post: AdminPost | undefined;
  readonly copy: WorkingCopy | undefined;
  readonly state: PostFormState;
  /** Sets the values of the form and the text of the editor. */
  readonly fill: (values: PostFormValues) => void;
  /** Returns true while leaving would abort something, such as an upload. */
  readonly isBusy: () => boolean;
}

export type Restored =
  | { readonly from: 'browser'; readonly savedAt: number }
  | { readonly from: 'server'; readonly copy: WorkingCopy };

export interface KeptText {
  readonly journal: Journal;
  readonly autosave: Autosave;
  readonly restored: Restored | undefined;
  readonly write: () => void;
  readonly discard: () => void;
  /** Deletes the draft and the working copy, and stops keeping changes. */
  readonly finish: () => void;
  /** Allows leaving without a prompt and keeps the draft, because another form takes over. */
  readonly leave: () => void;
}

/** Keeps unsaved changes: in the browser at once, on the server after a pause. */
export function useKeptText({ serviceId, post, copy, state, fill, isBusy }: Options): KeptText {
  const [restored, setRestored] = useState<Restored>();
  const isFinished = useRef(false);
  const autosave = useAutosave(serviceId, { post, copy });
  const { autosaver } = autosave;
  const journal = useJournal({
    name: `post.${serviceId}.${post?.postId ?? 'new'}`,
    read: () => ({ values: state.values(), isDirty: state.isDirty() }),
    onOpened: putBack,
  });

  function putBack(draft: StoredDraft | undefined): void {
    if (state.isDirty()) return;
    const own = draft && newsOf(draft, state.savedValues());
    const elsewhere = post && valuesToOpen(copy, post, own);
    if (elsewhere && copy) {
      if (own) void journal.putAside(own.values);
      fill(elsewhere);
      setRestored({ from: 'server', copy });
    } else if (own) {
      fill(own.values);
      setRestored({ from: 'browser', savedAt: own.savedAt });
    }
    if (elsewhere || !own) journal.drop();
  }

  const publishAt = useRef(post?.publishAt ?? null);
  function touch(): void {
    journal.touch();
    autosaver?.change(() => (state.isDirty() ? toCopy(state.values(), publishAt.current) : undefined));
  }
  const latestTouch = useRef(touch);
  latestTouch.current = touch;
  const { body, formerTexts, form } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is what is waited for
  useEffect(() => latestTouch.current(), [form.values]);
  useEffect(() => body.subscribe(() => latestTouch.current()), [body]);
  useEffect(() => formerTexts.subscribe(() => latestTouch.current()), [formerTexts]);

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isKept } = journal;
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      // Deletes the working copy when the user discarded the draft on leaving. The timeout skips this when the form
      // remounts at once.
      leaving.current = setTimeout(() => (isKept() ? autosaver?.stop() : autosaver?.close()));
    };
  }, [autosaver, isKept]);

  function discard(): void {
    setRestored(undefined);
    autosaver?.forget();
    journal.drop();
  }

  function finish(): void {
    isFinished.current = true;
    autosaver?.close();
    journal.finish();
  }

  function leave(): void {
    isFinished.current = true;
  }

  useLeaveGuard(() => (state.isDirty() || isBusy()) && !isFinished.current, finish);
  return { journal, autosave, restored, write: journal.write, discard, finish, leave };
}

function newsOf(draft: StoredDraft, saved: PostFormValues): { savedAt: number; values: PostFormValues } | undefined {
  const values = valuesOfDraft(draft, saved);
  return values && !saysTheSame(values, saved) ? { savedAt: draft.savedAt, values } : undefined;
}

/** Fills fields missing in drafts of older versions of the form. */
export function valuesOfDraft({ values }: StoredDraft, initial: PostFormValues): PostFormValues | undefined {
  return typeof values === 'object' && values !== null ? { ...initial, ...values } : undefined;
}
