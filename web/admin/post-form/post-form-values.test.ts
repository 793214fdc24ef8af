import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  copyCaption,
  emptyValues,
  type FileEntry,
  hasSeparator,
  moved,
  type PostFormValues,
  type StoredPost,
  splitTags,
  toCreation,
  toEntry,
  toSentFile,
  toUpdate,
  withEntry,
} from './post-form-values.ts';

const zoneBefore = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo';
});
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

const values: PostFormValues = {
  ...emptyValues('events', 'markdown'),
  slug: 'one',
  title: ' One ',
  body: '# One\n',
  revision: 3,
};
const stored: StoredPost = { publishAt: null, thumbnail: null, images: [], files: [], groups: [] };

test('creation sends all fields and omits an empty publish time', () => {
  expect(toCreation(values, 'draft')).toEqual({
    slug: 'one',
    title: 'One',
    body: '# One\n',
    category: 'events',
    status: 'draft',
    bodyFormat: 'markdown',
    editorMode: 'markdown',
    label: '',
    contentId: '',
    description: '',
    author: '',
    language: '',
    isHiddenInList: false,
    links: [],
    tags: [],
    thumbnail: null,
    images: [],
    files: [],
  });
});

test('update derives the body format from the editor mode', () => {
  const sent = toUpdate({ ...values, editorMode: 'rawHtml', label: ' Short ', contentId: ' talk-1 ' }, { stored });
  expect(sent).toMatchObject({ editorMode: 'rawHtml', bodyFormat: 'html', label: 'Short', contentId: 'talk-1' });
  expect(sent).not.toHaveProperty('groups');
  expect(toUpdate({ ...values, editorMode: 'richText' }, { stored }).bodyFormat).toBe('html');
});

test('files are sent in form order with their captions', () => {
  const one = { fileId: 'a', mimeType: 'image/png', caption: ' Stage ' };
  const other = { fileId: 'b', mimeType: 'image/png', caption: '' };
  const files = { thumbnail: other, images: [other, one] };
  const sent = {
    thumbnail: { fileId: 'b', mimeType: 'image/png' },
    images: [
      { fileId: 'b', mimeType: 'image/png' },
      { fileId: 'a', mimeType: 'image/png', caption: 'Stage' },
    ],
  };
  expect(toCreation({ ...values, ...files }, 'draft')).toMatchObject({ ...sent, files: [] });
  expect(toUpdate({ ...values, ...files }, { stored })).toMatchObject(sent);
});

test('unchanged files are omitted and removed files are sent', () => {
  const image = { fileId: 'a', mimeType: 'image/png', caption: 'Stage' };
  const having = { ...stored, thumbnail: { ...image, src: '/a.png' }, images: [image], files: [image] };
  const same = { ...values, thumbnail: image, images: [image], files: [image] };
  const sent = toUpdate(same, { stored: having });
  for (const name of ['thumbnail', 'images', 'files']) expect(sent).not.toHaveProperty(name);
  expect(toUpdate(values, { stored: having })).toMatchObject({ thumbnail: null, images: [], files: [] });
  const renamed = toUpdate({ ...same, images: [{ ...image, caption: 'Hall' }] }, { stored: having });
  expect(renamed.images).toEqual([{ fileId: 'a', mimeType: 'image/png', caption: 'Hall' }]);
  expect(renamed).not.toHaveProperty('files');
});

test('tag being typed is included', () => {
  expect(toCreation({ ...values, tags: ['a'], typedTag: ' b ' }, 'draft').tags).toEqual([
    { label: 'a' },
    { label: 'b' },
  ]);
});

test('local publish time is sent in UTC', () => {
  expect(toCreation({ ...values, publishAt: '2026-11-21T19:07' }, 'publish')).toMatchObject({
    status: 'publish',
    publishAt: '2026-11-21T10:07:00Z',
  });
});

test('unchanged publish time is omitted to keep its seconds', () => {
  const timed = { ...stored, publishAt: '2026-11-21T10:07:42Z' };
  expect(toUpdate({ ...values, publishAt: '2026-11-21T19:07' }, { stored: timed })).not.toHaveProperty('publishAt');
});

test('removed publish time is sent as null', () => {
  expect(toUpdate(values, { stored: { ...stored, publishAt: '2026-11-21T10:07:42Z' } })).toMatchObject({
    publishAt: null,
  });
});

test('update sends the base revision and only changed status', () => {
  expect(toUpdate(values, { stored })).not.toHaveProperty('status');
  expect(toUpdate(values, { stored, status: 'publish' })).toMatchObject({
    revision: 3,
    status: 'publish',
  });
});

test('links keep their ids and empty rows are dropped', () => {
  const links = [
    { url: 'https://a.example', label: '' },
    { id: 4, url: 'https://b.example ', label: ' B ' },
    { url: ' ', label: '' },
    { url: 'https://c.example', label: '' },
  ];
  expect(toUpdate({ ...values, links }, { stored }).links).toEqual([
    { id: 5, url: 'https://a.example' },
    { id: 4, url: 'https://b.example', label: 'B' },
    { id: 6, url: 'https://c.example' },
  ]);
});

test('splits at Latin and Japanese commas and keeps the rest', () => {
  expect(splitTags(['a'], 'b, c、東京，')).toEqual({ tags: ['a', 'b', 'c', '東京'], rest: '' });
  expect(splitTags([], 'a,b')).toEqual({ tags: ['a'], rest: 'b' });
});

test('drops empty and duplicate tags', () => {
  expect(splitTags(['a'], ',,a, ,')).toEqual({ tags: ['a'], rest: '' });
});

test('finds separators in text', () => {
  expect(hasSeparator('東京')).toBe(false);
  expect(hasSeparator('東京、')).toBe(true);
});

const entry = (fileId: string): FileEntry => ({ fileId, mimeType: 'image/png', caption: '' });
const ids = (entries: readonly FileEntry[]) => entries.map(({ fileId }) => fileId).join('');

test('trims a caption and drops a blank one', () => {
  expect(toSentFile({ ...entry('a'), caption: ' Stage ' })).toEqual({
    fileId: 'a',
    mimeType: 'image/png',
    caption: 'Stage',
  });
  expect(toSentFile({ ...entry('a'), caption: '　' })).toEqual({ fileId: 'a', mimeType: 'image/png' });
});

test('entry omits display fields of a file', () => {
  const shown = { fileId: 'a', mimeType: 'image/png', src: '/a.png', width: 3, alt: { en: 'A' } };
  expect(toEntry(shown)).toEqual(entry('a'));
});

test('thumbnail takes over the caption of its own image only', () => {
  expect(copyCaption(entry('a'), 'a', 'The hall')).toEqual({ ...entry('a'), caption: 'The hall' });
  expect(copyCaption(entry('a'), 'b', 'The hall')).toEqual(entry('a'));
  expect(copyCaption(null, 'a', 'The hall')).toBeNull();
});

test('list holds a file once', () => {
  expect(ids(withEntry([entry('a')], entry('b')))).toBe('ab');
  expect(ids(withEntry([entry('a'), entry('b')], entry('a')))).toBe('ab');
});

test('uploads keep selection order, whichever finishes first', () => {
  const turns = new Map([
    ['c', 2],
    ['b', 1],
    ['d', 3],
  ]);
  const turnOf = (fileId: string) => turns.get(fileId);
  let entries = [entry('a')];
  for (const fileId of ['c', 'b', 'd']) entries = withEntry(entries, entry(fileId), turnOf);
  expect(ids(entries)).toBe('abcd');
});

test('moves a file forwards and backwards', () => {
  const entries = [entry('a'), entry('b'), entry('c')];
  expect(ids(moved(entries, 'a', 'c'))).toBe('bca');
  expect(ids(moved(entries, 'c', 'a'))).toBe('cab');
  expect(ids(moved(entries, 'b', 'b'))).toBe('abc');
  expect(ids(moved(entries, 'x', 'a'))).toBe('abc');
  expect(ids(moved(entries, 'a', 'x'))).toBe('abc');
});
