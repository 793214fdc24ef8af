import { expect, test } from 'vitest';
import { imageSrcSet, imageUrl, type ShownFile } from './index.ts';

const folder = '/media/news/images/01hzx3w7gg8hh9jj0kk1mm2nn3';
const size = (name: string, width: number, height: number) => ({
  size: name,
  width,
  height,
  src: `${folder}/${name}.jpg?v=2`,
});

const stalls: ShownFile = {
  fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3',
  mimeType: 'image/jpeg',
  src: `${folder}/raw.jpg?v=2`,
  width: 1500,
  height: 1000,
  variants: [
    size('1200x1200', 1200, 800),
    size('800x800', 800, 533),
    size('400x400', 400, 267),
    size('400x400xs', 400, 400),
    size('800x400xc', 800, 400),
  ],
};

const nameOf = (url: string | undefined) => url?.split('/').at(-1);

test('imageUrl picks the smallest sufficient size, else the largest', () => {
  expect(nameOf(imageUrl(stalls, { width: 401 }))).toBe('800x800.jpg?v=2');
  expect(nameOf(imageUrl(stalls, { height: 267 }))).toBe('400x400.jpg?v=2');
  expect(nameOf(imageUrl(stalls, { width: 5000 }))).toBe('1200x1200.jpg?v=2');
  expect(nameOf(imageUrl(stalls))).toBe('raw.jpg?v=2');
});

test('imageUrl prefers a size cropped to the requested shape', () => {
  expect(nameOf(imageUrl(stalls, { width: 200, height: 200 }))).toBe('400x400xs.jpg?v=2');
  expect(nameOf(imageUrl(stalls, { width: 800, height: 400 }))).toBe('800x400xc.jpg?v=2');
  expect(nameOf(imageUrl(stalls, { width: 300, height: 500 }))).toBe('800x800.jpg?v=2');
});

test('imageUrl sets the extension when the format is available', () => {
  expect(nameOf(imageUrl(stalls, { width: 400, format: 'avif' }))).toBe('400x400.avif?v=2');
  expect(nameOf(imageUrl(stalls, { format: 'webp' }))).toBe('1200x1200.webp?v=2');
  const moving = { ...stalls, mimeType: 'image/gif' };
  expect(nameOf(imageUrl(moving, { width: 400, format: 'avif' }))).toBe('400x400.jpg?v=2');
  expect(nameOf(imageUrl({ ...stalls, variants: [] }, { format: 'webp' }))).toBe('raw.jpg?v=2');
});

test('imageUrl offers the original in its own format only', () => {
  const listed = { ...stalls, srcSet: `${folder}/400x400.jpg?v=2 400w, ${folder}/raw.jpg?v=2 1500w` };
  expect(nameOf(imageUrl(listed, { width: 1400 }))).toBe('raw.jpg?v=2');
  expect(nameOf(imageUrl(listed, { width: 1200 }))).toBe('1200x1200.jpg?v=2');
  expect(nameOf(imageUrl(listed, { width: 1350, height: 900 }))).toBe('raw.jpg?v=2');
  expect(nameOf(imageUrl(listed, { width: 900, height: 900 }))).toBe('400x400xs.jpg?v=2');
  expect(nameOf(imageUrl(listed, { width: 1400, format: 'webp' }))).toBe('1200x1200.webp?v=2');
  expect(imageSrcSet(listed)).toMatch(/1200x1200\.jpg\?v=2 1200w, .+raw\.jpg\?v=2 1500w$/);
  expect(imageSrcSet(listed, { format: 'webp' })).toMatch(/1200x1200\.webp\?v=2 1200w$/);
  expect(nameOf(imageUrl({ ...listed, mimeType: 'image/webp' }, { width: 1400, format: 'webp' }))).toBe('raw.webp?v=2');
  const tooLarge = { ...stalls, srcSet: `${folder}/400x400.jpg?v=2 400w, ${folder}/1200x1200.jpg?v=2 1200w` };
  expect(nameOf(imageUrl(tooLarge, { width: 1400 }))).toBe('1200x1200.jpg?v=2');
});

test('imageUrl and imageSrcSet reject an unknown format', () => {
  // @ts-expect-error Nothing is made in it.
  const call = () => [imageUrl(stalls, { format: 'png' }), imageSrcSet(stalls, { format: 'toString' })];
  expect(call).toThrow(new TypeError('format must be webp or avif'));
});

test('imageSrcSet lists each uncropped width once', () => {
  const twice = { ...stalls, variants: [...(stalls.variants ?? []), size('400x300', 400, 267)] };
  expect(imageSrcSet(twice, { format: 'webp', baseUrl: 'https://news.example.com' })).toBe(
    ['400x400', '800x800', '1200x1200']
      .map((name, index) => `https://news.example.com${folder}/${name}.webp?v=2 ${[400, 800, 1200][index]}w`)
      .join(', '),
  );
});

test('imageUrl returns undefined for non-images and incomplete uploads', () => {
  expect(imageUrl({ fileId: 'a', mimeType: 'image/jpeg' }, { width: 400 })).toBeUndefined();
  expect(imageUrl({ fileId: 'a', mimeType: 'application/pdf', src: '/media/news/docs/a.pdf' })).toBeUndefined();
  expect(imageSrcSet({ fileId: 'a', mimeType: 'image/jpeg' })).toBeUndefined();
  expect(imageUrl(undefined, { width: 400 })).toBeUndefined();
  expect(imageSrcSet(undefined)).toBeUndefined();
});
