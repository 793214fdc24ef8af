import { expect, test } from 'vitest';
import { pixelsOf, toSvgFile } from './qr-code.tsx';

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
