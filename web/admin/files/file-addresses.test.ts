import { expect, test } from 'vitest';
import { pictureAddress } from './file-addresses.ts';

const variantOf = (size: string, width: number, height: number) => ({ size, width, height, src: `/${size}` });
const variants = [
  ...[variantOf('1200x1200', 1200, 900), variantOf('400x400xs', 400, 400), variantOf('400x400', 400, 300)],
];
const photo = { mimeType: 'image/jpeg', src: '/raw', variants };

test('uses the smallest uncropped size that fills its place', () => {
  expect(pictureAddress(photo, 300)).toBe('/400x400');
  expect(pictureAddress(photo, 401)).toBe('/1200x1200');
  expect(pictureAddress(photo, 5000)).toBe('/1200x1200');
  expect(pictureAddress({ ...photo, variants: [] }, 300)).toBe('/raw');
});

test('returns undefined for other types and missing files', () => {
  expect(pictureAddress({ ...photo, mimeType: 'application/pdf' }, 300)).toBeUndefined();
  expect(pictureAddress({ ...photo, mimeType: 'image/svg+xml' }, 300)).toBeUndefined();
  expect(pictureAddress({ ...photo, src: null }, 300)).toBeUndefined();
});
