import { describe, expect, test } from 'vitest';
import type { Storage } from '#server/storage/index.ts';
import { bytes, keysOf, textOf } from './stored-content.ts';

export function storageSuite(name: string, openEmpty: () => Promise<Storage>): void {
  describe(name, () => {
    test('get and head return a stored object and its metadata', async () => {
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

    test('put replaces an existing object and changes its ETag', async () => {
      const storage = await openEmpty();
      await storage.put('posts/news/one.json', bytes('{"a":1}'));
      const before = await storage.head('posts/news/one.json');
      await storage.put('posts/news/one.json', bytes('{"a":2}'));
      const after = await storage.get('posts/news/one.json');
      expect(await textOf(after)).toBe('{"a":2}');
      expect(after?.etag).not.toBe(before?.etag);
    });

    test('missing objects are undefined and can be deleted', async () => {
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

    test('list returns exactly the objects below a prefix', async () => {
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

    test('move replaces the destination and removes the source', async () => {
      const storage = await openEmpty();
      await storage.put('_private/uploads/1', bytes('new'));
      await storage.put('news/docs/one.pdf', bytes('old'));
      const before = await storage.head('news/docs/one.pdf');
      expect(await storage.move('_private/uploads/1', 'news/docs/one.pdf')).toBe(true);
      const after = await storage.get('news/docs/one.pdf');
      expect(await textOf(after)).toBe('new');
      expect(after?.contentType).toBe('application/pdf');
      expect(after?.etag).not.toBe(before?.etag);
      expect(await keysOf(storage, '')).toEqual(['news/docs/one.pdf']);
      expect(await storage.move('news/docs/one.pdf', 'other/images/a/raw.png')).toBe(true);
      expect(await keysOf(storage, '')).toEqual(['other/images/a/raw.png']);
    });

    test('move of a missing object returns false and changes nothing', async () => {
      const storage = await openEmpty();
      await storage.put('news/docs/one.pdf', bytes('one'));
      for (const from of ['nothing', 'news', 'news/docs', 'news/docs/two.pdf'])
        expect(await storage.move(from, 'elsewhere/two.pdf'), from).toBe(false);
      expect(await keysOf(storage, '')).toEqual(['news/docs/one.pdf']);
      expect(await textOf(await storage.get('news/docs/one.pdf'))).toBe('one');
    });

    test('concurrent moves of one object leave one copy', async () => {
      const storage = await openEmpty();
      await storage.put('a/from.txt', bytes('content'));
      const moved = await Promise.all(Array.from({ length: 4 }, () => storage.move('a/from.txt', 'b/to.txt')));
      expect(moved).toContain(true);
      expect(await keysOf(storage, '')).toEqual(['b/to.txt']);
      expect(await textOf(await storage.get('b/to.txt'))).toBe('content');
    });

    test('list returns objects of all result pages', async () => {
      const storage = await openEmpty();
      // Fills three list pages of the S3 test server.
      const keys = Array.from({ length: 83 }, (_, index) => `news/images/${index}/raw.png`);
      await Promise.all(keys.map((key) => storage.put(key, bytes('x'))));
      await storage.put('other.txt', bytes('x'));
      expect(await keysOf(storage, 'news/')).toEqual(keys.toSorted());
      for await (const { key } of storage.list('')) {
        expect(key).toBeTypeOf('string');
        break;
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
    ])('every operation rejects the key %j', async (key) => {
      const storage = await openEmpty();
      await expect(storage.put(key, bytes('x'))).rejects.toThrow('Invalid storage key');
      await expect(storage.get(key)).rejects.toThrow('Invalid storage key');
      await expect(storage.head(key)).rejects.toThrow('Invalid storage key');
      await expect(storage.delete(key)).rejects.toThrow('Invalid storage key');
      await expect(storage.move(key, 'other')).rejects.toThrow('Invalid storage key');
      await expect(storage.move('other', key)).rejects.toThrow('Invalid storage key');
    });

    test('put rejects overlong keys and key segments', async () => {
      const storage = await openEmpty();
      for (const key of [`posts/${'a'.repeat(256)}`, `${'a/'.repeat(600)}a`])
        await expect(storage.put(key, bytes('x'))).rejects.toThrow('Invalid storage key');
      await storage.put(`posts/${'a'.repeat(200)}.json`, bytes('{}'));
    });

    test.for(['posts', '/', '../', 'a/../', 'a//'])('list rejects the prefix %j', async (prefix) => {
      const storage = await openEmpty();
      await expect(keysOf(storage, prefix)).rejects.toThrow('Invalid storage prefix');
    });
  });
}
