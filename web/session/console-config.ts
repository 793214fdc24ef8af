import { createApiClient } from '#contract/api-client.ts';
import { type SiteConfig, siteConfigApi } from '#contract/site-config.ts';

let asked: Promise<SiteConfig> | undefined;

/** Loads once; a failed request is retried on the next call. */
export function consoleConfig(): Promise<SiteConfig> {
  asked ??= createApiClient({ baseUrl: apiBaseUrl() })(siteConfigApi.read, {}).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

export function apiBaseUrl(): string {
  return `${location.origin}/api`;
}
