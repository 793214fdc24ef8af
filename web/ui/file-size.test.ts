import { expect, test } from 'vitest';
import { formatFileSize } from './file-size.ts';

test('formats sizes in the best unit, one decimal below ten', () => {
  const given = [
    0,
    1,
    1023,
    1024,
    1536,
    10 * 1024,
    1.4 * 1024 ** 2,
    999 * 1024 ** 2,
    3.26 * 1024 ** 3,
    5000 * 1024 ** 3,
  ];
  expect(given.map((bytes) => formatFileSize(bytes, 'en'))).toEqual([
    ...['0 B', '1 B', '1,023 B', '1 KB', '1.5 KB', '10 KB', '1.4 MB', '999 MB', '3.3 GB', '5,000 GB'],
  ]);
});

test('rounds up sizes over a limit', () => {
  const MB = 1024 ** 2;
  const given = [5 * MB, 5 * MB + 10, 20 * MB + 10].map((bytes) => formatFileSize(bytes, 'en', 'ceil'));
  expect(given).toEqual(['5 MB', '5.1 MB', '21 MB']);
});
