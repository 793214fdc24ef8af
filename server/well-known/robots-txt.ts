/**
 * RFC 9309. What asks for a search again and again finds nothing that is not found elsewhere. A rule holds for every
 * address that begins like it, and posts may have names that begin with `search`.
 */
export function toRobotsTxt(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /posts/*/search$',
    'Disallow: /posts/*/search?',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
