import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { createI18n } from '../../i18n/i18n.ts';
import { loadConsoleTexts } from '../frame/console-texts.ts';
import { postErrors as errorsOf, formFieldOf, textWithTag, unknownFileField } from './post-errors.ts';
import { emptyValues, type PostFormValues } from './post-form-values.ts';

const i18n = await createI18n('en', { withConsole: true });
await loadConsoleTexts(i18n, 'en');
const t = i18n.getFixedT('en', 'console');
const postErrors = (values: PostFormValues) => errorsOf(values, i18n.getFixedT('cimode', 'console'));

const right = { ...emptyValues('', 'markdown'), slug: 'one', title: 'One' };

test('requires a slug and a title only', () => {
  expect(postErrors(right)).toEqual({});
  expect(postErrors(emptyValues('', 'markdown'))).toEqual({ slug: 'rule.required', title: 'rule.required' });
});

test('rejects invalid and reserved slugs', () => {
  expect(postErrors({ ...right, slug: 'a b' })).toEqual({ slug: 'posts.rules.slug' });
  expect(postErrors({ ...right, slug: '瓦版' })).toEqual({ slug: 'posts.rules.slug' });
  expect(postErrors({ ...right, slug: 'Groups' })).toEqual({ slug: 'msg.This slug is not allowed' });
  expect(postErrors({ ...right, slug: 'a'.repeat(26) })).toEqual({ slug: 'msg.This slug is not allowed' });
});

test('requires a web address for links but ignores empty rows', () => {
  const links = [
    { url: 'https://example.com', label: '' },
    { url: 'javascript:alert(1)', label: '' },
    { url: '', label: '' },
    { url: '', label: 'Map' },
  ];
  expect(postErrors({ ...right, links })).toEqual({
    'links.1.url': 'posts.rules.url',
    'links.3.url': 'rule.required',
  });
});

test('rejects an oversized body and an invalid publish time', () => {
  expect(errorsOf({ ...right, body: 'x'.repeat(1_000_001) }, t)).toEqual({
    body: 'No more than 1,000,000 characters',
  });
  expect(postErrors({ ...right, publishAt: '12026-01-01T00:00' })).toEqual({ publishAt: 'posts.rules.time' });
});

test('limits tag count and length, including the typed tag', () => {
  const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
  expect(postErrors({ ...right, tags })).toEqual({});
  expect(postErrors({ ...right, tags, typedTag: 'tag 0' })).toEqual({});
  expect(postErrors({ ...right, tags, typedTag: 'one more' })).toEqual({ tags: 'posts.rules.tags' });
  expect(postErrors({ ...right, tags: ['x'.repeat(128)] })).toEqual({});
  const long = 'x'.repeat(129);
  expect(errorsOf({ ...right, typedTag: long }, t)).toEqual({ tags: `“${long}”: No more than 128 characters` });
});

test.for([
  ['links[1].url', 'links.2.url'],
  ['links[0].label', 'links.0.label'],
  ['links[0].id', 'links'],
  ['images[1].caption', 'images.1.caption'],
  ['files[0].fileId', 'files'],
  ['thumbnail.caption', 'thumbnail'],
  ['tags[0].label', 'tags'],
  [undefined, 'contentId'],
] as const)('server error at %s is shown at field %s', ([path, name]) => {
  const links = [
    { url: 'https://a.example', label: '' },
    { url: '', label: '' },
    { url: 'https://b.example', label: '' },
  ];
  expect(formFieldOf({ field: 'content_id', message: 'x', ...(path && { path }) }, { ...right, links })).toBe(name);
});

test('error of a tag names the tag', () => {
  const fieldError = { field: 'label', message: 'x', path: 'tags[1].label' };
  expect(textWithTag('Wrong', fieldError, { ...right, tags: ['a'], typedTag: 'b' }, t)).toBe('“b”: Wrong');
});

test('unknown file is reported at the field that holds it', () => {
  const image = { fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3', mimeType: 'image/png', caption: 'x' };
  const none = { thumbnail: null, images: [], files: [] };
  const rejection = new ApiError(400, { message: `fileId ${image.fileId} not exists` });
  expect(unknownFileField(rejection, { ...none, images: [image] })).toBe('images');
  expect(unknownFileField(rejection, { ...none, files: [image] })).toBe('files');
  expect(unknownFileField(rejection, { ...none, thumbnail: image })).toBe('thumbnail');
  expect(unknownFileField(rejection, none)).toBe(undefined);
  expect(unknownFileField(new ApiError(400, { message: 'Invalid' }), { ...none, images: [image] })).toBe(undefined);
});

test('JSON mode requires valid JSON', () => {
  expect(postErrors({ ...right, body: '{' })).toEqual({});
  expect(postErrors({ ...right, editorMode: 'json', body: '{' })).toEqual({ body: 'posts.rules.json' });
  expect(postErrors({ ...right, editorMode: 'json', body: '' })).toEqual({ body: 'posts.rules.json' });
  expect(postErrors({ ...right, editorMode: 'json', body: '[1]' })).toEqual({});
});

test('content ID is optional and needs valid characters', () => {
  expect(postErrors({ ...right, contentId: ' talk-1 ' })).toEqual({});
  expect(postErrors({ ...right, contentId: 'Talk' })).toEqual({ contentId: 'posts.rules.contentId' });
});
