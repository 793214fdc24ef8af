import { useRouteLoaderData } from 'react-router';
import type { ServiceData } from './load-service.server.ts';

/** As `web/routes.ts` names it. */
const SERVICE_LAYOUT = 'site/service/service-layout.route';

/** The service whose pages the reader is on; nothing on pages of the whole site. */
export function useService(): ServiceData | undefined {
  return useRouteLoaderData<ServiceData>(SERVICE_LAYOUT);
}
