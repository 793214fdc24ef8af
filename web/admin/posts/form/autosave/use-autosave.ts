import { useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { createObservable, type Observable } from '../observable.ts';
import { type Autosaver, type AutosaveState, createAutosaver } from './autosaver.ts';
import { type SentCopy, toCopy, valuesOfCopy } from './working-copy-values.ts';

export interface Autosave {
  /** Nothing for a post that is to be created: what is typed of it stays in the browser. */
  readonly autosaver: Autosaver<SentCopy> | undefined;
  readonly state: Observable<AutosaveState>;
}

/** Keeps what is typed of a stored post with the server, too, where its author finds it in any browser. */
export function useAutosave(
  serviceId: string,
  { post, copy }: { readonly post: AdminPost | undefined; readonly copy: WorkingCopy | undefined },
): Autosave {
  const [autosave] = useState(() => {
    const state = createObservable<AutosaveState>({ kind: 'idle' });
    return { state, autosaver: post && autosaverOf(serviceId, { post, copy, onState: state.set }) };
  });
  return autosave;
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
    isSignedOut: (error) => error instanceof ApiError && error.status === 401,
    onState,
  });
}
