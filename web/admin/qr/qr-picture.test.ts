import { expect, test } from 'vitest';
import { drawQr, pixelsOf, squaresPath, toSvgFile } from './qr-picture.ts';

test('draws each run of dark modules at once', () => {
  const rows = [
    [true, true, false],
    [false, true, false],
    [true, false, true],
  ];
  expect(squaresPath(rows)).toBe('M0 0h2v1h-2zM1 1h1v1h-1zM0 2h1v1h-1zM2 2h1v1h-1z');
});

test('margin surrounds the modules', async () => {
  const [bare, framed] = await Promise.all([drawQr('https://example.com/', 0), drawQr('https://example.com/', 4)]);
  expect(framed?.size).toBe((bare?.size ?? 0) + 8);
  expect(framed?.rows[3]).not.toContain(true);
});

test('draws text up to the capacity of QR codes', async () => {
  expect(await drawQr('x'.repeat(2900), 4)).toBeDefined();
  expect(await drawQr('x'.repeat(3000), 4)).toBeUndefined();
});

test('modules are whole pixels', () => {
  const picture = { size: 33, rows: [] };
  expect(pixelsOf(picture, 500)).toBe(495);
  expect(pixelsOf(picture, 10)).toBe(33);
});

test('SVG file has a size and a white background', () => {
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
