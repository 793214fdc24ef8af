import { data, Outlet } from 'react-router';
import type { Route } from './+types/service-layout.route.ts';
import { loadService } from './load-service.server.ts';

export async function loader({ context, params: { serviceId } }: Route.LoaderArgs) {
  const service = await loadService(context, serviceId);
  return service.menu.isIncomplete ? data(service, { headers: { 'cache-control': 'no-store' } }) : service;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ServiceLayout() {
  return <Outlet />;
}
