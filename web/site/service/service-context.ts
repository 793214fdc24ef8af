import { useRouteLoaderData } from 'react-router';
import type { ServiceData } from './load-service.server.ts';

/** Route id, derived from the path in `web/routes.ts`. */
const SERVICE_LAYOUT = 'site/service/service-layout.route';

export function useService(): ServiceData | undefined {
  return useRouteLoaderData<ServiceData>(SERVICE_LAYOUT);
}
