import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './accepted-encodings.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Leaves threads of libuv's pool free for disk syncs. */
const AT_ONCE = 2;
const MOST_WAITING = 50;
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

const LEAST_BYTES = 1024;
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml\b)/i;

export function isWorthCompressing(body: Buffer, contentType: unknown): boolean {
  return body.length >= LEAST_BYTES && TEXT_TYPE.test(String(contentType));
}

type Compressed = Buffer | 'nothing gained' | undefined;

export class Compressor {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  async compress(body: Buffer, coding: Coding): Promise<Compressed> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return undefined;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      const compressed = await compressIn(coding, body);
      return compressed.length < body.length ? compressed : 'nothing gained';
    } finally {
      // The next waiter takes over the slot.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

async function compressIn(coding: Coding, body: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return toGzip(body, { level: GZIP_LEVEL });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return toBrotli(body, { params });
}
