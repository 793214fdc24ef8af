import type { DataRouter } from 'react-router';

export type PageRouter = Pick<DataRouter, 'state' | 'navigate' | 'subscribe'>;

/** Returns the router, which React Router stores in this global; undefined before hydration. */
export function pageRouter(): PageRouter | undefined {
  return (globalThis as { __reactRouterDataRouter?: PageRouter }).__reactRouterDataRouter;
}
