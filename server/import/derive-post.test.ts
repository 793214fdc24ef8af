import { expect, test } from 'vitest';
import { derivePost } from './derive-post.ts';
import { splitFrontMatter } from './front-matter.ts';

function derive(yaml: string, { body = 'Body.', path = 'my_first-post.md', timeZone = 'UTC' } = {}) {
  const { fields } = splitFrontMatter(`---\n${yaml}\n---\n`);
  if (!fields) throw new Error('no front matter');
  return derivePost(fields, body, {
    path,
    folder: 'blog',
    sourcePath: `blog/${path}`,
    modifiedAt: new Date('2026-11-01T00:00:00Z'),
    timeZone,
  });
}

test('takes all fields of the front matter', () => {
  const { post, notes } = derive(
    'title: A title\nslug: a-slug\ndate: 2024-12-05\ncategory: News\ntags: [x, y]\ndescription: D\nauthor: A\nlang: ja_jp',
  );
  expect(post).toEqual({
    title: 'A title',
    slug: 'a-slug',
    description: 'D',
    author: 'A',
    language: 'ja-JP',
    body: 'Body.',
    status: 'published',
    category: { slug: 'news', label: 'News' },
    tags: ['x', 'y'],
    publishAt: new Date('2024-12-05'),
  });
  expect(notes).toEqual([]);
});

test.for(['', 'lang: nihongo', 'language: x-klingon'])('ignores other languages: %s', (line) => {
  expect(derive(line).post.language).toBe('');
});

test('title falls back to first heading, then file name', () => {
  expect(derive('', { body: 'Intro.\n\n# A *title* with `code` {#id}\n\nText.' }).post).toMatchObject({
    title: 'A title with code',
    body: 'Intro.\n\nText.',
  });
  expect(derive('', { body: '# **注意。**次へ' }).post.title).toBe('注意。次へ');
  expect(derive('').post.title).toBe('My first post');
  expect(derive('', { path: '2024-12-05-hello-v1.2.md' }).post.title).toBe('Hello v1.2');
  expect(derive('', { path: 'x/お知らせ/index.md' }).post.title).toBe('お知らせ');
  expect(derive('', { path: 'index.md' }).post).toMatchObject({ title: 'Blog', slug: 'index' });
});

test('removes a heading equal to the title, keeps others', () => {
  expect(derive('title: Same', { body: '# Same\n\nText.' }).post.body).toBe('Text.');
  expect(derive('title: Same', { body: 'Same\n====\n\nText.' }).post.body).toBe('Text.');
  expect(derive('title: Same', { body: '# Other\n\nText.' }).post.body).toBe('# Other\n\nText.');
  expect(derive('title: Same', { body: '```\n# Same\n```' }).post.body).toBe('```\n# Same\n```');
});

test('slug comes from file or folder name, changes noted', () => {
  expect(derive('').post.slug).toBe('my_first-post');
  expect(derive('', { path: '2024/my-post/index.mdx' }).post.slug).toBe('my-post');
  expect(derive('', { path: 'a/README.md' }).post.slug).toBe('a');
  expect(derive('slug: /blog/v1.2/')).toMatchObject({
    post: { slug: 'v1-2' },
    notes: expect.arrayContaining(['the slug "/blog/v1.2/" became "v1-2"']),
  });
});

test('date falls back to path, then file time', () => {
  expect(derive('', { path: '2024/12/05/a.md' })).toMatchObject({
    post: { publishAt: new Date('2024-12-05') },
    notes: ['no date: taken from the path'],
    isDateOfFile: false,
  });
  expect(derive('', { path: 'x/2024-02-29-a.md' }).post.publishAt).toEqual(new Date('2024-02-29'));
  expect(derive('', { path: '2024/13/05/a.md' })).toMatchObject({
    post: { publishAt: new Date('2026-11-01') },
    isDateOfFile: true,
  });
  expect(derive('pubDate: Dec 5, 2024').post.publishAt).toEqual(new Date('2024-12-05'));
  expect(() => derive('date: 05/12/2024')).toThrow('the date "05/12/2024" cannot be read');
  expect(() => derive('date: [2024-12-05]')).toThrow('the date is no text');
});

test('reads drafts in every notation, without date', () => {
  expect(derive('draft: true').post).toMatchObject({ status: 'draft', publishAt: undefined });
  expect(derive('published: false').post.status).toBe('draft');
  expect(derive('draft: false\npublished: true').post.status).toBe('published');
  expect(derive('published: 2024-12-05').post).toMatchObject({
    status: 'published',
    publishAt: new Date('2024-12-05'),
  });
  expect(() => derive('draft: perhaps')).toThrow('`draft` must be true or false');
});

test('reads tags as list or text, distinct and limited', () => {
  expect(derive('tags: a, b ,a,').post.tags).toEqual(['a', 'b']);
  expect(derive('tags: 墨、紙').post.tags).toEqual(['墨', '紙']);
  expect(derive('tags:\n  - a b\n  - a b').post.tags).toEqual(['a b']);
  const many = Array.from({ length: 32 }, (_, index) => `t${index}`);
  const { post, notes } = derive(`date: 2024-01-01\ntags: [${many}]`);
  expect(post.tags).toHaveLength(30);
  expect(notes[0]).toBe('a post has at most 30 tags; left out: t30, t31');
});

test('reads the front matter of Zenn', () => {
  const { post } = derive(
    'title: "T"\nemoji: "x"\ntype: "tech"\ntopics: ["a", "b"]\npublished: true\npublished_at: 2050-06-12 09:03',
  );
  expect(post).toMatchObject({ tags: ['a', 'b'], publishAt: new Date('2050-06-12T09:03:00Z') });
});

test('dates without a zone are in the given time zone', () => {
  const dateOf = (yaml: string, path?: string) =>
    derive(yaml, { timeZone: 'Asia/Tokyo', ...(path && { path }) }).post.publishAt;
  expect(dateOf('date: 2024-01-31 09:30')).toEqual(new Date('2024-01-31T00:30:00Z'));
  expect(dateOf('date: 2024-01-31')).toEqual(new Date('2024-01-30T15:00:00Z'));
  expect(dateOf('date: 2024-01-31T00:00:00Z')).toEqual(new Date('2024-01-31T00:00:00Z'));
  expect(dateOf('', '2024-01-31-title.md')).toEqual(new Date('2024-01-30T15:00:00Z'));
  const summer = derive('date: 2024-07-01 12:00', { timeZone: 'America/New_York' }).post.publishAt;
  expect(summer).toEqual(new Date('2024-07-01T16:00:00Z'));
});

test('former addresses become redirects', () => {
  const yaml =
    'slug: new\naliases: [/old/one/, two.html]\nredirect_from:\n  - /three/index.html\n  - /blog/new/\npermalink: /:year/:title/';
  expect(derive(yaml).redirects).toEqual(['one', 'two', 'three']);
  expect(derive('permalink: /blog/four').redirects).toEqual(['four']);
  expect(derive('title: x').redirects).toEqual([]);
});

test('uses the first of several categories', () => {
  const { post, notes } = derive('date: 2024-01-01\ncategories:\n  - お知らせ\n  - Other');
  expect(post.category).toEqual({ label: 'お知らせ', slug: expect.stringMatching(/^c-[0-9a-f]{8}$/) });
  expect(notes[0]).toBe('a post has one category; left out: Other');
});

test('joins authors and uses an excerpt as description', () => {
  expect(derive('authors:\n  - name: A\n  - B').post.author).toBe('A, B');
  expect(derive('excerpt: E\nsummary: S').post.description).toBe('E');
});

test('rejects invalid values naming the field', () => {
  expect(() => derive(`title: ${'x'.repeat(301)}`)).toThrow('the title is longer than 300 characters');
  expect(() => derive('title: "a\\ud800"')).toThrow('the title is empty, or holds characters');
  expect(() => derive('description: "\\0"')).toThrow('the description');
  expect(() => derive(`tags: [${'x'.repeat(129)}]`)).toThrow('the tag is longer than 128 characters');
  expect(() => derive('', { body: 'x'.repeat(1_000_001) })).toThrow('the body is longer than 1,000,000 characters');
});
