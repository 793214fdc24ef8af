/** @module-tag extended */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testApp } from '#testing/app.ts';
import { defaultBounds } from '#testing/content-bounds.ts';
import { importMarkdownFolder } from './import-markdown-folder.ts';

/** Blogs of two projects, not part of the repository; skipped without KAWARABAN_TEST_DATA. */
const { KAWARABAN_TEST_DATA } = process.env;
const blogs = [
  { name: 'nodejs-blog-en', counts: { imported: 234, skipped: 0 }, links: { toPosts: 9, left: 280 } },
  { name: 'react-blog-ja', counts: { imported: 24, skipped: 1 }, links: { toPosts: 65, left: 207 } },
];

const LEFTOVERS = /<\/?[A-Z][a-z]+[\s/>]|\{\/\*|\*\/\}|^import .+ from |className=/m;

test.skipIf(!KAWARABAN_TEST_DATA).each(blogs)(
  'imports $name completely without leftover components',
  { timeout: 120_000 },
  async ({ name, counts, links }) => {
    const { database, clock, get } = await testApp();
    const folder = join(KAWARABAN_TEST_DATA ?? '', name);
    const options = { database, clock, content: defaultBounds, folder, serviceId: 'blog' };
    const without = await importMarkdownFolder({ ...options, newServiceLabel: 'Blog', isDryRun: true });
    const sum = (kind: 'postLinks' | 'unresolvedLinks') =>
      without.files.reduce((links, file) => links + (file[kind] ?? 0), 0);
    expect({ toPosts: sum('postLinks'), left: sum('unresolvedLinks') }).toEqual(links);
    const linkBase = 'https://example.com/blog/';
    const first = await importMarkdownFolder({ ...options, newServiceLabel: 'Blog', linkBase });
    expect(first.counts).toEqual({ updated: 0, unchanged: 0, failed: 0, ...counts });
    expect(first.files.filter(({ unresolvedLinks }) => unresolvedLinks)).toEqual([]);
    const again = await importMarkdownFolder({ ...options, linkBase });
    expect(again.counts).toMatchObject({ unchanged: counts.imported, skipped: counts.skipped, failed: 0 });

    for (const { slug } of first.files.filter(({ status }) => status === 'imported')) {
      const { status, json } = await get(`/api/posts/blog/${slug}`);
      expect(status, slug).toBe(200);
      expect(proseOf(json.bodyHtml), slug).not.toMatch(LEFTOVERS);
      expect(json.bodyText, slug).not.toBe('');
    }
  },
);

function proseOf(html: string): string {
  return html
    .replace(/<(pre|code)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|#x3C);/g, '<');
}
