import { useCallback, useEffect, useRef, useState } from 'react';

interface Loaded<Value> {
  /** Last loaded value, kept while another one loads and when that fails. */
  readonly value: Value | undefined;
  readonly state: 'loading' | 'loaded' | 'failed';
  /** Remains true while it is tried again. */
  readonly hasFailed: boolean;
  readonly setValue: (change: (value: Value | undefined) => Value) => void;
  readonly reload: () => void;
}

/** Loads when the key changes, after a delay. Answers to former keys are ignored. */
export function useLoaded<Value>(key: string, load: () => Promise<Value>, delayMs = 0): Loaded<Value> {
  const [loaded, setLoaded] = useState<Pick<Loaded<Value>, 'value' | 'state' | 'hasFailed'>>({
    value: undefined,
    state: 'loading',
    hasFailed: false,
  });
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ load, delayMs });
  latest.current = { load, delayMs };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `attempt` say when to load
  useEffect(() => {
    let isCurrent = true;
    const run = async () => {
      const next = await latest.current.load().then(
        (value) => ({ value, state: 'loaded', hasFailed: false }) as const,
        () => undefined,
      );
      if (isCurrent) setLoaded((before) => next ?? { ...before, state: 'failed', hasFailed: true });
    };
    setLoaded((before) => (before.state === 'loading' ? before : { ...before, state: 'loading' }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (latest.current.delayMs > 0) timer = setTimeout(() => void run(), latest.current.delayMs);
    else void run();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, attempt]);
  const setValue: Loaded<Value>['setValue'] = (change) =>
    setLoaded((before) => ({ ...before, value: change(before.value) }));
  const reload = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...loaded, setValue, reload };
}
