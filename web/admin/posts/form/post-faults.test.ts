import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { byFormField, postFaults, unknownFileField } from './post-faults.ts';
import { emptyValues } from './post-form-values.ts';

const right = { ...emptyValues('', 'markdown'), slug: 'one', title: 'One' };

test('a slug and a title are all that a post needs', () => {
  expect(postFaults(right)).toEqual({});
  expect(postFaults(emptyValues('', 'markdown'))).toEqual({ slug: 'rule.required', title: 'rule.required' });
});

test('a slug is of letters, digits, hyphen and underscore, and not a word that addresses need', () => {
  expect(postFaults({ ...right, slug: 'a b' })).toEqual({ slug: 'posts.rules.slug' });
  expect(postFaults({ ...right, slug: '瓦版' })).toEqual({ slug: 'posts.rules.slug' });
  expect(postFaults({ ...right, slug: 'Groups' })).toEqual({ slug: 'msg.This slug is not allowed' });
  expect(postFaults({ ...right, slug: 'a'.repeat(26) })).toEqual({ slug: 'msg.This slug is not allowed' });
});

test('a link needs an address of the web, an empty row needs nothing', () => {
  const links = [
    { url: 'https://example.com', label: '' },
    { url: 'javascript:alert(1)', label: '' },
    { url: '', label: '' },
    { url: '', label: 'Map' },
  ];
  expect(postFaults({ ...right, links })).toEqual({
    'links.1.url': 'posts.rules.url',
    'links.3.url': 'rule.required',
  });
});

test('a body has a largest size, and a time must be one', () => {
  expect(postFaults({ ...right, body: 'x'.repeat(1_000_001) })).toEqual({ body: 'posts.rules.body' });
  expect(postFaults({ ...right, publishAt: '12026-01-01T00:00' })).toEqual({ publishAt: 'posts.rules.time' });
});

test('a post has at most thirty tags of a hundred characters, the one still being typed among them', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  expect(postFaults({ ...right, tags })).toEqual({});
  expect(postFaults({ ...right, tags, typedTag: 'tag 0' })).toEqual({});
  expect(postFaults({ ...right, tags, typedTag: 'one more' })).toEqual({ tags: 'posts.rules.tags' });
  expect(postFaults({ ...right, tags: ['x'.repeat(128)] })).toEqual({});
  expect(postFaults({ ...right, typedTag: 'x'.repeat(129) })).toEqual({ tags: 'posts.rules.tag' });
});

test('what the server says of a tag is shown at the tags', () => {
  expect(byFormField({ label: 'wrong', title: 'short' })).toEqual({ tags: 'wrong', title: 'short' });
  expect(byFormField({ 'tags.0.label': 'wrong' })).toEqual({ tags: 'wrong' });
});

test('what the server says of files is shown at the field that has them', () => {
  const image = { fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3', mimeType: 'image/png', caption: 'x' };
  const none = { thumbnail: null, images: [], files: [] };
  expect(byFormField({ images: 'many' }, none)).toEqual({ images: 'many' });
  expect(byFormField({ caption: 'long' }, { ...none, images: [image] })).toEqual({ images: 'long' });
  expect(byFormField({ caption: 'long' }, { ...none, files: [image] })).toEqual({ files: 'long' });
  expect(byFormField({ fileId: 'wrong' }, { ...none, thumbnail: image })).toEqual({ thumbnail: 'wrong' });
  const refusal = new ApiError(400, { message: `fileId ${image.fileId} not exists` });
  expect(unknownFileField(refusal, { ...none, images: [image] })).toBe('images');
  expect(unknownFileField(refusal, { ...none, files: [image] })).toBe('files');
  expect(unknownFileField(refusal, { ...none, thumbnail: image })).toBe('thumbnail');
  expect(unknownFileField(refusal, none)).toBe(undefined);
  expect(unknownFileField(new ApiError(400, { message: 'Invalid' }), { ...none, images: [image] })).toBe(undefined);
});

test('a body in JSON is JSON, and no other body is asked for it', () => {
  expect(postFaults({ ...right, body: '{' })).toEqual({});
  expect(postFaults({ ...right, editorMode: 'json', body: '{' })).toEqual({ body: 'posts.rules.json' });
  expect(postFaults({ ...right, editorMode: 'json', body: '' })).toEqual({ body: 'posts.rules.json' });
  expect(postFaults({ ...right, editorMode: 'json', body: '[1]' })).toEqual({});
});

test('a content id is of four small letters or more, or left out', () => {
  expect(postFaults({ ...right, contentId: ' talk-1 ' })).toEqual({});
  expect(postFaults({ ...right, contentId: 'Talk' })).toEqual({ contentId: 'posts.rules.contentId' });
});
