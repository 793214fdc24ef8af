import type { RouterContextProvider } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import { pageCall } from '../../api/page-api.server.ts';
import type { Providers } from './ui/provider-buttons.tsx';

export async function loadProviders(context: Readonly<RouterContextProvider>): Promise<Providers> {
  const { identity } = await pageCall(context)(siteConfigApi.read, {});
  return identity.providers;
}
