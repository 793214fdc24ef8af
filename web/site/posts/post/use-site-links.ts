import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { sitePathOf } from './site-path.ts';

/**
 * Returns a click handler for HTML that React did not render: links to pages of the site navigate on the client,
 * everything else is left to the browser.
 */
export function useSiteLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
    const path = sitePathOf(link.href, location.href);
    if (path === undefined) return;
    event.preventDefault();
    navigate(path);
  };
}
