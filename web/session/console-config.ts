import { createApiClient } from '#contract/api-client.ts';
import { type SiteConfig, siteConfigApi } from '#contract/site-config.ts';

let pendingConfig: Promise<SiteConfig> | undefined;

export function consoleConfig(): Promise<SiteConfig> {
  pendingConfig ??= createApiClient({ baseUrl: apiBaseUrl() })(siteConfigApi.read, {}).catch((error: unknown) => {
    pendingConfig = undefined;
    throw error;
  });
  return pendingConfig;
}

export function apiBaseUrl(): string {
  return `${location.origin}/api`;
}
