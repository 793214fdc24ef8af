import { expect, test } from 'vitest';
import { toJsonLd } from './json-ld.ts';

const post = {
  title: 'A title',
  description: '',
  publishedAt: '2026-11-21T04:43:00Z',
  updatedAt: undefined,
  author: '',
  language: 'en',
};
const site = { siteName: 'Kawaraban', url: 'https://example.com/posts/news/a' };

test('a post is described, and what it does not have is left out', () => {
  expect(JSON.parse(toJsonLd(post, site))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: 'A title',
    datePublished: '2026-11-21T04:43:00Z',
    dateModified: '2026-11-21T04:43:00Z',
    inLanguage: 'en',
    mainEntityOfPage: 'https://example.com/posts/news/a',
    isPartOf: { '@type': 'Blog', name: 'Kawaraban' },
  });
});

test('a text cannot end the script element it stands in', () => {
  const title = '</script><!-- <script>alert(1)</script>';
  const json = toJsonLd({ ...post, title }, site);
  expect(json).not.toContain('<');
  expect(JSON.parse(json).headline).toBe(title);
});
