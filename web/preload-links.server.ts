import type { EntryContext } from 'react-router';

/**
 * The styles and the first scripts of a page as a Link header (RFC 8288). Networks and proxies make early hints of it
 * (103, RFC 8297), and send them while the page itself is still being asked for.
 */
export function preloadLinks({ manifest, staticHandlerContext: { matches } }: EntryContext): string {
  const routes = matches.flatMap(({ route }) => manifest.routes[route.id] ?? []);
  const styles = new Set(routes.flatMap(({ css = [] }) => css));
  const scripts = new Set([manifest.entry.module, ...routes.map(({ module }) => module)]);
  return [
    ...[...styles].map((href) => `<${href}>; rel=preload; as=style`),
    ...[...scripts].map((href) => `<${href}>; rel=modulepreload`),
  ].join(', ');
}
