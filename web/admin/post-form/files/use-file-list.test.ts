import { expect, test } from 'vitest';
import { copyCaption, type FileEntry, moved, PendingUploads, toEntry, toSentFile, withEntry } from './use-file-list.ts';

test('finished resolves at once when nothing runs', async () => {
  const uploads = new PendingUploads();
  expect(await uploads.finished()).toBe(true);
  uploads.setState('images', { running: 0, failed: 2 });
  expect(await uploads.finished()).toBe(true);
});

test('finished resolves when all parts of the form finish', async () => {
  const uploads = new PendingUploads();
  uploads.setState('images', { running: 2, failed: 1 });
  uploads.setState('body', { running: 1, failed: 0 });
  let answer: boolean | undefined;
  const waiting = uploads.finished().then((isWhole) => {
    answer = isWhole;
  });
  uploads.setState('images', { running: 0, failed: 1 });
  await Promise.resolve();
  expect([answer, uploads.running]).toEqual([undefined, 1]);
  uploads.setState('body', { running: 0, failed: 0 });
  await waiting;
  expect(answer).toBe(true);
});

test('finished resolves to false when an upload failed meanwhile', async () => {
  const uploads = new PendingUploads();
  uploads.setState('images', { running: 1, failed: 0 });
  const waiting = uploads.finished();
  uploads.setState('images', { running: 0, failed: 1 });
  expect(await waiting).toBe(false);
});

const entry = (fileId: string): FileEntry => ({ fileId, mimeType: 'image/png', caption: '' });
const ids = (entries: readonly FileEntry[]) => entries.map(({ fileId }) => fileId).join('');

test('trims a caption and drops a blank one', () => {
  expect(toSentFile({ ...entry('a'), caption: ' Stage ' })).toEqual({
    fileId: 'a',
    mimeType: 'image/png',
    caption: 'Stage',
  });
  expect(toSentFile({ ...entry('a'), caption: '　' })).toEqual({ fileId: 'a', mimeType: 'image/png' });
});

test('entry omits display fields of a file', () => {
  const shown = { fileId: 'a', mimeType: 'image/png', src: '/a.png', width: 3, alt: { en: 'A' } };
  expect(toEntry(shown)).toEqual(entry('a'));
});

test('thumbnail takes over the caption of its own image only', () => {
  expect(copyCaption(entry('a'), 'a', 'The hall')).toEqual({ ...entry('a'), caption: 'The hall' });
  expect(copyCaption(entry('a'), 'b', 'The hall')).toEqual(entry('a'));
  expect(copyCaption(null, 'a', 'The hall')).toBeNull();
});

test('list holds a file once', () => {
  expect(ids(withEntry([entry('a')], entry('b')))).toBe('ab');
  expect(ids(withEntry([entry('a'), entry('b')], entry('a')))).toBe('ab');
});

test('uploads keep selection order, whichever finishes first', () => {
  const turns = new Map([
    ['c', 2],
    ['b', 1],
    ['d', 3],
  ]);
  const turnOf = (fileId: string) => turns.get(fileId);
  let entries = [entry('a')];
  for (const fileId of ['c', 'b', 'd']) entries = withEntry(entries, entry(fileId), turnOf);
  expect(ids(entries)).toBe('abcd');
});

test('moves a file forwards and backwards', () => {
  const entries = [entry('a'), entry('b'), entry('c')];
  expect(ids(moved(entries, 'a', 'c'))).toBe('bca');
  expect(ids(moved(entries, 'c', 'a'))).toBe('cab');
  expect(ids(moved(entries, 'b', 'b'))).toBe('abc');
  expect(ids(moved(entries, 'x', 'a'))).toBe('abc');
  expect(ids(moved(entries, 'a', 'x'))).toBe('abc');
});
