import { data, Outlet } from 'react-router';
import type { Route } from './+types/service-layout.route.ts';
import { loadService } from './load-service.server.ts';

/** What all pages of a service have in common; the frame around them takes it by `useService`. */
export async function loader({ context, params: { serviceId } }: Route.LoaderArgs) {
  const service = await loadService(context, serviceId);
  // A page that lacks a part of its menu is for this reader alone: the next may have it whole.
  return service.menu.isIncomplete ? data(service, { headers: { 'cache-control': 'no-store' } }) : service;
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ServiceLayout() {
  return <Outlet />;
}
