import { useEffect, useRef } from 'react';

/**
 * Puts focus on the heading when another page is shown, or on the place in it that the address points to, so that
 * it is read out and Tab goes on from there. `page` tells one page from another.
 */
export function useHeadingFocus(page: string, hash = ''): void {
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const target = findByHash(hash) ?? document.querySelector<HTMLElement>('main h1');
    if (!target) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [page, hash]);
}

/** The prefix of ids in posts that could be taken for the page's own; older addresses of headings have it too. */
const ID_PREFIX = 'user-content-';

/** Finds the element that an address points to. Ids of Japanese headings are escaped in it. */
export function findByHash(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    const id = decodeURIComponent(hash.slice(1));
    const other = id.startsWith(ID_PREFIX) ? id.slice(ID_PREFIX.length) : `${ID_PREFIX}${id}`;
    return document.getElementById(id) ?? document.getElementById(other);
  } catch {
    return null;
  }
}
