import { expect, test } from 'vitest';
import { fitsFormat, parseVariantSize, pictureOfSide, type VariantSize, variantDimensions } from './image-variants.ts';

const photo = { width: 4000, height: 3000 };

test.for([
  ['800x600', photo, '800x600'],
  ['1200x1200', photo, '1200x900'],
  ['400x1200', photo, '400x300'],
  ['800x800', { width: 300, height: 200 }, '300x200'],
  ['10x10', { width: 4000, height: 3 }, '10x1'],
  ['800x300xc', photo, '800x300'],
  ['800x300xc', { width: 1000, height: 200 }, '800x200'],
  ['800x300xc', { width: 500, height: 200 }, '500x200'],
  ['400x400xs', photo, '400x400'],
  ['400x300xs', photo, '400x400'],
  ['400x400xs', { width: 300, height: 200 }, '200x200'],
  ['800x600xz', photo, '800x600'],
] as const)('scales %s of %o to %s', ([name, source, expected]) => {
  const { width, height } = variantDimensions(parseVariantSize(name) as VariantSize, source);
  expect(`${width}x${height}`).toBe(expected);
});

test.for(['', '0x1', '01x1', '800', '800x', '100000x1', '800x600xcc', '800x600xC', '../800x600', '8e2x600'])(
  'parseVariantSize rejects “%s”',
  (name) => {
    expect(parseVariantSize(name)).toBeUndefined();
  },
);

test('fitsFormat limits WebP sides and AVIF pixels', () => {
  expect(fitsFormat('image/webp', { width: 16_383, height: 1 })).toBe(true);
  expect(fitsFormat('image/webp', { width: 1, height: 16_384 })).toBe(false);
  expect(fitsFormat('image/avif', { width: 1, height: 16_384 })).toBe(true);
  expect(fitsFormat('image/avif', { width: 8000, height: 6250 })).toBe(true);
  expect(fitsFormat('image/avif', { width: 8000, height: 6251 })).toBe(false);
  expect(fitsFormat('image/png', { width: 60_000, height: 1 })).toBe(true);
});

test.for([
  [1200, '1200x1200'],
  [1300, '1600x800xc'],
  [100, '400x400'],
  [2000, 'raw'],
] as const)('the smallest picture with a side of %i pixels is %s', ([side, expected]) => {
  const variants = ['1600x800xc', '1200x1200', '400x400', '500x500xs'].map((size) => {
    return { size, src: size, ...variantDimensions(parseVariantSize(size) as VariantSize, photo) };
  });
  expect(pictureOfSide({ src: 'raw', ...photo, variants }, side).src).toBe(expected);
});

test('a small picture is shown by the variant of its own size', () => {
  const variant = { size: '1200x1200', src: 'variant', width: 700, height: 500 };
  expect(pictureOfSide({ ...variant, src: 'raw', variants: [variant] }, 1200)).toEqual({
    src: 'variant',
    width: 700,
    height: 500,
  });
});
