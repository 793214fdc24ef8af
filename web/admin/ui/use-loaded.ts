import { useCallback, useEffect, useRef, useState } from 'react';

interface Loaded<Value> {
  /** Last loaded value, kept while another one loads and when that fails. */
  readonly value: Value | undefined;
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly setValue: (change: (value: Value | undefined) => Value) => void;
  readonly reload: () => void;
}

/** Loads when the key changes, after a delay. Answers to former keys are ignored. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>, delayMs = 0): Loaded<Value> {
  const [{ value, state }, set] = useState<Pick<Loaded<Value>, 'value' | 'state'>>({
    value: undefined,
    state: 'loading',
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ load, delayMs });
  latest.current = { load, delayMs };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `attempt` say when to load
  useEffect(() => {
    let isCurrent = true;
    const end = (loaded: (before: Value | undefined) => Pick<Loaded<Value>, 'value' | 'state'>) =>
      isCurrent && set((before) => loaded(before.value));
    const run = () =>
      latest.current.load().then(
        (next) => end(() => ({ value: next, state: 'loaded' })),
        () => end((before) => ({ value: before, state: 'failed' })),
      );
    set((before) => (before.state === 'loading' ? before : { ...before, state: 'loading' }));
    const timer = latest.current.delayMs > 0 ? setTimeout(run, latest.current.delayMs) : void run();
    return () => {
      isCurrent = false;
      clearTimeout(timer ?? undefined);
    };
  }, [key, attempt]);
  const setValue = useCallback(
    (change: (value: Value | undefined) => Value) => set((before) => ({ ...before, value: change(before.value) })),
    [],
  );
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { value, state, setValue, reload };
}
