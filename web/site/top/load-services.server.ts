import type { RouterContextProvider } from 'react-router';
import { MAX_PAGE } from '#contract/paging.ts';
import { serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { type ServiceLook, toServiceLook } from './service-look.server.ts';

export interface ServiceIndexData {
  readonly services: readonly ServiceLook[];
  readonly more: string | null;
}

export async function loadServices(
  context: Readonly<RouterContextProvider>,
  pageToken: string,
): Promise<ServiceIndexData> {
  const { items, ...next } = await pageCall(context)(serviceApi.list, { query: { count: MAX_PAGE, pageToken } });
  return { services: items.map(toServiceLook), more: next.pageToken };
}
