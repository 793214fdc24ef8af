import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Sending } from './send-object.ts';

const PATH = new URL('./noimage.jpg', import.meta.url);

export async function readNoImage(): Promise<Sending> {
  const content = await readFile(PATH);
  const { mtime: modifiedAt } = await stat(PATH);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`;
  const info = { key: 'noimage.jpg', size: content.length, contentType: 'image/jpeg', modifiedAt, etag };
  return {
    source: {
      head: async () => info,
      get: async (_key, range) => {
        const part = range ? content.subarray(range.start, range.end + 1) : content;
        return { ...info, content: Readable.from([part], { objectMode: false }) };
      },
    },
    key: info.key,
    headers: { 'cache-control': 'public, max-age=86400' },
  };
}
