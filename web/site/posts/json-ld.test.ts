import type { Blog, BlogPosting, BreadcrumbList, CollectionPage, InteractionCounter, Organization } from 'schema-dts';
import { expect, test } from 'vitest';
import { toBlogPosting, toBreadcrumbs, toPostList, toWebSite } from './json-ld.ts';

const site = { siteName: 'Kawaraban', origin: 'https://example.com', logoUrl: '', homePath: '/' };
const publisher: Organization = {
  '@type': 'Organization',
  name: 'Kawaraban',
  url: 'https://example.com/',
  logo: { '@type': 'ImageObject', url: 'https://example.com/apple-touch-icon.png' },
};
const blog: Blog = {
  '@type': 'Blog',
  '@id': 'https://example.com/posts/news',
  name: 'News',
  url: 'https://example.com/posts/news',
};
const post = {
  path: '/posts/news/a',
  serviceId: 'news',
  serviceLabel: 'News',
  title: 'A title',
  description: '',
  publishedAt: '2026-11-21T04:43:00Z',
  author: '',
  tags: [],
};

test('post without optional fields omits them', () => {
  expect(toBlogPosting(post, site)).toEqual<BlogPosting>({
    '@type': 'BlogPosting',
    '@id': 'https://example.com/posts/news/a',
    headline: 'A title',
    datePublished: '2026-11-21T04:43:00Z',
    dateModified: '2026-11-21T04:43:00Z',
    author: publisher,
    publisher,
    url: 'https://example.com/posts/news/a',
    mainEntityOfPage: 'https://example.com/posts/news/a',
    isPartOf: blog,
  });
});

test('post lists author, language, tags, category and reading time', () => {
  const whole = {
    ...post,
    description: 'A summary',
    updatedAt: '2026-11-22T00:00:00Z',
    author: 'Hana',
    language: 'ja',
    tags: ['wood', 'ink'],
    section: 'Prints',
    readingSeconds: 61,
    image: { src: '/media/a.webp', width: 1200, height: 630 },
  };
  expect(toBlogPosting(whole, site)).toEqual<BlogPosting>({
    ...toBlogPosting(post, site),
    description: 'A summary',
    dateModified: '2026-11-22T00:00:00Z',
    author: { '@type': 'Person', name: 'Hana' },
    inLanguage: 'ja',
    keywords: ['wood', 'ink'],
    articleSection: 'Prints',
    timeRequired: 'PT2M',
    image: { '@type': 'ImageObject', url: 'https://example.com/media/a.webp', width: '1200 px', height: '630 px' },
  });
});

test('post counts likes and comments, omitting zeros', () => {
  const counter = (action: 'LikeAction' | 'CommentAction', userInteractionCount: number): InteractionCounter => ({
    '@type': 'InteractionCounter',
    interactionType: { '@type': action },
    userInteractionCount,
  });
  expect(toBlogPosting({ ...post, interactions: { likes: 12, dislikes: 0, comments: 3 } }, site)).toEqual<BlogPosting>({
    ...toBlogPosting(post, site),
    commentCount: 3,
    interactionStatistic: [counter('LikeAction', 12), counter('CommentAction', 3)],
  });
  const silent = toBlogPosting({ ...post, interactions: { likes: 0, dislikes: 0, comments: 0 } }, site);
  expect(silent).toMatchObject({ commentCount: 0 });
  expect(silent).not.toHaveProperty('interactionStatistic');
  expect(toBlogPosting(post, site)).not.toHaveProperty('commentCount');
});

test('several authors become separate persons', () => {
  const author = [
    { '@type': 'Person', name: 'Hana Sato' },
    { '@type': 'Person', name: 'Ken Mori' },
  ];
  expect(toBlogPosting({ ...post, author: 'Hana Sato and Ken Mori' }, site)).toMatchObject({ author });
  expect(toBlogPosting({ ...post, author: '、' }, site)).toMatchObject({ author: publisher });
});

test('breadcrumbs are numbered from one with absolute URLs', () => {
  const steps = [
    { label: 'News', path: '/posts/news' },
    { label: 'A title', path: '/posts/news/a' },
  ];
  expect(toBreadcrumbs(steps, site)).toEqual<BreadcrumbList>({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'News', item: 'https://example.com/posts/news' },
      { '@type': 'ListItem', position: 2, name: 'A title', item: 'https://example.com/posts/news/a' },
    ],
  });
});

test('single-service front page offers its search', () => {
  expect(toWebSite(site)).not.toHaveProperty('potentialAction');
  expect(toWebSite({ ...site, logoUrl: 'https://cdn.example/logo.svg' }, { serviceId: 'news' })).toMatchObject({
    '@type': 'WebSite',
    name: 'Kawaraban',
    url: 'https://example.com/',
    publisher: { logo: { url: 'https://cdn.example/logo.svg' } },
    potentialAction: {
      target: { urlTemplate: 'https://example.com/posts/news/search?q={search_term_string}' },
    },
  });
});

test('service is a Blog, other lists are CollectionPages', () => {
  const list = { serviceId: 'news', serviceLabel: 'News', label: 'News', path: '/posts/news' };
  const publication = { ...site, siteName: 'News', homePath: '/posts/news' };
  const news = { ...publisher, name: 'News', url: 'https://example.com/posts/news' };
  expect(toPostList(list, publication)).toMatchObject({ ...blog, publisher: news });
  expect(toPostList({ ...list, label: 'wood', path: '/posts/news/tags/wood' }, site)).toEqual<CollectionPage>({
    '@type': 'CollectionPage',
    '@id': 'https://example.com/posts/news/tags/wood',
    name: 'wood',
    url: 'https://example.com/posts/news/tags/wood',
    isPartOf: blog,
  });
});
