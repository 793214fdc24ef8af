import { useEffect, useRef } from 'react';

/**
 * Moves focus after a client-side navigation to the target of the hash, or to the heading, so that screen readers
 * announce the page and Tab continues there.
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

/** Prefix of ids in post HTML that would clash with ids of the page; old heading links use it, too. */
const ID_PREFIX = 'user-content-';

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
