import { useState } from 'react';
import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { type WorkingCopy, workingCopyApi } from '#contract/working-copies.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { staleVersionOf } from '../../../ui/stale-version.ts';
import { createObservable, type Observable } from '../observable.ts';
import { type Autosaver, type AutosaveState, createAutosaver } from './autosaver.ts';
import { type SentCopy, toCopy, valuesOfCopy } from './working-copy-values.ts';

export interface Autosave {
  /** Nothing for a post that is to be created: what is typed of it stays in the browser. */
  readonly autosaver: Autosaver<SentCopy> | undefined;
  readonly state: Observable<AutosaveState>;
  /** Goes on from the newer copy of another window: with the text of the form, or with that copy in the form. */
  readonly goOnFrom: (newer: WorkingCopy, isTaken: boolean) => void;
}

/** Keeps what is typed of a stored post with the server, too, where its author finds it in any browser. */
export function useAutosave(
  serviceId: string,
  { post, copy }: { readonly post: AdminPost | undefined; readonly copy: WorkingCopy | undefined },
): Autosave {
  const [autosave] = useState(() => {
    const state = createObservable<AutosaveState>({ kind: 'idle' });
    return { state, ...autosaverOf(serviceId, { post, copy, onState: state.set }) };
  });
  return autosave;
}

interface Opened {
  readonly post: AdminPost | undefined;
  readonly copy: WorkingCopy | undefined;
  readonly onState: (state: AutosaveState) => void;
}

function autosaverOf(serviceId: string, { post, copy, onState }: Opened): Pick<Autosave, 'autosaver' | 'goOnFrom'> {
  if (!post) return { autosaver: undefined, goOnFrom: () => {} };
  const params = { serviceId, idOrSlug: post.postId };
  const asSent = (one: WorkingCopy) => toCopy(valuesOfCopy(one, post), post.publishAt);
  // Counts on after a copy has ended, so that the next one is newer than what any window knows.
  let revision = copy?.revision ?? 0;
  /** What was sent since the last answer: the server may have any of it. */
  const unanswered = new Set<string>();

  /** Asks again where the newer copy is this window's own, of which the answer was lost. */
  async function follow<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      const newer = staleVersionOf<WorkingCopy>(error);
      if (!newer || !unanswered.has(JSON.stringify(asSent(newer)))) throw error;
      revision = newer.revision;
      return call();
    }
  }

  const autosaver = createAutosaver<SentCopy>({
    kept: copy && asSent(copy),
    put: async (typed) => {
      unanswered.add(JSON.stringify(typed));
      const kept = await follow(() => backgroundCall(workingCopyApi.put, { params, body: { ...typed, revision } }));
      unanswered.clear();
      revision = kept.revision;
      return kept.updatedAt;
    },
    remove: async () => {
      try {
        await follow(() => backgroundCall(workingCopyApi.delete, { params, query: { revision } }));
      } catch (error) {
        // A save has taken it already, or another window has a newer one, which stays.
        if (!(error instanceof ApiError && [404, 409].includes(error.status))) throw error;
      }
    },
    isSignedOut: (error) => error instanceof ApiError && error.status === 401,
    newerOf: staleVersionOf<WorkingCopy>,
    onState,
  });

  function goOnFrom(newer: WorkingCopy, isTaken: boolean): void {
    revision = newer.revision;
    autosaver.resume(isTaken ? asSent(newer) : undefined);
  }

  return { autosaver, goOnFrom };
}
