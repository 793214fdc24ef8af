import { expect, test } from 'vitest';
import { drawQr, pixelsOf, squaresPath, toSvgFile } from './qr-picture.ts';

test('a QR code is drawn by its dark squares, each run of them at once', () => {
  const rows = [
    [true, true, false],
    [false, true, false],
    [true, false, true],
  ];
  expect(squaresPath(rows)).toBe('M0 0h2v1h-2zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z');
});

test('the margin stands around the squares', async () => {
  const [bare, framed] = await Promise.all([drawQr('https://example.com/', 0), drawQr('https://example.com/', 4)]);
  expect(framed?.size).toBe((bare?.size ?? 0) + 8);
  expect(framed?.rows[3]).not.toContain(true);
});

test('a long text has a picture as long as any QR code holds it, and none beyond', async () => {
  expect(await drawQr('x'.repeat(2900), 4)).toBeDefined();
  expect(await drawQr('x'.repeat(3000), 4)).toBeUndefined();
});

test('a square is a whole number of pixels', () => {
  const picture = { size: 33, rows: [] };
  expect(pixelsOf(picture, 500)).toBe(495);
  expect(pixelsOf(picture, 10)).toBe(33);
});

test('an SVG file says how large it is and stands on white', () => {
  const file = toSvgFile(
    {
      size: 2,
      rows: [
        [true, false],
        [false, true],
      ],
    },
    300,
  );
  expect(file).toContain('width="300"');
  expect(file).toContain('viewBox="0 0 2 2"');
  expect(file).toContain('fill="#fff"');
});
