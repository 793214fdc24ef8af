import { expect, test } from 'vitest';
import { drawQr, squaresPath } from './qr-picture.tsx';

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
