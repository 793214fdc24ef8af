import { Language, siteConfigApi } from '#contract/site-config.ts';
import type { Config } from './config.ts';
import type { Api } from './platform/implement.ts';

export function siteConfigRoutes(api: Api, { site, mediaUrl }: Pick<Config, 'site' | 'mediaUrl'>): void {
  const answer = { ...site, mediaUrl, languages: [...Language.options] };
  api.implement(siteConfigApi.read, async () => answer);
}
