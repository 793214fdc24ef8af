import { expect, test } from 'vitest';
import type { FileRow } from '../../database/media-tables.ts';
import { toNewFile } from '../file.repository.ts';
import { describeFile, showPicture } from './describe-file.ts';

const sizes = ['1200x1200', '800x800', '400x400', '400x400xs', '200x100xc'];
const showing = { sizes, mediaUrl: 'https://media.example/m' };
const AT = 'https://media.example/m/news/images/01hzx3w7gg8hh9jj0kk1mm2nn3';

function row(given: Partial<FileRow> = {}): FileRow {
  return {
    ...toNewFile({
      fileId: '01hzx3w7gg8hh9jj0kk1mm2nn3',
      serviceId: 'news',
      fileType: 'image',
      mimeType: 'image/jpeg',
      name: 'stage.jpg',
      size: 1234,
      createdAt: '2026-11-21T04:43:00Z',
      createdBy: 'x',
    }),
    uploadedAt: '2026-11-21T04:43:00Z',
    width: 1500,
    height: 1000,
    ...given,
  };
}

test('describes a picture with address, dimensions, sizes and texts', () => {
  const placeholder = 'data:image/webp;base64,UklGRg==';
  const words = { altEn: 'A stage', altJa: '舞台', captionJa: '開演前', placeholder };
  expect(describeFile(row(words), showing)).toEqual({
    name: 'stage.jpg',
    size: 1234,
    src: `${AT}/raw.jpg`,
    width: 1500,
    height: 1000,
    placeholder,
    srcSet: `${AT}/400x400.jpg 400w, ${AT}/800x800.jpg 800w, ${AT}/1200x1200.jpg 1200w, ${AT}/raw.jpg 1500w`,
    variants: [
      { size: '1200x1200', width: 1200, height: 800, src: `${AT}/1200x1200.jpg` },
      { size: '800x800', width: 800, height: 533, src: `${AT}/800x800.jpg` },
      { size: '400x400', width: 400, height: 267, src: `${AT}/400x400.jpg` },
      { size: '400x400xs', width: 400, height: 400, src: `${AT}/400x400xs.jpg` },
      { size: '200x100xc', width: 200, height: 100, src: `${AT}/200x100xc.jpg` },
    ],
    alt: { en: 'A stage', ja: '舞台' },
    captions: { ja: '開演前' },
  });
});

test('appends the version to addresses of a replaced picture', () => {
  const { src, srcSet, variants = [] } = describeFile(row({ version: 4 }), showing);
  expect(src).toBe(`${AT}/raw.jpg?v=4`);
  expect(srcSet).toContain(`${AT}/800x800.jpg?v=4 800w`);
  expect(variants.every((variant) => variant.src.endsWith('?v=4'))).toBe(true);
});

test.for([
  ['smaller than every size, each width once', { width: 300, height: 200 }, '1200x1200.jpg 300w'],
  ['square, whose square cut is the whole', { width: 500, height: 500 }, '400x400.jpg 400w, 1200x1200.jpg 500w'],
  ['as wide as a size, which is lighter than itself', { width: 400, height: 20 }, '1200x1200.jpg 400w'],
  [
    'too large for pages, whose original is left out',
    { width: 6000, height: 4000 },
    '400x400.jpg 400w, 800x800.jpg 800w, 1200x1200.jpg 1200w',
  ],
] as const)('lists widths of a picture that is %s', ([, size, expected]) => {
  expect(describeFile(row(size), showing).srcSet?.replaceAll(`${AT}/`, '')).toBe(expected);
});

test('limits fifty sizes to twelve widths including the widest', () => {
  const many = Array.from({ length: 50 }, (_, at) => `${20 * at + 20}x9999`);
  const { srcSet = '', variants } = describeFile(row(), { ...showing, sizes: many });
  const widths = srcSet.split(', ').map((named) => Number(/ (\d+)w$/.exec(named)?.[1]));
  expect(widths).toEqual([20, 120, 220, 320, 420, 520, 620, 720, 820, 920, 1500]);
  expect(variants).toHaveLength(50);
});

test('uses the original alone without configured sizes', () => {
  const described = describeFile(row({ width: 6000, height: 4000 }), { ...showing, sizes: [] });
  expect(described).toMatchObject({ srcSet: `${AT}/raw.jpg 6000w`, variants: [] });
  expect(describeFile(row(), { ...showing, sizes: ['0x0', 'large'] }).variants).toEqual([]);
});

test('describes a document with name, size and address', () => {
  const document = row({ fileType: 'file', mimeType: 'application/pdf', name: 'plan.pdf', width: null, height: null });
  expect(describeFile(document, showing)).toEqual({
    name: 'plan.pdf',
    size: 1234,
    src: 'https://media.example/m/news/docs/01hzx3w7gg8hh9jj0kk1mm2nn3.pdf',
  });
});

test('describes nothing before the upload', () => {
  expect(describeFile(row({ uploadedAt: null }), showing)).toEqual({});
  expect(showPicture(row({ uploadedAt: null }), 'raw', showing)).toBeUndefined();
});

test.for([
  ['raw', { width: 1500, height: 1000, src: `${AT}/raw.jpg` }, true],
  ['800x800', { width: 800, height: 533, src: `${AT}/800x800.jpg` }, true],
  ['400x400xs', { width: 400, height: 400, src: `${AT}/400x400xs.jpg` }, false],
  ['640x480', { width: 1500, height: 1000, src: `${AT}/raw.jpg` }, true],
] as const)('shows a picture as %s', ([size, expected, hasOthers]) => {
  const { srcSet, ...shown } = showPicture(row(), size, showing) ?? {};
  expect(shown).toMatchObject(expected);
  expect(srcSet !== undefined).toBe(hasOthers);
});

test('offers cuts of equal proportions as widths of each other', () => {
  const more = { ...showing, sizes: ['800x400xc', '200x100xc', '400x400xs', '100x100xs', '400x400'] };
  expect(showPicture(row(), '200x100xc', more)?.srcSet).toBe(`${AT}/200x100xc.jpg 200w, ${AT}/800x400xc.jpg 800w`);
  expect(showPicture(row(), '100x100xs', more)?.srcSet).toBe(`${AT}/100x100xs.jpg 100w, ${AT}/400x400xs.jpg 400w`);
});
