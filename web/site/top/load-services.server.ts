import type { RouterContextProvider } from 'react-router';
import { MAX_PAGE } from '#contract/paging.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { type Accent, toAccent } from '../../ui/accent.ts';

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

export interface ServiceLook {
  readonly serviceId: string;
  readonly label: string;
  readonly description: string;
  readonly logoUrl: string;
  readonly accent: Accent | undefined;
}

export function toServiceLook(service: PublicService): ServiceLook {
  const { serviceId, label, description = '', logoUrl = '', accentColor = '' } = service;
  return { serviceId, label, description, logoUrl, accent: toAccent(accentColor) };
}
