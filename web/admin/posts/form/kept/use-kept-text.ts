import { useEffect, useRef, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import type { StoredDraft } from '../../../ui/draft-storage.ts';
import { type Journal, useJournal } from '../../../ui/use-journal.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { type Autosave, useAutosave } from '../autosave/use-autosave.ts';
import { toCopy, valuesToOpen } from '../autosave/working-copy-values.ts';
import { saysTheSame } from '../compare/differences.ts';
import type { PostFormValues } from '../post-form-values.ts';
import type { PostFormState } from '../use-post-form.ts';

interface Options {
  readonly serviceId: string;
  /** Nothing for a post that is to be created. */
  readonly post: AdminPost | undefined;
  /** What the server kept when the form was opened. */
  readonly copy: WorkingCopy | undefined;
  readonly state: PostFormState;
  /** Puts values into the form, the editor included. */
  readonly fill: (values: PostFormValues) => void;
  /** Whether something is under way that leaving would break off. */
  readonly isBusy: () => boolean;
}

/** Where it comes from that the form shows something else than what was saved. */
export type Restored =
  | { readonly from: 'browser'; readonly savedAt: number }
  | { readonly from: 'server'; readonly copy: WorkingCopy };

export interface KeptText {
  readonly journal: Journal;
  readonly autosave: Autosave;
  /** Nothing if nothing was put back, or something was saved since. */
  readonly restored: Restored | undefined;
  readonly write: () => void;
  /** Forgets what is kept: it is saved, or not wanted. */
  readonly discard: () => void;
  /** The same, and nothing is kept from then on. */
  readonly finish: () => void;
  /** Another form takes over: leaving asks nothing, and what is kept stays until then. */
  readonly leave: () => void;
}

/** Whatever is typed into the form is kept until it is saved: by this browser at once, and by the server after a pause. */
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
      // Who left on purpose gave up the browser's own draft; and a form that comes back at once was not left.
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

/** What a draft says that was not saved, if it says anything. */
function newsOf(draft: StoredDraft, saved: PostFormValues): { savedAt: number; values: PostFormValues } | undefined {
  const values = valuesOfDraft(draft, saved);
  return values && !saysTheSame(values, saved) ? { savedAt: draft.savedAt, values } : undefined;
}

/** A draft of an older form may be missing some. */
export function valuesOfDraft({ values }: StoredDraft, initial: PostFormValues): PostFormValues | undefined {
  return typeof values === 'object' && values !== null ? { ...initial, ...values } : undefined;
}
