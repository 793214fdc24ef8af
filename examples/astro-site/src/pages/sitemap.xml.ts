import type { APIRoute } from 'astro';
import { languages, postsOf } from '../kawaraban.ts';

export const GET: APIRoute = async ({ site }) => {
  const entries = languages.map(async (language) => {
    const posts = await postsOf(language);
    return posts.map(({ slug, updatedAt, createdAt }) => {
      const address = new URL(`/${language}/posts/${slug}/`, site);
      return `<url><loc>${address}</loc><lastmod>${updatedAt ?? createdAt}</lastmod></url>`;
    });
  });
  const urls = (await Promise.all(entries)).flat().join('');
  return new Response(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`, {
    headers: { 'content-type': 'application/xml' },
  });
};
