import { createApiClient } from '#contract/api-client.ts';
import { type SiteConfig, siteConfigApi } from '#contract/site-config.ts';

let asked: Promise<SiteConfig> | undefined;

/** The installation's public configuration, asked for once; a failure is not kept. */
export function consoleConfig(): Promise<SiteConfig> {
  asked ??= createApiClient({ baseUrl: apiBaseUrl() })(siteConfigApi.read, {}).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** A `Request` needs a whole address. */
export function apiBaseUrl(): string {
  return `${location.origin}/api`;
}
