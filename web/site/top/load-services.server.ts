import type { RouterContextProvider } from 'react-router';
import { toAccent } from '#contract/accent.ts';
import { MAX_PAGE } from '#contract/paging.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';

export async function loadServices(context: Readonly<RouterContextProvider>, pageToken: string) {
  const { items, ...next } = await pageCall(context)(serviceApi.list, { query: { count: MAX_PAGE, pageToken } });
  return { services: items.map(toServiceSummary), more: next.pageToken };
}

export type ServiceSummary = ReturnType<typeof toServiceSummary>;

export function toServiceSummary(service: PublicService) {
  const { serviceId, label, description = '', logoUrl = '', accentColor = '' } = service;
  return { serviceId, label, description, logoUrl, accent: toAccent(accentColor) };
}
