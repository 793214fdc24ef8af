import { expect, test } from 'vitest';
import { originalPath } from './media-keys.ts';

test.for([
  ['application/msword', 'doc'],
  ['application/pdf', 'pdf'],
  ['application/vnd.ms-powerpoint', 'ppt'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/zip', 'zip'],
  ['text/csv', 'csv'],
  ['text/plain', 'txt'],
] as const)('path of %s ends in %s', ([mimeType, extension]) => {
  const file = { serviceId: 'news', fileType: 'file', fileId: 'some-id', mimeType } as const;
  expect(originalPath(file)).toBe(`news/docs/some-id.${extension}`);
});

test.for([
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
] as const)('path of a raw %s ends in %s', ([mimeType, extension]) => {
  const file = { serviceId: 'news', fileType: 'image', fileId: 'some-id', mimeType } as const;
  expect(originalPath(file)).toBe(`news/images/some-id/raw.${extension}`);
});
