import { useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';

const LOOK_MS = 1000;
/** As long as a receiver may take, and a little more. */
const LOOKS = 15;

/** Looks again at a log, for some seconds after something was sent and as long as it is still on its way. */
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
