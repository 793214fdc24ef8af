import type { EntryContext } from 'react-router';

/**
 * Builds a Link header (RFC 8288). CDNs turn it into early hints (103, RFC 8297), sent while the page is being
 * rendered.
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
