import { expect, test } from 'vitest';
import type { Storage } from '#server/storage/index.ts';
import { testS3Storage, testStorage } from '#testing/storage.ts';
import { keysOf, textOf } from '#testing/stored-content.ts';
import { type MoveOptions, moveMedia } from './move-media.ts';

const FILE = '01hzx3w7gg8hh9jj0kk2000000';
const RAW = `news/images/${FILE}/raw.png`;
const SIZE = `news/images/${FILE}/800x800.webp`;
const POST = 'posts/news/one.json';
const DOCUMENT = `news/docs/${FILE}.pdf`;

const put = (storage: Storage, key: string, content = key) => storage.put(key, Buffer.from(content));
const move = (options: Pick<MoveOptions, 'source' | 'target'> & Partial<MoveOptions>) =>
  moveMedia({ signal: new AbortController().signal, onProgress: () => {}, ...options });
const contentOf = async (storage: Storage, key: string) => textOf(await storage.get(key));

test.for([
  { from: 'a folder', to: 'a bucket', openSource: testStorage, openTarget: testS3Storage },
  { from: 'a bucket', to: 'a folder', openSource: testS3Storage, openTarget: testStorage },
])('copies every object from $from to $to, keeping the source', async ({ openSource, openTarget }) => {
  const source = await openSource();
  const target = await openTarget();
  const keys = [RAW, SIZE, POST, '_private/uploads/1', ...Array.from({ length: 30 }, (_, at) => `news/docs/${at}.txt`)];
  await Promise.all(keys.map((key) => put(source, key)));
  await source.put(DOCUMENT, Buffer.alloc(12_000_000, 5));
  const reported: number[] = [];
  const report = await move({ source, target, onProgress: ({ done }) => reported.push(done) });
  expect(report).toMatchObject({ objects: 35, copied: 35, passes: 2, isSettled: true });
  expect(reported.filter((done) => done === 35)).toHaveLength(2);
  expect(await keysOf(target, '')).toEqual([...keys, DOCUMENT].toSorted());
  expect(await keysOf(source, '')).toEqual([...keys, DOCUMENT].toSorted());
  for (const key of keys) expect(await contentOf(target, key)).toBe(key);
  expect(await target.head(DOCUMENT)).toMatchObject({ size: 12_000_000, contentType: 'application/pdf' });
});

test('copies objects that change during the run again', async () => {
  const source = await testStorage();
  const target = await testStorage();
  for (const key of [RAW, POST, DOCUMENT]) await put(source, key, 'before');
  let isFirst = true;
  const report = await move({
    source,
    target,
    onProgress: ({ done }) => {
      if (done < 3 || !isFirst) return;
      isFirst = false;
      void put(source, POST, 'after!');
      void put(source, DOCUMENT, 'after, and longer');
    },
  });
  expect(report.isSettled).toBe(true);
  await move({ source, target });
  expect(await contentOf(target, POST)).toBe('after!');
  expect(await contentOf(target, DOCUMENT)).toBe('after, and longer');
  expect(await contentOf(target, RAW)).toBe('before');
});

test('continues after an abort with the missing objects', async () => {
  const source = await testStorage();
  const target = await testStorage();
  for (let at = 0; at < 20; at += 1) await put(source, `news/docs/${at}.txt`);
  const stop = new AbortController();
  const stopped = await move({
    source,
    target,
    signal: stop.signal,
    onProgress: ({ done }) => done === 5 && stop.abort(),
  });
  expect(stopped.isSettled).toBe(false);
  expect(stopped.copied).toBeLessThan(20);
  const rest = await move({ source, target });
  expect(rest.isSettled).toBe(true);
  expect(await keysOf(target, '')).toHaveLength(20);
});

test('deletes derived objects of the target that the source lacks', async () => {
  const source = await testStorage();
  const target = await testStorage();
  for (const key of [RAW, SIZE, POST, DOCUMENT]) await put(source, key);
  await move({ source, target });
  for (const key of [SIZE, POST, DOCUMENT]) await source.delete(key);
  await move({ source, target });
  expect(await keysOf(target, '')).toEqual([DOCUMENT, RAW].toSorted());
});

test('copies late uploads after the switch and recreates derived objects', async () => {
  const old = await testStorage();
  const live = await testStorage();
  const late = `news/images/01hzx3w7gg8hh9jj0kk2000001/raw.png`;
  const goneInBoth = 'posts/news/gone.json';
  for (const key of [RAW, SIZE]) await put(live, key, 'version 1');
  for (const key of [goneInBoth, 'posts/news/new.json', POST]) await put(live, key, 'live');
  const [replaced, sizeOfReplaced] = [RAW, SIZE].map((key) => key.replace(/(?=\.\w+$)/, '.v2')) as [string, string];
  for (const key of [replaced, sizeOfReplaced]) await put(old, key, 'version 2');
  for (const key of [late, POST, '_private/uploads/1']) await put(old, key, 'late');
  const marked: string[] = [];
  const remarkStaticFile = async (path: string) => {
    marked.push(path);
    return path !== goneInBoth;
  };
  const report = await move({ source: old, target: live, remarkStaticFile });
  expect(report).toMatchObject({ copied: 3, isSettled: true });
  expect(await contentOf(live, RAW)).toBe('version 1');
  expect(await contentOf(live, replaced)).toBe('version 2');
  expect(await contentOf(live, POST)).toBe('live');
  expect(marked.toSorted()).toEqual([goneInBoth, 'posts/news/new.json', POST].toSorted());
  expect(await keysOf(live, '')).toEqual(
    [RAW, SIZE, replaced, late, POST, 'posts/news/new.json', '_private/uploads/1'].toSorted(),
  );
});

function withClock(inner: Storage, aheadMs: number): Storage {
  const shifted = <Stamped extends { readonly modifiedAt: Date }>(stamped: Stamped) => ({
    ...stamped,
    modifiedAt: new Date(stamped.modifiedAt.getTime() + aheadMs),
  });
  return Object.assign(Object.create(inner) as Storage, {
    put: (...given: Parameters<Storage['put']>) => inner.put(...given),
    get: (key: string) => inner.get(key),
    delete: (key: string) => inner.delete(key),
    head: async (key: string) => {
      const found = await inner.head(key);
      return found && shifted(found);
    },
    async *list(prefix: string) {
      for await (const object of inner.list(prefix)) yield shifted(object);
    },
  });
}

test('tolerates clock differences after the switch and copies nothing twice', async () => {
  const old = await testStorage();
  const inner = await testStorage();
  const live = withClock(inner, 20_000);
  for (const key of [RAW, DOCUMENT, POST]) await put(old, key, 'old');
  await move({ source: old, target: live });
  for (const key of [DOCUMENT, POST]) await put(old, key, 'written since');
  const marked: string[] = [];
  const remarkStaticFile = async (path: string) => marked.push(path) > 0;
  await move({ source: old, target: live, remarkStaticFile });
  expect(await contentOf(inner, DOCUMENT)).toBe('written since');
  expect(marked).toEqual([POST]);
  expect(await contentOf(inner, POST)).toBe('old');
});

test('keeps objects that the server wrote after the switch', async () => {
  const old = await testStorage();
  const inner = await testStorage();
  for (const key of [DOCUMENT, POST]) await put(old, key, 'old');
  for (const key of [DOCUMENT, POST]) await put(inner, key, 'newer');
  const marked: string[] = [];
  const remarkStaticFile = async (path: string) => marked.push(path) > 0;
  const target = withClock(inner, 61_000);
  expect(await move({ source: old, target, remarkStaticFile })).toMatchObject({ copied: 0, passes: 1 });
  expect(await contentOf(inner, DOCUMENT)).toBe('newer');
  expect(marked).toEqual([]);
});

test('rejects a target that stores fewer bytes than given', async () => {
  const source = await testStorage();
  const inner = await testStorage();
  await put(source, DOCUMENT, 'content');
  const target: Storage = Object.assign(Object.create(inner) as Storage, {
    put: (key: string) => inner.put(key, Buffer.from('half')),
    head: (key: string) => inner.head(key),
    list: (prefix: string) => inner.list(prefix),
  });
  await expect(move({ source, target })).rejects.toThrow(`The copy of ${DOCUMENT} has 4 bytes instead of 7`);
});
