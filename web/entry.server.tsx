import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import {
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { pageTools } from './api/page-api.server.ts';
import { consolePolicy, pinInlineScripts } from './content-security-policy.server.ts';
import { chooseLanguage } from './i18n/accept-language.server.ts';
import { isConsolePath } from './i18n/console-path.ts';
import { createI18n } from './i18n/i18n.ts';
import { preloadLinks } from './preload-links.server.ts';
import { NonceContext } from './ui/nonce-context.ts';

export { provideTools } from './api/page-api.server.ts';

const everything = { withConsole: true, withAccount: true, withComments: true };
const translators = { en: createI18n('en', everything), ja: createI18n('ja', everything) };

/** Renders a page whole, so that its scripts can be named in its Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const i18n = await translators[chooseLanguage(request.headers.get('accept-language'), request.headers.get('cookie'))];
  const nonce = randomBytes(16).toString('base64url');
  const html = await renderWhole(
    <I18nextProvider i18n={i18n}>
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>
    </I18nextProvider>,
    nonce,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  // The reader's own choice of language is in a cookie.
  headers.append('vary', VARIES_BY);
  // In development modules are asked for one by one, by other addresses.
  if (import.meta.env.PROD) headers.set('link', preloadLinks(routerContext));
  const { connectOrigins, uploadOrigins, captchaSources, editorSources } = pageTools(loadContext);
  const page = { html, nonce, connectOrigins, uploadOrigins, captchaSources, editorSources };
  return isConsole(request) ? toConsolePage(page, status, headers) : toPublicPage(page, status, headers);
}

const VARIES_BY = 'Accept-Language, Cookie';

/** What a page is made of, for browsers that have the site already. */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  response.headers.append('vary', VARIES_BY);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
  return response;
};

interface RenderedPage {
  readonly html: string;
  readonly nonce: string;
  /** Other sites that the page may call. */
  readonly connectOrigins: readonly string[];
  /** Other sites that the console sends uploads to. */
  readonly uploadOrigins: readonly string[];
  /** Addresses below which a public page’s scripts and frames of reCAPTCHA are. */
  readonly captchaSources: readonly string[];
  /** Addresses that the console's editor comes from, if it is another one than our own. */
  readonly editorSources: readonly string[];
}

function isConsole({ url }: Request): boolean {
  return isConsolePath(new URL(url).pathname);
}

function toConsolePage(page: RenderedPage, status: number, headers: Headers): Response {
  const { html, nonce, connectOrigins, uploadOrigins, editorSources } = page;
  headers.set('cache-control', 'no-store');
  // In development there is no policy, and React would complain of nonces that the browser's side does not know.
  if (!import.meta.env.PROD) return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status, headers });
  headers.set('content-security-policy', consolePolicy(nonce, connectOrigins, uploadOrigins, editorSources));
  return new Response(html, { status, headers });
}

function toPublicPage(page: RenderedPage, status: number, headers: Headers): Response {
  const { html, nonce, connectOrigins, captchaSources } = page;
  const pinned = pinInlineScripts(html, nonce, connectOrigins, captchaSources);
  // Vite's own scripts in development are not ours to name.
  if (import.meta.env.PROD) headers.set('content-security-policy', pinned.policy);
  if (!headers.has('cache-control')) {
    headers.set('cache-control', status < 500 ? 'public, max-age=0, must-revalidate' : 'no-store');
  }
  return new Response(pinned.html, { status, headers });
}

function renderWhole(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Parts of a page that is written whole would wait for a script to be put in their place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
    });
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // What a client asks that a page does not do is no fault of the page.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) pageTools(context as Readonly<RouterContextProvider>).reportError(error);
};
