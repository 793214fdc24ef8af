import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { siteConfigApi } from '#contract/site-config.ts';
import type { Route } from './+types/root.ts';
import { pageCall, pageTools } from './api/page-api.server.ts';
import { isLanguage, locales } from './i18n/language.ts';
import { SiteFrame } from './site/ui/site-frame.tsx';
import './ui/tokens.css';
import './site/site.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { siteName, logoUrls } = await pageCall(context)(siteConfigApi.read, {});
  return { siteName, logoUrl: logoUrls.site, origin: pageTools(context).origin };
}

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  return (
    <html lang={isLanguage(i18n.language) ? locales[i18n.language] : i18n.language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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

export default function Root({ loaderData: { siteName, logoUrl } }: Route.ComponentProps) {
  return (
    <SiteFrame siteName={siteName} logoUrl={logoUrl}>
      <Outlet />
    </SiteFrame>
  );
}
