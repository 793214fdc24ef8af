import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const ROOT = '/nonexistent';
const storageOf = async (url?: string) => (await loadConfig({ ...(url && { STORAGE_URL: url }) }, ROOT)).storage;

test('what is stored lies below the data unless somebody says otherwise', async () => {
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
  '/srv/media',
  'media',
  'file:',
  'file://',
  'file://host/media',
  's3://key:secret@bucket',
  'https://example.org/',
])('%s stops the start, and nobody is told what it was', async (url) => {
  const refused = await storageOf(url).catch((error) => error.message);
  expect(refused).toBe('STORAGE_URL must be `file:path/to/folder`.');
});
