import { useEffect, useRef, useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { useActor } from '../../../../session/actor.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { draftKey, readDraft } from '../../../ui/draft-storage.ts';
import type { Draft } from '../../../ui/use-unsaved-draft.ts';
import type { PostFormValues } from '../post-form-values.ts';
import { type Autosaver, type AutosaveState, createAutosaver } from './autosaver.ts';
import { type SentCopy, toCopy, valuesOfCopy, valuesToOpen } from './working-copy-values.ts';

interface Options {
  readonly serviceId: string;
  /** Nothing for a post that is to be created: what is typed of it stays in the browser. */
  readonly post: AdminPost | undefined;
  /** What the server kept when the form was opened. */
  readonly copy: WorkingCopy | undefined;
  /** The name of the browser's own draft. */
  readonly name: string;
  readonly draft: Draft;
  /** Puts the copy into the form; a draft of the browser's own may have to give way to it. */
  readonly restore: (values: PostFormValues, own: PostFormValues | undefined) => void;
}

export interface Autosave {
  readonly autosaver: Autosaver<SentCopy> | undefined;
  readonly state: AutosaveState;
  /** The copy that the form was opened with, while nothing was saved since. */
  readonly restored: WorkingCopy | undefined;
  /** The browser's own draft, and the copy with it. */
  readonly draft: Draft;
}

/** Keeps what is typed of a stored post with the server, too, where its author finds it in any browser. */
export function useAutosave({ serviceId, post, copy, name, draft, restore }: Options): Autosave {
  const key = draftKey(useActor().username, name);
  const [state, setState] = useState<AutosaveState>({ kind: 'idle' });
  const [restored, setRestored] = useState<WorkingCopy>();
  const [own] = useState(() => readDraft(key));
  const [autosaver] = useState(() => post && autosaverOf(serviceId, { post, copy, onState: setState }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a copy is put back once, when its form appears
  useEffect(() => {
    const values = post && valuesToOpen(copy, post, own);
    if (!values) return;
    restore(values, own?.values as PostFormValues | undefined);
    setRestored(copy);
  }, []);

  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      // Who left on purpose gave up the browser's own draft; and a form that comes back at once was not left.
      leaving.current = setTimeout(() => (readDraft(key) ? autosaver?.stop() : autosaver?.close()));
    };
  }, [autosaver, key]);

  function finish(): void {
    autosaver?.close();
    draft.finish();
  }

  function discard(): void {
    setRestored(undefined);
    autosaver?.forget();
    draft.discard();
  }

  return { autosaver, state, restored, draft: { restoredFrom: draft.restoredFrom, finish, discard } };
}

interface Typed {
  readonly values: PostFormValues;
  readonly isDirty: () => boolean;
  readonly stored: AdminPost | undefined;
}

/** Tells of each change of what the form holds. */
export function useAutosavedValues(autosaver: Autosaver<SentCopy> | undefined, typed: Typed): void {
  const latest = useRef(typed);
  latest.current = typed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the values is what is waited for
  useEffect(() => {
    autosaver?.change(() => {
      const { values, isDirty, stored } = latest.current;
      return isDirty() ? toCopy(values, stored?.publishAt ?? null) : undefined;
    });
  }, [autosaver, typed.values]);
}

interface Opened {
  readonly post: AdminPost;
  readonly copy: WorkingCopy | undefined;
  readonly onState: (state: AutosaveState) => void;
}

function autosaverOf(serviceId: string, { post, copy, onState }: Opened): Autosaver<SentCopy> {
  const params = { serviceId, idOrSlug: post.postId };
  return createAutosaver<SentCopy>({
    kept: copy && toCopy(valuesOfCopy(copy, post), post.publishAt),
    put: async (body) => (await backgroundCall(workingCopyApi.put, { params, body })).updatedAt,
    remove: async () => {
      try {
        await backgroundCall(workingCopyApi.delete, { params });
      } catch (error) {
        // A save has taken it already.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onState,
  });
}
