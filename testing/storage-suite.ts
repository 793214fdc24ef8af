import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Storage, StoredObject } from '#server/storage/index.ts';

/** What every storage does, whatever keeps its objects. */
export function storageSuite(name: string, openEmpty: () => Promise<Storage>): void {
  describe(name, () => {
    test('what was put is there as it was put, with what is known of it', async () => {
      const storage = await openEmpty();
      await storage.put('news/images/one/raw.png', bytes('a picture'));
      const found = await storage.get('news/images/one/raw.png');
      expect(await textOf(found)).toBe('a picture');
      const { content: _, ...info } = found ?? {};
      expect(info).toEqual({
        key: 'news/images/one/raw.png',
        size: 9,
        contentType: 'image/png',
        modifiedAt: expect.any(Date),
        etag: expect.stringMatching(/^"[\w-]+"$/),
      });
      expect(await storage.head('news/images/one/raw.png')).toEqual(info);
    });

    test('bytes that arrive in pieces are kept, and an object may be empty', async () => {
      const storage = await openEmpty();
      await storage.put('large.zip', pieces(64, Buffer.alloc(100_000, 7)));
      const found = await storage.get('large.zip');
      expect(found?.size).toBe(6_400_000);
      expect((await bufferOf(found)).equals(Buffer.alloc(6_400_000, 7))).toBe(true);
      await storage.put('empty.txt', bytes(''));
      expect(await storage.head('empty.txt')).toMatchObject({ size: 0, contentType: 'text/plain; charset=utf-8' });
    });

    test('what is put again takes the place of what was there, and has another tag', async () => {
      const storage = await openEmpty();
      await storage.put('posts/news/one.json', bytes('{"a":1}'));
      const before = await storage.head('posts/news/one.json');
      await storage.put('posts/news/one.json', bytes('{"a":2}'));
      const after = await storage.get('posts/news/one.json');
      expect(await textOf(after)).toBe('{"a":2}');
      expect(after?.etag).not.toBe(before?.etag);
    });

    test('whoever is reading while an object is replaced gets the old one whole', async () => {
      const storage = await openEmpty();
      const old = Buffer.alloc(1_000_000, 1);
      await storage.put('file.pdf', old);
      const found = await storage.get('file.pdf');
      await storage.put('file.pdf', bytes('new'));
      expect((await bufferOf(found)).equals(old)).toBe(true);
    });

    test('a put that fails halfway leaves what was there, and nothing else', async () => {
      const storage = await openEmpty();
      await storage.put('file.pdf', bytes('old'));
      await expect(storage.put('file.pdf', breakingOff())).rejects.toThrow('broken off');
      await expect(storage.put('other.pdf', breakingOff())).rejects.toThrow('broken off');
      expect(await textOf(await storage.get('file.pdf'))).toBe('old');
      expect(await keysOf(storage, '')).toEqual(['file.pdf']);
    });

    test('of puts that meet under one key, one whole object is left', async () => {
      const storage = await openEmpty();
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index));
      await Promise.all(contents.map((content) => storage.put('a/b.zip', content)));
      const left = await bufferOf(await storage.get('a/b.zip'));
      expect(contents.some((content) => content.equals(left))).toBe(true);
      expect(await keysOf(storage, '')).toEqual(['a/b.zip']);
    });

    test('what is not there is undefined, and can be deleted all the same', async () => {
      const storage = await openEmpty();
      await storage.put('news/docs/one.pdf', bytes('x'));
      for (const key of ['nothing', 'news', 'news/docs', 'news/docs/one.pdf/more', 'news/docs/two.pdf']) {
        expect(await storage.get(key)).toBeUndefined();
        expect(await storage.head(key)).toBeUndefined();
      }
      await storage.delete('nothing/at/all');
      await storage.delete('news/docs/one.pdf');
      expect(await storage.get('news/docs/one.pdf')).toBeUndefined();
      await storage.delete('news/docs/one.pdf');
    });

    test('a list has every object below its prefix and no other', async () => {
      const storage = await openEmpty();
      const keys = ['posts/a/1.json', 'posts/a/2.json', 'posts/ab/1.json', 'a/images/x/raw.jpg', 'top.txt'];
      for (const key of keys) await storage.put(key, bytes(key));
      expect(await keysOf(storage, '')).toEqual(keys.toSorted());
      expect(await keysOf(storage, 'posts/')).toEqual(['posts/a/1.json', 'posts/a/2.json', 'posts/ab/1.json']);
      expect(await keysOf(storage, 'posts/a/')).toEqual(['posts/a/1.json', 'posts/a/2.json']);
      expect(await keysOf(storage, 'nowhere/')).toEqual([]);
      for await (const { key, size, modifiedAt } of storage.list('posts/')) {
        expect(size).toBe(key.length);
        expect(modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
      }
    });

    test.for([
      '',
      '/',
      '/etc/passwd',
      '..',
      '../secret',
      'posts/../../secret',
      'posts//one.json',
      'posts/.hidden',
      '.unfinished/x',
      './posts',
      'posts/',
      'posts\\..\\secret',
      'posts/one.json\u0000.png',
      'posts/a b',
      'posts/%2e%2e/x',
      'posts/日本.json',
      'C:/windows',
    ])('%j is no key, and is refused before anything is looked for', async (key) => {
      const storage = await openEmpty();
      await expect(storage.put(key, bytes('x'))).rejects.toThrow('No key of a storage');
      await expect(storage.get(key)).rejects.toThrow('No key of a storage');
      await expect(storage.head(key)).rejects.toThrow('No key of a storage');
      await expect(storage.delete(key)).rejects.toThrow('No key of a storage');
    });

    test('a key has an end, and so has each of its parts', async () => {
      const storage = await openEmpty();
      for (const key of [`posts/${'a'.repeat(256)}`, `${'a/'.repeat(600)}a`])
        await expect(storage.put(key, bytes('x'))).rejects.toThrow('No key of a storage');
      await storage.put(`posts/${'a'.repeat(250)}.json`, bytes('{}'));
    });

    test.for(['posts', '/', '../', 'a/../', 'a//'])('%j is no prefix', async (prefix) => {
      const storage = await openEmpty();
      await expect(keysOf(storage, prefix)).rejects.toThrow('No prefix of a storage');
    });
  });
}

async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(storage.list(prefix), ({ key }) => key)).toSorted();
}

function bytes(content: string): Buffer {
  return Buffer.from(content);
}

async function* pieces(count: number, piece: Buffer): AsyncIterable<Buffer> {
  for (let index = 0; index < count; index += 1) yield piece;
}

async function* breakingOff(): AsyncIterable<Buffer> {
  yield Buffer.alloc(100_000);
  throw new Error('broken off');
}

async function textOf(found: StoredObject | undefined): Promise<string> {
  return (await bufferOf(found)).toString();
}

async function bufferOf(found: StoredObject | undefined): Promise<Buffer> {
  if (!found) throw new Error('There is no such object');
  return buffer(found.content);
}
