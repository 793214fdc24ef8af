import { expect, test } from 'vitest';
import { UploadsUnderWay } from './use-file-list.ts';

test('settled resolves at once when nothing runs', async () => {
  const uploads = new UploadsUnderWay();
  expect(await uploads.settled()).toBe(true);
  uploads.tell('images', { running: 0, failed: 2 });
  expect(await uploads.settled()).toBe(true);
});

test('settled resolves when all parts of the form finish', async () => {
  const uploads = new UploadsUnderWay();
  uploads.tell('images', { running: 2, failed: 1 });
  uploads.tell('body', { running: 1, failed: 0 });
  let answer: boolean | undefined;
  const waiting = uploads.settled().then((isWhole) => {
    answer = isWhole;
  });
  uploads.tell('images', { running: 0, failed: 1 });
  await Promise.resolve();
  expect([answer, uploads.running]).toEqual([undefined, 1]);
  uploads.tell('body', { running: 0, failed: 0 });
  await waiting;
  expect(answer).toBe(true);
});

test('settled resolves to false when an upload failed meanwhile', async () => {
  const uploads = new UploadsUnderWay();
  uploads.tell('images', { running: 1, failed: 0 });
  const waiting = uploads.settled();
  uploads.tell('images', { running: 0, failed: 1 });
  expect(await waiting).toBe(false);
});
