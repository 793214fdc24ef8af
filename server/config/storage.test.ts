import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';

const ROOT = '/nonexistent';
const storageOf = async (url?: string) => (await loadConfig({ ...(url && { STORAGE_URL: url }) }, ROOT)).storage;

test('defaults to a folder below the data folder', async () => {
  expect(await storageOf()).toEqual({ kind: 'disk', folder: '/nonexistent/data/media' });
  const moved = await loadConfig({ DATA_DIR: '/var/lib/kawaraban' }, ROOT);
  expect(moved.storage).toEqual({ kind: 'disk', folder: '/var/lib/kawaraban/media' });
});

test.for([
  ['file:media', '/nonexistent/media'],
  ['file:./data/media', '/nonexistent/data/media'],
  ['file:../media', '/media'],
  ['file:/srv/media', '/srv/media'],
  ['file:///srv/media', '/srv/media'],
])('%s is the folder %s', async ([url, folder]) => {
  expect(await storageOf(url)).toEqual({ kind: 'disk', folder });
});

test.for([
  ['s3://media', { prefix: '' }],
  ['s3://media/', { prefix: '' }],
  ['s3://media/kawaraban', { prefix: 'kawaraban/' }],
  ['s3://media/a/b_c.d/', { prefix: 'a/b_c.d/' }],
  ['s3://media?region=ap-northeast-1', { prefix: '', region: 'ap-northeast-1' }],
  ['s3://media/a?endpoint=http://localhost:9000', { prefix: 'a/', endpoint: 'http://localhost:9000' }],
  ['s3://media?endpoint=https%3A%2F%2Fs3.example.org%2F', { prefix: '', endpoint: 'https://s3.example.org' }],
  ['s3://media?pathStyle=true', { prefix: '', isPathStyle: true }],
  ['s3://media?pathStyle=false', { prefix: '' }],
] as const)('%s is a bucket', async ([url, given]) => {
  expect(await storageOf(url)).toEqual({ kind: 's3', bucket: 'media', isPathStyle: false, ...given });
});

test.for([
  '/srv/media',
  'media',
  'file:',
  'file://',
  'file://host/media',
  's3:media',
  's3://',
  's3:///media',
  's3://key:secret@bucket',
  's3://key@bucket',
  's3://bucket:9000',
  's3://a',
  's3://-bucket',
  's3://bucket//a',
  's3://bucket/a b',
  's3://bucket/.hidden',
  's3://bucket/a/b/c/d/e/f',
  's3://bucket#a',
  's3://bucket?accessKeyId=AKIA',
  's3://bucket?region=a&region=b',
  's3://bucket?region=',
  's3://bucket?region=a/b',
  's3://bucket?endpoint=',
  's3://bucket?endpoint=ftp://example.org',
  's3://bucket?endpoint=https://key:secret@example.org',
  's3://bucket?pathStyle=yes',
  'https://example.org/',
])('rejects %s without revealing it', async (url) => {
  const rejected = await storageOf(url).catch((error) => error.message);
  expect(rejected).toBe(
    'STORAGE_URL must be `file:path/to/folder` or `s3://bucket/prefix?region=…&endpoint=…&pathStyle=true`, without keys or passwords.',
  );
});
