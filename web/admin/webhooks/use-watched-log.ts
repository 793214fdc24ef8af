import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

const LOOK_MS = 1000;
/** Number of reloads; covers the receiver's timeout and a little more. */
const LOOKS = 15;

/** Reloads the log repeatedly after an event was sent, while deliveries are pending. */
export function useWatchedLog(isWaiting: boolean): { readonly watch: () => Promise<void> } {
  const { revalidate } = useRevalidator();
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (looks === 0 || !isWaiting) return;
    const timer = setTimeout(() => {
      setLooks(looks - 1);
      void revalidate();
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [looks, isWaiting, revalidate]);
  const watch = useCallback(async () => {
    setLooks(LOOKS);
    await revalidate();
  }, [revalidate]);
  return { watch };
}
