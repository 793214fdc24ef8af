import { createHash } from 'node:crypto';

const NONCE_ATTRIBUTE = (nonce: string) => ` nonce="${nonce}"`;

const shared = (
  connectOrigins: readonly string[],
  frameSources: readonly string[] = [],
  editorSources: readonly string[] = [],
) => [
  ["default-src 'self'", ...editorSources].join(' '),
  // Style attributes in components; no style of a reader's making reaches a page.
  ["style-src 'self' 'unsafe-inline'", ...editorSources].join(' '),
  // Posts show pictures from other sites.
  // An editor that comes from elsewhere makes addresses of its own for pictures that stand in the text.
  `img-src 'self' data: https: http:${editorSources.length > 0 ? ' blob:' : ''}`,
  "media-src 'self' https: http:",
  ["connect-src 'self'", ...connectOrigins].join(' '),
  "object-src 'none'",
  ['frame-src', ...(frameSources.length > 0 ? frameSources : ["'none'"])].join(' '),
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
];

/**
 * For the console, whose pages are never kept: a nonce, new for each page. It sends uploads straight to the storage,
 * which may be elsewhere. Its editor of rich text may come from somewhere else, too.
 */
export function consolePolicy(
  nonce: string,
  connectOrigins: readonly string[] = [],
  uploadOrigins: readonly string[] = [],
  editorSources: readonly string[] = [],
): string {
  return [
    ...shared([...connectOrigins, ...uploadOrigins, ...editorSources], [], editorSources),
    [`script-src 'self' 'nonce-${nonce}'`, ...editorSources].join(' '),
  ].join('; ');
}

/**
 * For public pages, which are the same bytes for everybody: the hashes of the inline scripts.
 * Only scripts that carry the render's own secret nonce are counted, so that a script which got in through
 * content is not allowed; then the nonce is taken out. Where reCAPTCHA is configured, its scripts and frames may come.
 */
export function pinInlineScripts(
  html: string,
  nonce: string,
  connectOrigins: readonly string[] = [],
  captchaSources: readonly string[] = [],
): { html: string; policy: string } {
  const scripts = new RegExp(`<script[^>]*${NONCE_ATTRIBUTE(nonce)}[^>]*>(.*?)</script>`, 'gs');
  const hashes = [...html.matchAll(scripts)].flatMap(([, source]) => (source ? [hashOf(source)] : []));
  return {
    html: html.replaceAll(NONCE_ATTRIBUTE(nonce), ''),
    policy: [
      ...shared([...connectOrigins, ...captchaSources], captchaSources),
      ["script-src 'self'", ...new Set(hashes), ...captchaSources].join(' '),
    ].join('; '),
  };
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
