import { expect, test } from 'vitest';
import { PendingUploads } from './use-file-list.ts';

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
