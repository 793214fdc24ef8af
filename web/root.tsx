import { type ReactNode, use } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { locales, useLanguage } from './i18n/language.ts';
import { useService } from './site/service/service-context.tsx';
import { NonceContext } from './ui/nonce-context.ts';
import { THEME_COLORS, THEME_SCRIPT } from './ui/theme.ts';

/**
 * Disables Zod's JIT compiler: it uses `new Function`, which our Content-Security-Policy forbids and browsers report
 * even when the error is caught. Zod reads this global while schemas are created, so nothing that is imported here may
 * import Zod.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { faviconUrl } = useService() ?? {};
  return (
    <html lang={locales[language]} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={THEME_COLORS.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={THEME_COLORS.dark} media="(prefers-color-scheme: dark)" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: script without user input */}
        <script nonce={use(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {faviconUrl === undefined ? (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          </>
        ) : (
          <link rel="icon" href={faviconUrl} />
        )}
        <link rel="manifest" href="/site.webmanifest" />
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

export default function Root() {
  return <Outlet />;
}
