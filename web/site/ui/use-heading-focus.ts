import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a navigation puts focus on the new page's heading, so that it is read out and Tab goes on from there. */
export function useHeadingFocus(): void {
  const { pathname, search, hash } = useLocation();
  const page = `${pathname}${search}`;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (hash !== '') return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [page, hash]);
}
