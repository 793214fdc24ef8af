import { Language, siteConfigApi } from '#contract/site-config.ts';
import type { Config } from './config.ts';
import type { Api } from './http/implement.ts';
import type { Identity } from './identity/index.ts';

export function siteConfigRoutes(api: Api, { config, identity }: { config: Config; identity: Identity }): void {
  const { site, mediaUrl } = config;
  const answer = { ...site, mediaUrl, languages: [...Language.options], identity: identity.published };
  api.implement(siteConfigApi.read, async () => answer);
}
