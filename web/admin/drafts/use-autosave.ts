import { useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { backgroundCall } from '../../session/console-call.ts';
import { createObservable, type Observable } from '../post-form/observable.ts';
import { staleVersionOf } from '../ui/failure-text.ts';
import { type Autosaver, type AutosaveState, createAutosaver } from './autosaver.ts';
import { type SentCopy, toCopy, valuesOfCopy } from './working-copy-values.ts';

export interface Autosave {
  /** Undefined for a new post, which is stored in the browser only. */
  readonly autosaver: Autosaver<SentCopy> | undefined;
  readonly state: Observable<AutosaveState>;
  /** Continues after a conflict from the revision of `newer`; `isAdopted` says that the form shows its content. */
  readonly resumeFrom: (newer: WorkingCopy, options: { readonly isAdopted: boolean }) => void;
}

export function useAutosave(
  serviceId: string,
  { post, copy }: { readonly post: AdminPost | undefined; readonly copy: WorkingCopy | undefined },
): Autosave {
  const [autosave] = useState(() => {
    const state = createObservable<AutosaveState>({ kind: 'idle' });
    return { state, ...createPostAutosaver(serviceId, { post, copy, onState: state.set }) };
  });
  return autosave;
}

interface Opened {
  readonly post: AdminPost | undefined;
  readonly copy: WorkingCopy | undefined;
  readonly onState: (state: AutosaveState) => void;
}

function createPostAutosaver(
  serviceId: string,
  { post, copy, onState }: Opened,
): Pick<Autosave, 'autosaver' | 'resumeFrom'> {
  if (!post) return { autosaver: undefined, resumeFrom: () => {} };
  const params = { serviceId, idOrSlug: post.postId };
  const toSentCopy = (stored: WorkingCopy) => toCopy(valuesOfCopy(stored, post), post.publishAt);
  // Keeps counting after a copy was removed, so that the next one is newer than any that another window knows.
  let revision = copy?.revision ?? 0;
  /** Serialized copies sent since the last response; the server may have stored any of them. */
  const unanswered = new Set<string>();

  /** Retries the call when the conflicting copy is this window's own, stored although its response was lost. */
  async function retryOnOwnCopy<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      const newer = staleVersionOf<WorkingCopy>(error);
      if (!newer || !unanswered.has(JSON.stringify(toSentCopy(newer)))) throw error;
      revision = newer.revision;
      return call();
    }
  }

  const autosaver = createAutosaver<SentCopy>({
    initial: copy && toSentCopy(copy),
    put: async (typed) => {
      unanswered.add(JSON.stringify(typed));
      const stored = await retryOnOwnCopy(() =>
        backgroundCall(workingCopyApi.put, { params, body: { ...typed, revision } }),
      );
      unanswered.clear();
      revision = stored.revision;
      return stored.updatedAt;
    },
    remove: async () => {
      try {
        await retryOnOwnCopy(() => backgroundCall(workingCopyApi.delete, { params, query: { revision } }));
      } catch (error) {
        // A save has already removed it, or another window has stored a newer copy, which stays.
        if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error;
      }
    },
    isSignedOut: (error) => error instanceof ApiError && error.status === 401,
    newerOf: staleVersionOf<WorkingCopy>,
    onState,
  });

  function resumeFrom(newer: WorkingCopy, { isAdopted }: { readonly isAdopted: boolean }): void {
    revision = newer.revision;
    autosaver.resume(isAdopted ? toSentCopy(newer) : undefined);
  }

  return { autosaver, resumeFrom };
}
