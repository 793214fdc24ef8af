import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { testS3Target } from '#testing/storage.ts';
import type { StorageTarget } from '../storage/index.ts';
import { describeStorage, openMediaStorage, uploadOriginsOf } from './open-storage.ts';
import { StartError } from './start-error.ts';

const opening = (storage: StorageTarget) => openMediaStorage({ storage }, { clock: testClock() });

test('reports an unwritable folder with a remedy', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-open-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const inTheWay = join(folder, 'media');
  await writeFile(inTheWay, 'a file');
  const rejected = opening({ kind: 'disk', folder: inTheWay });
  await expect(rejected).rejects.toThrow(StartError);
  await expect(rejected).rejects.toThrow(
    `The folder ${inTheWay} is not writable: make it writable, or set STORAGE_URL to another one.`,
  );
});

test('opens a reachable bucket', async () => {
  const storage = await opening(await testS3Target());
  await storage.close();
});

test('content security policy allows uploads to the bucket', async () => {
  const target = await testS3Target();
  const bucket = await opening(target);
  onTestFinished(() => bucket.close());
  expect(await uploadOriginsOf(bucket)).toEqual([target.endpoint]);
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-open-storage-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  expect(await uploadOriginsOf(await opening({ kind: 'disk', folder }))).toEqual([]);
});

test('reports missing, denied and unreachable buckets in one line', async () => {
  const target = await testS3Target();
  const rejection = async (changed: Partial<typeof target>) => {
    const error = await opening({ ...target, ...changed }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    return (error as StartError).message;
  };
  expect(await rejection({ bucket: 'elsewhere', prefix: '' })).toBe(
    `The bucket elsewhere at ${target.endpoint} cannot be used: NoSuchBucket: The specified bucket does not exist. Check STORAGE_URL, and the AWS_… credentials.`,
  );
  expect(await rejection({ endpoint: 'http://127.0.0.1:1' })).toMatch(/cannot be used: .*ECONNREFUSED/);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'SOMEBODY');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await rejection({})).toMatch(/cannot be used: InvalidAccessKeyId: /);
});

test('description contains only the location', () => {
  const bucket = { kind: 's3', bucket: 'media', isPathStyle: false } as const;
  expect(describeStorage({ kind: 'disk', folder: '/srv/media' })).toBe('The folder /srv/media');
  expect(describeStorage({ ...bucket, prefix: '' })).toBe('The bucket media at S3');
  expect(describeStorage({ ...bucket, prefix: 'a/', region: 'eu-west-1' })).toBe(
    'The bucket media/a/ at S3 in eu-west-1',
  );
});
