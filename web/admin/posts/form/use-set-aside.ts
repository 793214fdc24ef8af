import { useEffect, useState } from 'react';
import { useActor } from '../../../session/actor.ts';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../ui/draft-storage.ts';

export interface SetAside<Values> {
  readonly values: Values | undefined;
  readonly keep: (values: Values) => void;
  readonly drop: () => void;
}

export function useSetAside<Values>(name: string): SetAside<Values> {
  const { username } = useActor();
  const key = draftKey(username, `${name}.aside`, 'last');
  const [values, setValues] = useState<Values>();
  useEffect(() => {
    void readDraft(key).then((draft) => setValues(draft?.values as Values | undefined));
  }, [key]);
  return {
    values,
    keep: (kept) => {
      setValues(kept);
      void writeDraft(key, kept);
    },
    drop: () => {
      setValues(undefined);
      dropDraft(key);
    },
  };
}
