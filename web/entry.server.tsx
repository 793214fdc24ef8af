import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { i18n } from 'i18next';
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
import type { PageTools } from '#contract/api-client.ts';
import type { Language } from '#contract/site-config.ts';
import { pageTools } from './api/page-api.server.ts';
import { consolePolicy, pinInlineScripts } from './content-security-policy.server.ts';
import { chooseLanguage } from './i18n/accept-language.server.ts';
import { createI18n } from './i18n/i18n.ts';
import { isConsolePath } from './paths/site.ts';
import { serviceIn } from './site/service/service-context.tsx';
import type { FrontPage } from './site/top/load-front-page.server.ts';
import { NonceContext } from './ui/nonce-context.ts';

export { provideTools } from './api/page-api.server.ts';

/** Route id, derived from the path in `web/routes.ts`. */
const FRONT_PAGE = 'site/top/top.route';

const everything = { withConsole: true, withAccount: true, withComments: true };
const translators = {
  en: createI18n('en', everything).then(rememberTexts),
  ja: createI18n('ja', everything).then(rememberTexts),
};

type Translate = (key: string, ...values: readonly object[]) => string;
type Translator = (language: string, namespace: string, ...scope: readonly unknown[]) => Translate;

/** Keeps texts without values, of which a page has dozens: i18next resolves each of them again. */
function rememberTexts(i18n: i18n): i18n {
  const texts = new Map<string, string>();
  const getTranslate = i18n.getFixedT.bind(i18n) as unknown as Translator;
  const getRemembering: Translator = (language, namespace, ...scope) => {
    const translate = getTranslate(language, namespace, ...scope);
    const remembering: Translate = (key, ...values) => {
      if (values.length > 0) return translate(key, ...values);
      const name = `${namespace} ${key}`;
      const text = texts.get(name) ?? translate(key);
      // A missing text is its key, which can be anything.
      if (text !== key) texts.set(name, text);
      return text;
    };
    return Object.assign(remembering, translate);
  };
  return Object.assign(i18n, { getFixedT: getRemembering });
}

/** Renders the whole page before responding, since the hashes of its scripts go into the Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { headers: sent } = request;
  const language = chooseLanguage(sent.get('accept-language'), sent.get('cookie'), languageOfService(routerContext));
  const i18n = await translators[language];
  const nonce = randomBytes(16).toString('base64url');
  const html = await renderWhole(
    <I18nextProvider i18n={i18n}>
      <NonceContext value={nonce}>
        <ServerRouter context={withManifest(routerContext, request)} url={request.url} nonce={nonce} />
      </NonceContext>
    </I18nextProvider>,
    nonce,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  // The language cookie takes part in content negotiation.
  headers.append('vary', VARY);
  // Modules are loaded one by one from other URLs in development.
  if (import.meta.env.PROD) headers.append('link', preloadLinks(routerContext));
  const page = { html, nonce, ...pageTools(loadContext) };
  return isConsole(request) ? toConsolePage(page, status, headers) : toPublicPage(page, status, headers);
}

function languageOfService({ staticHandlerContext: { loaderData } }: EntryContext): Language | undefined {
  const front: FrontPage | undefined = loaderData[FRONT_PAGE];
  return serviceIn(loaderData)?.language ?? front?.single?.language;
}

/**
 * Public pages load a manifest without the routes of the console; `react-router.config.ts` writes it. Rendering needs
 * the routes of the page only, and would otherwise prepare all of them each time.
 */
function withManifest(context: EntryContext, request: Request): EntryContext {
  if (!import.meta.env.PROD || isConsole(request)) return context;
  const { manifest, staticHandlerContext } = context;
  const ids = new Set(staticHandlerContext.matches.map(({ route }) => route.id));
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => ids.has(id)));
  return { ...context, manifest: { ...manifest, routes, url: manifest.url.replace('/manifest-', '/site-manifest-') } };
}

/**
 * Builds a Link header (RFC 8288). CDNs turn it into early hints (103, RFC 8297), sent while the page is being
 * rendered.
 */
function preloadLinks({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const styles = new Set(routes.flatMap(({ css = [] }) => css));
  const scripts = new Set([manifest.entry.module, ...routes.map(({ module }) => module)]);
  return [
    ...[...styles].map((href) => `<${href}>; rel=preload; as=style`),
    ...[...scripts].map((href) => `<${href}>; rel=modulepreload`),
  ].join(', ');
}

const VARY = 'Accept-Language, Cookie';

export const handleDataRequest: HandleDataRequestFunction = (response) => {
  response.headers.append('vary', VARY);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
  return response;
};

const DEVELOPMENT_POLICY = "frame-ancestors 'self'";

interface RenderedPage extends PageTools {
  readonly html: string;
  readonly nonce: string;
}

function isConsole({ url }: Request): boolean {
  return isConsolePath(new URL(url).pathname);
}

function toConsolePage(page: RenderedPage, status: number, headers: Headers): Response {
  const { html, nonce, connectOrigins, uploadOrigins, editorSources } = page;
  headers.set('cache-control', 'no-store');
  // Scripts are not restricted in development, and a nonce would cause a hydration warning.
  if (!import.meta.env.PROD) {
    headers.set('content-security-policy', DEVELOPMENT_POLICY);
    return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status, headers });
  }
  headers.set('content-security-policy', consolePolicy(nonce, connectOrigins, uploadOrigins, editorSources));
  return new Response(html, { status, headers });
}

function toPublicPage(page: RenderedPage, status: number, headers: Headers): Response {
  const { html, nonce, connectOrigins, captchaSources } = page;
  const pinned = pinInlineScripts(html, nonce, connectOrigins, captchaSources);
  // Vite's inline scripts in development cannot be hashed.
  headers.set('content-security-policy', import.meta.env.PROD ? pinned.policy : DEVELOPMENT_POLICY);
  if (!headers.has('cache-control')) {
    headers.set('cache-control', status < 500 ? 'public, max-age=0, must-revalidate' : 'no-store');
  }
  return new Response(pinned.html, { status, headers });
}

function renderWhole(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Disables streaming of Suspense boundaries, which would need extra inline scripts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(collected(resolve)),
      onShellError: reject,
    });
  });
}

function collected(onEnd: (text: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write: (chunk: Buffer, _encoding, written) => {
      chunks.push(chunk);
      written();
    },
    final: (done) => {
      onEnd(Buffer.concat(chunks).toString());
      done();
    },
  });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) pageTools(context as Readonly<RouterContextProvider>).reportError(error);
};
