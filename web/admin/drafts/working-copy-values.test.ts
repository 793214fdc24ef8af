import { expect, test } from 'vitest';
import type { AdminPost } from '#contract/admin-posts.ts';
import { type TypedPost, WorkingCopy } from '#contract/working-copies.ts';
import { type PostFormValues, valuesOf } from '../post-form/post-form-values.ts';
import { toCopy, valuesOfCopy, valuesToOpen } from './working-copy-values.ts';

const post = {
  postId: 'p',
  slug: 'one',
  title: 'One',
  label: '',
  description: '',
  author: 'Hanako',
  contentId: 'p',
  body: 'Stored.',
  bodyFormat: 'markdown',
  editorMode: 'markdown',
  categorySlug: 'guide',
  isHiddenInList: false,
  publishAt: '2026-11-21T04:43:07Z',
  revision: 7,
  links: [{ id: 2, url: 'https://example.com/' }],
  tags: [{ tagId: 't', label: 'edo' }],
  groups: [{ slug: 'g', label: 'G' }],
  thumbnail: { fileId: 'f', mimeType: 'image/png' },
  images: [{ fileId: 'f', mimeType: 'image/png' }],
  files: [],
} as unknown as AdminPost;

const entry = (fileId: string, caption: string) => ({ fileId, mimeType: 'image/png', caption });

const KEPT_AT = '2026-11-21T05:03:00Z';

function copyOf(content: TypedPost, baseRevision = 7): WorkingCopy {
  return { postId: 'p', baseRevision, revision: 1, updatedAt: KEPT_AT, isStale: baseRevision < 7, content };
}

function sentAs(values: PostFormValues): WorkingCopy {
  const { baseRevision, ...content } = toCopy(values, post.publishAt);
  return WorkingCopy.parse(copyOf(content, baseRevision));
}

test('sent values come back unchanged, valid or not', () => {
  const typed: PostFormValues = {
    ...valuesOf(post),
    slug: 'no slug',
    title: ' ',
    body: 'Typed.',
    editorMode: 'rawHtml',
    category: '',
    publishAt: '',
    links: [{ id: 2, url: 'not a URL', label: '' }],
    tags: ['edo', '版画'],
    groups: ['h', 'g'],
    revision: 5,
    thumbnail: null,
    images: [entry('g', 'Stage'), entry('f', '')],
    files: [entry('d', ' ')],
  };
  expect(valuesOfCopy(sentAs(typed), post)).toEqual(typed);
});

test('keeps the typed tag and drops empty link rows', () => {
  const typed = { ...valuesOf(post), typedTag: ' meiji', links: [...valuesOf(post).links, { url: '', label: '' }] };
  expect(valuesOfCopy(sentAs(typed), post)).toEqual({ ...valuesOf(post), tags: ['edo', 'meiji'] });
});

test('omits an unchanged publish time and sends a removed one', () => {
  expect(toCopy(valuesOf(post), post.publishAt)).not.toHaveProperty('publishAt');
  expect(toCopy({ ...valuesOf(post), publishAt: '' }, post.publishAt).publishAt).toBe(null);
});

test('missing or invalid fields of a copy keep saved values', () => {
  expect(valuesOfCopy(copyOf({}), post)).toEqual(valuesOf(post));
  const odd = { publishAt: 'soon', editorMode: 'runes', isHiddenInList: null };
  expect(valuesOfCopy(copyOf(odd), post)).toEqual(valuesOf(post));
  expect(valuesOfCopy(copyOf({ bodyFormat: 'json' }), post).editorMode).toBe('json');
  const cleared = {
    images: null,
    files: [{ fileId: 'd' }],
    label: null,
    category: null,
    links: [{ id: '3', url: null }],
    tags: [{ tagId: 't' }, { tagId: 'gone' }],
  };
  expect(valuesOfCopy(copyOf(cleared), post)).toMatchObject({
    label: '',
    category: '',
    links: [{ id: 3, url: '', label: '' }],
    tags: ['edo'],
    images: [],
    files: [{ fileId: 'd', mimeType: '', caption: '' }],
    thumbnail: { fileId: 'f' },
  });
});

test('opens with a differing copy on its base revision', () => {
  expect(valuesToOpen(undefined, post, undefined)).toBe(undefined);
  expect(valuesToOpen(copyOf({ title: 'One' }, 6), post, undefined)).toBe(undefined);
  expect(valuesToOpen(copyOf({ title: 'Two' }, 6), post, undefined)).toMatchObject({ title: 'Two', revision: 6 });
});

test('prefers the browser draft unless the copy is later', () => {
  const own = (title: string, secondsBefore: number) => ({
    savedAt: Date.parse(KEPT_AT) - secondsBefore * 1000,
    values: { ...valuesOf(post), title },
  });
  const copy = copyOf({ title: 'Typed' });
  expect(valuesToOpen(copy, post, own('Typed on', -3600))).toBe(undefined);
  expect(valuesToOpen(copy, post, own('Typ', 4))).toBe(undefined);
  expect(valuesToOpen(copy, post, own('Typed', 3600))).toBe(undefined);
  expect(valuesToOpen(copy, post, own('Typ', 3600))).toMatchObject({ title: 'Typed' });
});
