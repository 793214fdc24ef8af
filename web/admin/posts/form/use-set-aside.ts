import { useState } from 'react';
import { useActor } from '../../../session/actor.ts';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../ui/draft-storage.ts';
import type { PostFormValues } from './post-form-values.ts';

export interface SetAside {
  /** What was typed before somebody else's version took its place. */
  readonly values: PostFormValues | undefined;
  readonly keep: (values: PostFormValues) => void;
  readonly drop: () => void;
}

/** A version of a post that gave way to another one, kept in this browser until it is no longer wanted. */
export function useSetAside(name: string): SetAside {
  const { username } = useActor();
  const key = draftKey(username, `${name}.aside`);
  const [values, setValues] = useState(() => readDraft(key)?.values as PostFormValues | undefined);
  return {
    values,
    keep: (kept) => {
      setValues(kept);
      writeDraft(key, kept);
    },
    drop: () => {
      setValues(undefined);
      dropDraft(key);
    },
  };
}
