import { defineConfig } from 'astro/config';

export default defineConfig({
  // Where the built site will be; the sitemap and canonical addresses begin with it.
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  trailingSlash: 'always',
});
