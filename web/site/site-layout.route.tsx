import { Outlet } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import { pageCall, pageTools } from '../api/page-api.server.ts';
import type { Route } from './+types/site-layout.route.ts';
import { FailedPage } from './errors/error-page.tsx';
import { stayOnFailedNavigation } from './errors/stay-on-failed-navigation.ts';
import { PRODUCT, type Site, SiteContext } from './ui/site-context.ts';
import { SiteFrame } from './ui/site-frame.tsx';
import './site.css';

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
  const config = await pageCall(context)(siteConfigApi.read, {});
  const { siteName, logoUrls, loadingMaxDuration, identity, voteTypesDefault: voteTypes } = config;
  const { origin } = pageTools(context);
  const { userPoolClientId } = identity;
  return { siteName, logoUrl: logoUrls.site, origin, loadingMaxDuration, userPoolClientId, voteTypes };
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [stayOnFailedNavigation];

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <SiteContext value={loaderData}>
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </SiteContext>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SiteContext value={loaderData ?? PRODUCT}>
      <SiteFrame>
        <FailedPage error={error} />
      </SiteFrame>
    </SiteContext>
  );
}
