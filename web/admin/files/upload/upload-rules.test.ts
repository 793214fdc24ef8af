import { expect, test } from 'vitest';
import { ApiError } from '#contract/api-client.ts';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { localTime } from './drop-area.tsx';
import {
  acceptedTypes,
  endingOf,
  errorOf,
  fittingName,
  kindOf,
  pickedMimeType,
  problemOfError,
  problemOfInvalid,
  typeNames,
} from './upload-rules.ts';

const settings = defaultServiceConfigs;
const MB = 1024 * 1024;

test('rejects invalid files before sending', () => {
  const png = { name: 'a.png', size: 10, mimeType: 'image/png' };
  expect(errorOf(png, 'image', settings)).toBeUndefined();
  expect(errorOf({ ...png, size: 20 * MB }, 'image', settings)).toBeUndefined();
  expect(errorOf({ ...png, size: 20 * MB + 1 }, 'image', settings)).toBe('overMaxSize');
  expect(errorOf({ ...png, size: 0 }, 'image', settings)).toBe('empty');
  expect(errorOf({ ...png, mimeType: 'image/tiff' }, 'image', settings)).toBe('typeNotAccepted');
  expect(errorOf({ ...png, name: '  ' }, 'image', settings)).toBe('required');
  expect(errorOf({ ...png, mimeType: 'application/pdf' }, 'image', settings)).toBe('typeNotAccepted');
  expect(errorOf({ ...png, mimeType: 'application/pdf' }, 'file', settings)).toBeUndefined();
});

test('shows types by extension, or by name without one', () => {
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  expect(typeNames(['image/png', 'image/jpeg', docx, 'image/png'])).toBe('png, jpg, docx');
  expect(typeNames(['application/pdf', 'application/vnd.x'])).toBe('pdf, application/vnd.x');
  expect(problemOfInvalid('typeNotAccepted', 'image', settings)).toEqual({
    ...{
      canRetry: false,
      text: 'files.errors.typeNotAccepted',
      values: { types: 'png, gif, jpg, webp, avif', max: 20 },
    },
  });
});

test("extension takes precedence over the browser's type", () => {
  const typeOf = (name: string, type: string) => pickedMimeType({ name, type });
  expect(typeOf('notes.md', '')).toBe('text/markdown');
  expect(typeOf('table.CSV', 'application/vnd.ms-excel')).toBe('text/csv');
  expect(typeOf('photo.JPEG', 'image/jpeg')).toBe('image/jpeg');
  expect(typeOf('archive.zip', 'application/x-zip-compressed')).toBe('application/zip');
  expect(typeOf('drawing.tiff', 'image/tiff')).toBe('image/tiff');
  expect(typeOf('page', 'text/html; charset=utf-8')).toBe('text/html');
  expect(typeOf('data.xyz', '')).toBe('application/octet-stream');
  expect([endingOf('a.tar.GZ'), endingOf('.profile'), endingOf('name'), endingOf('絵.png')]).toEqual([
    ...['gz', 'profile', '', 'png'],
  ]);
});

test('images are documents when accepted only as such', () => {
  expect(kindOf('image/png', settings)).toBe('image');
  expect(kindOf('application/pdf', settings)).toBe('file');
  expect(kindOf('image/webp', settings)).toBe('image');
  const asDocument = { ...settings, mediaUploadAcceptMimetypesFile: ['image/svg+xml'] };
  expect(kindOf('image/svg+xml', asDocument)).toBe('file');
});

test('long name keeps its extension', () => {
  expect(fittingName('  a.png ')).toBe('a.png');
  const long = fittingName(`${'あ'.repeat(200)}.png`);
  expect([long.length, long.endsWith('あ.png')]).toEqual([128, true]);
  expect(fittingName(`${'a'.repeat(123)}🦢🦢.png`).isWellFormed()).toBe(true);
});

test('pasted files are named after the time', () => {
  expect(localTime(new Date(2026, 10, 1, 9, 5, 7))).toBe('2026-11-01 09.05.07');
});

function problemOf(status: number, message: string, fieldMessage?: string) {
  const errors = fieldMessage === undefined ? {} : { errors: [{ field: 'mime_type', message: fieldMessage }] };
  return problemOfError(new ApiError(status, { message, ...errors }), 'file', settings);
}

test.each([
  [400, 'File content is not of its type', 'msg.File content is not of its type'],
  [403, 'Forbidden', 'msg.Forbidden'],
  [404, 'ServiceId does not exist', 'msg.ServiceId does not exist'],
  [413, 'Payload Too Large', 'msg.overMaxSizeOnUpload'],
  [413, 'Upload failed', 'msg.overMaxSizeOnUpload'],
  [415, 'Unsupported Media Type', 'msg.notAcceptedTypeOnUpload'],
])('status %i with "%s" cannot be retried', (status, message, text) => {
  expect(problemOf(status, message)).toEqual({ canRetry: false, text, values: {} });
});

test.each([
  [0, 'Network error', 'files.errors.network'],
  [400, 'Upload is not complete', 'files.errors.network'],
  [400, 'Upload failed', 'msg.Upload failed'],
  [401, 'Required to auth', 'msg.Required to auth'],
  [403, 'Upload failed', 'msg.Upload failed'],
  [408, 'Upload is not complete', 'files.errors.network'],
  [409, 'Upload is over', 'msg.Upload is over'],
  [410, 'Upload is over', 'msg.Upload is over'],
  [429, 'Too many uploads', 'msg.Too many uploads'],
  [500, 'Server error', 'msg.Server error'],
  [503, 'Service is unavailable', 'msg.Service is unavailable'],
])('status %i with "%s" can be retried', (status, message, text) => {
  expect(problemOf(status, message)).toEqual({ canRetry: true, text, values: {} });
});

test('shows the field error of a rejected upload', () => {
  expect(problemOf(400, 'Validation Failed', 'overMaxSizeOnUpload')).toMatchObject({
    ...{ canRetry: false, text: 'files.errors.overMaxSize', values: { max: 20 } },
  });
  expect(problemOf(400, 'Validation Failed', 'InvalidInput')).toMatchObject({
    ...{ canRetry: false, text: 'msg.InvalidInput' },
  });
});

test('rejection lists accepted types of all kinds', () => {
  const { values } = problemOfInvalid('typeNotAccepted', 'image', settings, ['image', 'file']);
  expect(values).toMatchObject({ types: 'png, gif, jpg, webp, avif, pdf' });
});

test('never offers types that are always rejected', () => {
  const old = {
    ...settings,
    mediaUploadAcceptMimetypesImage: ['image/png', 'image/heic', 'image/svg+xml'],
    mediaUploadAcceptMimetypesFile: ['image/svg+xml', 'image/tiff', 'application/pdf'],
  };
  expect(acceptedTypes('image', old)).toEqual(['image/png']);
  expect(acceptedTypes('file', old)).toEqual(['image/svg+xml', 'application/pdf']);
  expect(kindOf('image/svg+xml', old)).toBe('file');
});
