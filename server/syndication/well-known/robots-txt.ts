/**
 * Returns robots.txt (RFC 9309). Search pages have no content of their own. Rules match prefixes, and post slugs may
 * begin with `search`.
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
