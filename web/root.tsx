import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import type { Route } from './+types/root.ts';
import { pageCall, pageTools } from './api/page-api.server.ts';
import { locales } from './i18n/language.ts';
import { useLanguage } from './i18n/use-language.ts';
import { FailedPage } from './site/errors/failed-page.tsx';
import { PRODUCT, type Site, SiteContext } from './site/ui/site-context.ts';
import { SiteFrame } from './site/ui/site-frame.tsx';
import './ui/tokens.css';
import './site/base.css';
import './site/site.css';
import './site/lists.css';

export async function loader({ context }: Route.LoaderArgs): Promise<Site> {
  const { siteName, logoUrls, loadingMaxDuration } = await pageCall(context)(siteConfigApi.read, {});
  return { siteName, logoUrl: logoUrls.site, origin: pageTools(context).origin, loadingMaxDuration };
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  return (
    <html lang={locales[language]} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <SiteContext value={loaderData}>
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </SiteContext>
  );
}

export function ErrorBoundary({ error, loaderData = PRODUCT }: Route.ErrorBoundaryProps) {
  return (
    <SiteContext value={loaderData}>
      <SiteFrame>
        <FailedPage error={error} />
      </SiteFrame>
    </SiteContext>
  );
}
