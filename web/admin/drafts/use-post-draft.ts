import { useEffect, useRef, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { WorkingCopy } from '#contract/working-copies.ts';
import { hasSameContent } from '../post-form/compare/differences.ts';
import type { PostFormValues } from '../post-form/post-form-values.ts';
import type { PostFormState } from '../post-form/use-post-form.ts';
import type { Draft } from './draft-store.ts';
import { type Autosave, useAutosave } from './use-autosave.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { type StoredDraft, useStoredDraft } from './use-stored-draft.ts';
import { toCopy, valuesToOpen } from './working-copy-values.ts';

interface Options {
  readonly serviceId: string;
  readonly post: AdminPost | undefined;
  readonly copy: WorkingCopy | undefined;
  readonly state: PostFormState;
  readonly fill: (values: PostFormValues) => void;
  readonly isBusy: () => boolean;
}

type Restored =
  | { readonly from: 'browser'; readonly savedAt: number }
  | { readonly from: 'server'; readonly copy: WorkingCopy };

export interface PostDraft {
  readonly stored: StoredDraft;
  readonly autosave: Autosave;
  readonly restored: Restored | undefined;
  readonly discard: () => void;
  readonly finish: () => void;
  /** Allows leaving without a prompt and keeps the draft, because another form takes over. */
  readonly leave: () => void;
}

/** Keeps unsaved changes of a post: in the browser at once, on the server after a pause. */
export function usePostDraft({ serviceId, post, copy, state, fill, isBusy }: Options): PostDraft {
  const [restored, setRestored] = useState<Restored>();
  const isFinished = useRef(false);
  const autosave = useAutosave(serviceId, { post, copy });
  const { autosaver } = autosave;
  const stored = useStoredDraft({
    name: `post.${serviceId}.${post?.postId ?? 'new'}`,
    read: () => ({ values: state.values(), isDirty: state.isDirty() }),
    onOpened: restore,
  });

  function restore(draft: Draft | undefined): void {
    if (state.isDirty()) return;
    const fromBrowser = draft && unsavedChanges(draft, state.savedValues());
    const fromServer = post && valuesToOpen(copy, post, fromBrowser);
    if (fromServer && copy) {
      if (fromBrowser) void stored.storeReplaced(fromBrowser.values);
      fill(fromServer);
      setRestored({ from: 'server', copy });
    } else if (fromBrowser) {
      fill(fromBrowser.values);
      setRestored({ from: 'browser', savedAt: fromBrowser.savedAt });
    }
    if (fromServer || !fromBrowser) stored.remove();
  }

  const publishAt = useRef(post?.publishAt ?? null);
  function storeChange(): void {
    stored.scheduleWrite();
    autosaver?.change(() => (state.isDirty() ? toCopy(state.values(), publishAt.current) : undefined));
  }
  const latestStoreChange = useRef(storeChange);
  latestStoreChange.current = storeChange;
  const { body, formerTexts, form } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the values
  useEffect(() => latestStoreChange.current(), [form.values]);
  useEffect(() => body.subscribe(() => latestStoreChange.current()), [body]);
  useEffect(() => formerTexts.subscribe(() => latestStoreChange.current()), [formerTexts]);

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { isStored } = stored;
  useEffect(() => {
    clearTimeout(closing.current);
    return () => {
      // Deletes the working copy when the user discarded the draft on leaving. The timeout skips this when the form
      // remounts at once.
      closing.current = setTimeout(() => (isStored() ? autosaver?.stop() : autosaver?.close()));
    };
  }, [autosaver, isStored]);

  function discard(): void {
    setRestored(undefined);
    autosaver?.removeCopy();
    stored.remove();
  }

  function finish(): void {
    isFinished.current = true;
    autosaver?.close();
    stored.finish();
  }

  function leave(): void {
    isFinished.current = true;
  }

  useLeaveGuard(() => (state.isDirty() || isBusy()) && !isFinished.current, finish);
  return { stored, autosave, restored, discard, finish, leave };
}

function unsavedChanges(
  draft: Draft,
  saved: PostFormValues,
): { readonly savedAt: number; readonly values: PostFormValues } | undefined {
  const values = valuesOfDraft(draft, saved);
  return values && !hasSameContent(values, saved) ? { savedAt: draft.savedAt, values } : undefined;
}

/** Fills fields missing in drafts of older versions of the form. */
export function valuesOfDraft({ values }: Draft, initial: PostFormValues): PostFormValues | undefined {
  return typeof values === 'object' && values !== null ? { ...initial, ...values } : undefined;
}

interface PassedValues {
  readonly postId: string;
  readonly values: PostFormValues;
  readonly isSaved: boolean;
  readonly cursor: number | undefined;
}

let passed: PassedValues | undefined;

/** Passes values to the form that the next navigation opens: the new-post form has an empty `postId`. */
export function passToForm(values: PassedValues): void {
  passed = values;
}

export function takePassedValues(postId: string): PassedValues | undefined {
  const values = passed?.postId === postId ? passed : undefined;
  passed = undefined;
  return values;
}
