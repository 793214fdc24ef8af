import type { DataRouter } from 'react-router';

/** What has to be asked of the router outside of any component, or is in no hook. */
export type PageRouter = Pick<DataRouter, 'state' | 'navigate' | 'subscribe'>;

/** The router of the page that is shown, once the page is alive. React Router puts it there. */
export function pageRouter(): PageRouter | undefined {
  return (globalThis as { __reactRouterDataRouter?: PageRouter }).__reactRouterDataRouter;
}
