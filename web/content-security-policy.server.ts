import { createHash } from 'node:crypto';

const NONCE_ATTRIBUTE = (nonce: string) => ` nonce="${nonce}"`;

const shared = (
  connectOrigins: readonly string[],
  frameSources: readonly string[] = [],
  editorSources: readonly string[] = [],
) => [
  ["default-src 'self'", ...editorSources].join(' '),
  // Components use style attributes; sanitizing removes styles from content of readers.
  ["style-src 'self' 'unsafe-inline'", ...editorSources].join(' '),
  `img-src 'self' data: https: http:${editorSources.length > 0 ? ' blob:' : ''}`,
  "media-src 'self' https: http:",
  ["connect-src 'self'", ...connectOrigins].join(' '),
  "object-src 'none'",
  ['frame-src', ...(frameSources.length > 0 ? frameSources : ["'none'"])].join(' '),
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
];

/** Console pages are never cached, so each has a fresh nonce. */
export function consolePolicy(
  nonce: string,
  connectOrigins: readonly string[] = [],
  uploadOrigins: readonly string[] = [],
  editorSources: readonly string[] = [],
): string {
  return [
    // Settings of a service show its pages in frames.
    ...shared([...connectOrigins, ...uploadOrigins, ...editorSources], ["'self'"], editorSources),
    [`script-src 'self' 'nonce-${nonce}'`, ...editorSources].join(' '),
  ].join('; ');
}

/**
 * Policy for public pages, which have to be identical bytes for all readers: hashes of the inline scripts.
 * Only scripts with the secret nonce of this render are hashed, so that scripts injected through content stay blocked;
 * then the nonce is removed.
 */
export function pinInlineScripts(
  html: string,
  nonce: string,
  connectOrigins: readonly string[] = [],
  captchaSources: readonly string[] = [],
): { html: string; policy: string } {
  const attribute = NONCE_ATTRIBUTE(nonce);
  const hashes = scriptsWith(attribute, html).map(hashOf);
  return {
    html: html.replaceAll(attribute, ''),
    policy: [
      ...shared([...connectOrigins, ...captchaSources], captchaSources),
      ["script-src 'self'", ...new Set(hashes), ...captchaSources].join(' '),
    ].join('; '),
  };
}

/** Searches for fixed strings, because a regular expression takes ten times as long for the data of the page. */
function scriptsWith(attribute: string, html: string): string[] {
  const scripts: string[] = [];
  for (let at = html.indexOf(attribute); at >= 0; at = html.indexOf(attribute, at + 1)) {
    const start = html.indexOf('>', at) + 1;
    const source = html.slice(start, html.indexOf('</script>', start));
    if (source !== '' && html.startsWith('<script', html.lastIndexOf('<', at))) scripts.push(source);
  }
  return scripts;
}

function hashOf(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
