import type { RouterContextProvider } from 'react-router';
import { type SiteConfig, siteConfigApi } from '#contract/site-config.ts';
import { pageCall } from '../../api/page-api.server.ts';

export async function loadProviders(
  context: Readonly<RouterContextProvider>,
): Promise<{ providers: SiteConfig['identity']['providers'] }> {
  const { identity } = await pageCall(context)(siteConfigApi.read, {});
  return { providers: identity.providers };
}
