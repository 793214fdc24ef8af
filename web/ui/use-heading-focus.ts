import { useEffect, useRef } from 'react';

/**
 * Puts focus on the heading when another page is shown, so that it is read out and Tab goes on from there.
 * `page` tells one page from another; an address that points into a page is left to the browser.
 */
export function useHeadingFocus(page: string, hash = ''): void {
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
