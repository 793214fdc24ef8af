import { expect, test } from 'vitest';
import type { ShownFile } from '#contract/files.ts';
import { backdropOf, captionOf, toDownload, toListPicture, toPostMedia, wordingFor } from './post-media.ts';

function given(fileId: string, more: Partial<ShownFile> = {}): ShownFile {
  const src = `/media/news/images/${fileId}/raw.jpg`;
  return { fileId, mimeType: 'image/jpeg', src, width: 600, height: 400, ...more };
}

test('images in text or lead are not repeated', () => {
  const images = [given('one'), given('two'), given('three')];
  const bodyHtml = '<p><img src="/media/news/images/two/800x800.jpg"></p>';
  const { lead, images: shown } = toPostMedia({ thumbnail: given('one'), images, bodyHtml });
  expect(lead?.fileId).toBe('one');
  expect(shown.map(({ fileId }) => fileId)).toEqual(['three']);
  expect(toPostMedia({ thumbnail: given('two'), images, bodyHtml }).lead).toBeUndefined();
});

test("lead image takes its caption from the post's images", () => {
  const images = [given('one', { caption: 'The hall' }), given('two', { caption: 'The roof' })];
  expect(toPostMedia({ thumbnail: given('one'), images }).lead?.caption).toBe('The hall');
  expect(toPostMedia({ thumbnail: given('one', { caption: 'Mine' }), images }).lead?.caption).toBe('Mine');
  expect(toPostMedia({ thumbnail: given('three'), images }).lead).not.toHaveProperty('caption');
});

test('files without content or dimensions are omitted', () => {
  const pending: ShownFile = { fileId: 'one', mimeType: 'image/jpeg' };
  const unknown: ShownFile = { ...pending, mimeType: 'image/svg+xml', src: '/media/news/images/one/raw.svg' };
  expect(toPostMedia({ thumbnail: pending, images: [pending, unknown], files: [pending] })).toEqual({
    lead: undefined,
    images: [],
    files: [],
  });
});

test('wording falls back to the other language', () => {
  expect(wordingFor({ en: 'A bridge', ja: '橋' }, 'ja')).toBe('橋');
  expect(wordingFor({ en: 'A bridge' }, 'ja')).toBe('A bridge');
  expect(wordingFor({ ja: '橋' }, 'en')).toBe('橋');
  expect(wordingFor(undefined, 'en')).toBe('');
});

test("caption of the post overrides the file's captions", () => {
  expect(captionOf(given('one', { caption: 'Here', captions: { en: 'A bridge' } }), 'en')).toBe('Here');
  expect(captionOf(given('one', { captions: { en: 'A bridge', ja: '橋' } }), 'ja')).toBe('橋');
});

test('only image data URLs are accepted as placeholder', () => {
  expect(backdropOf({ placeholder: 'data:image/webp;base64,AAAA' })).toEqual({
    background: 'center / cover no-repeat url("data:image/webp;base64,AAAA")',
  });
  expect(backdropOf({ placeholder: 'data:image/webp;base64,AA"); position: fixed' })).toEqual({});
  expect(backdropOf({})).toEqual({});
});

test('download URL keeps the version', () => {
  expect(toDownload('/a.pdf')).toBe('/a.pdf?download');
  expect(toDownload('/a.pdf?v=2')).toBe('/a.pdf?v=2&download');
});

test('list picture is the smallest variant filling its square', () => {
  const sized = (size: string, width: number, height: number) => ({ size, width, height, src: `/${size}` });
  const whole = [sized('1200x1200', 1200, 800), sized('400x400', 400, 267), sized('100x100', 100, 67)];
  expect(toListPicture(given('one', { variants: [...whole, sized('240x240xs', 240, 240)] }))?.square).toBe(
    '/240x240xs',
  );
  expect(toListPicture(given('one', { variants: whole }))?.square).toBe('/400x400');
  expect(toListPicture(given('one'))?.square).toBe('/media/news/images/one/raw.jpg');
  expect(toListPicture(undefined)).toBeUndefined();
});
