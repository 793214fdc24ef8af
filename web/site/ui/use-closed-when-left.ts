import { type RefObject, useEffect } from 'react';
import { useLocation } from 'react-router';

export function useClosedWhenLeft(
  details: RefObject<HTMLDetailsElement | null>,
  header: RefObject<HTMLElement | null>,
): void {
  const { pathname, search, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the address closes it
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [details, pathname, search, hash]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (details.current?.open && target instanceof Node && !header.current?.contains(target)) {
        details.current.open = false;
      }
    };
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', onClick);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('click', onClick);
      document.removeEventListener('keydown', onKey);
    };
  }, [details, header]);
}
