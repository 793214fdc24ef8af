import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Storage } from '#server/storage/index.ts';
import { bufferOf, bytes, keysOf, textOf } from './stored-content.ts';

export function storageStreamsSuite(name: string, openEmpty: () => Promise<Storage>): void {
  describe(`${name}, streaming`, () => {
    test('put stores chunked and empty content', async () => {
      const storage = await openEmpty();
      await storage.put('large.zip', pieces(64, Buffer.alloc(100_000, 7)));
      const found = await storage.get('large.zip');
      expect(found?.size).toBe(6_400_000);
      expect((await bufferOf(found)).equals(Buffer.alloc(6_400_000, 7))).toBe(true);
      await storage.put('empty.txt', bytes(''));
      expect(await storage.head('empty.txt')).toMatchObject({ size: 0, contentType: 'text/plain; charset=utf-8' });
    });

    test('open reads survive the replacement of their object', async () => {
      const storage = await openEmpty();
      const old = Buffer.alloc(1_000_000, 1);
      await storage.put('file.pdf', old);
      const found = await storage.get('file.pdf');
      await storage.put('file.pdf', bytes('new'));
      expect((await bufferOf(found)).equals(old)).toBe(true);
    });

    test('failed put keeps the old object and leaves no files', async () => {
      const storage = await openEmpty();
      await storage.put('file.pdf', bytes('old'));
      await expect(storage.put('file.pdf', failingStream())).rejects.toThrow('broken off');
      await expect(storage.put('other.pdf', failingStream())).rejects.toThrow('broken off');
      expect(await textOf(await storage.get('file.pdf'))).toBe('old');
      expect(await keysOf(storage, '')).toEqual(['file.pdf']);
    });

    test('concurrent puts under one key leave one complete object', async () => {
      const storage = await openEmpty();
      const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(300_000, index));
      await Promise.all(contents.map((content) => storage.put('a/b.zip', content)));
      const left = await bufferOf(await storage.get('a/b.zip'));
      expect(contents.some((content) => content.equals(left))).toBe(true);
      expect(await keysOf(storage, '')).toEqual(['a/b.zip']);
    });

    test('range read returns the requested bytes and the full size', async () => {
      const storage = await openEmpty();
      await storage.put('news/docs/one.txt', bytes('0123456789'));
      const parts = [
        [0, 0, '0'],
        [0, 9, '0123456789'],
        [3, 5, '345'],
        [9, 9, '9'],
        [7, 100, '789'],
        [0, 1_000_000_000, '0123456789'],
        [10, 20, ''],
        [1000, 2000, ''],
      ] as const;
      const whole = await storage.head('news/docs/one.txt');
      for (const [start, end, expected] of parts) {
        const found = await storage.get('news/docs/one.txt', { start, end });
        const { content: _, ...info } = found ?? {};
        expect([await textOf(found), info]).toEqual([expected, whole]);
      }
      await storage.put('empty.txt', bytes(''));
      const empty = await storage.get('empty.txt', { start: 0, end: 0 });
      expect([await textOf(empty), empty?.size]).toEqual(['', 0]);
      expect(await storage.get('nothing.txt', { start: 0, end: 0 })).toBeUndefined();
    });

    test('aborted and unread streams do not block other reads', async () => {
      const storage = await openEmpty();
      await storage.put('large.zip', Buffer.alloc(3_000_000, 7));
      for (let index = 0; index < 60; index += 1) {
        const found = await storage.get('large.zip');
        if (index % 2 === 0) for await (const _ of found?.content ?? []) break;
        found?.content.destroy();
      }
      expect((await bufferOf(await storage.get('large.zip'))).length).toBe(3_000_000);
    }, 60_000);

    test('large streams are stored unchanged', async () => {
      const storage = await openEmpty();
      const sent = createHash('sha256');
      await storage.put('news/docs/large.zip', hashed(changing(20), sent));
      const found = await storage.get('news/docs/large.zip');
      expect(found?.size).toBe(20 * 1_000_003);
      const got = createHash('sha256');
      for await (const piece of found?.content ?? []) got.update(piece);
      expect(got.digest('hex')).toBe(sent.digest('hex'));
      const part = await storage.get('news/docs/large.zip', { start: 15_000_000, end: 15_000_009 });
      expect(await bufferOf(part)).toHaveLength(10);
    }, 60_000);

    test('aborted large put keeps the old object and rethrows', async () => {
      const storage = await openEmpty();
      await storage.put('news/docs/large.zip', bytes('old'));
      const broken = Object.assign(new Error('the reader went away'), { code: 'ECONNRESET', syscall: 'read' });
      const source = Readable.from(changing(20, broken), { objectMode: false });
      await expect(storage.put('news/docs/large.zip', source)).rejects.toBe(broken);
      expect(source.destroyed).toBe(true);
      const aborted = Readable.from(changing(20), { objectMode: false });
      const putting = storage.put('news/docs/large.zip', aborted);
      aborted.destroy(broken);
      await expect(putting).rejects.toBe(broken);
      expect(await textOf(await storage.get('news/docs/large.zip'))).toBe('old');
      expect(await keysOf(storage, '')).toEqual(['news/docs/large.zip']);
    }, 60_000);

    // Exceeds the default connection limit of the S3 client.
    test('concurrent reads and writes return the right content', async () => {
      const storage = await openEmpty();
      const keys = Array.from({ length: 60 }, (_, index) => `news/docs/${index}.txt`);
      await Promise.all(keys.map((key) => storage.put(key, pieces(3, bytes(key)))));
      const found = await Promise.all(keys.map((key) => storage.get(key)));
      expect(await Promise.all(found.map(textOf))).toEqual(keys.map((key) => key.repeat(3)));
      await Promise.all(keys.map((key) => storage.delete(key)));
      expect(await keysOf(storage, '')).toEqual([]);
    }, 60_000);
  });
}

async function* pieces(count: number, piece: Buffer): AsyncIterable<Buffer> {
  for (let index = 0; index < count; index += 1) yield piece;
}

/** Yields distinct chunks of an odd size. Throws the error, if given, instead of the last chunk. */
async function* changing(count: number, error?: Error): AsyncIterable<Buffer> {
  for (let index = 1; index <= count; index += 1) {
    if (error && index === count) throw error;
    yield Buffer.alloc(1_000_003, `${index} `);
  }
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const piece of source) {
    hash.update(piece);
    yield piece;
  }
}

async function* failingStream(): AsyncIterable<Buffer> {
  yield Buffer.alloc(100_000);
  throw new Error('broken off');
}
