import { expect, test } from 'vitest';
import { originalPath } from './media-keys.ts';

test.for([
  ['application/msword', 'doc'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/zip', 'zip'],
  ['text/plain', 'txt'],
] as const)('path of %s ends in %s', ([mimeType, extension]) => {
  const file = { serviceId: 'news', fileType: 'file', fileId: 'some-id', mimeType } as const;
  expect(originalPath(file)).toBe(`news/docs/some-id.${extension}`);
});
