import { Language, siteConfigApi } from '#contract/site-config.ts';
import type { Config } from './config.ts';
import type { UserPool } from './identity/index.ts';
import type { Api } from './platform/implement.ts';

export function siteConfigRoutes(api: Api, { config, userPool }: { config: Config; userPool: UserPool }): void {
  const { site, mediaUrl } = config;
  const identity = {
    region: userPool.region,
    userPoolId: userPool.poolId,
    userPoolClientId: userPool.clientId,
    endpoint: '/identity/',
    providers: [],
  };
  const answer = { ...site, mediaUrl, languages: [...Language.options], identity };
  api.implement(siteConfigApi.read, async () => answer);
}
