import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { memoizeLru } from '../concurrency/memoize.ts';
import { Semaphore } from '../concurrency/semaphore.ts';

const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];
export type Encoding = Coding | 'identity';

const MAX_CACHED_HEADERS = 200;
const IDENTITY_ONLY: readonly Encoding[] = ['identity'];
const DEFAULT_IDENTITY_QUALITY = 0.0001;

/** Best first; only `identity` if the client accepts no supported encoding (RFC 9110, 12.5.3) or sends no header. */
export function acceptedEncodings(acceptEncoding: string | undefined): readonly Encoding[] {
  return acceptEncoding === undefined ? IDENTITY_ONLY : negotiate(acceptEncoding);
}

const negotiate = memoizeLru(MAX_CACHED_HEADERS, (acceptEncoding): readonly Encoding[] => {
  const qualities = new Map(acceptEncoding.toLowerCase().split(',').map(toQuality));
  const qualityOf = (encoding: Encoding) =>
    qualities.get(encoding) ?? qualities.get('*') ?? (encoding === 'identity' ? DEFAULT_IDENTITY_QUALITY : 0);
  const accepted = [...CODINGS, ...IDENTITY_ONLY].filter((encoding) => qualityOf(encoding) > 0);
  // The sort is stable, so equal qualities keep the smaller output first.
  return accepted.length > 0 ? accepted.sort((a, b) => qualityOf(b) - qualityOf(a)) : IDENTITY_ONLY;
});

function toQuality(part: string): [name: string, quality: number] {
  const [name = '', ...parameters] = part.split(';').map((each) => each.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return [
    name === 'x-gzip' ? 'gzip' : name,
    /^(?:0(?:[.]\d{0,3})?|1(?:[.]0{0,3})?)$/.test(quality) ? Number(quality) : 0,
  ];
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Leaves threads of libuv's pool free for disk syncs. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 50;
const MAX_WAIT_MS = 60_000;
const BROTLI_QUALITY = 5;
const GZIP_LEVEL = 6;

const MIN_BYTES = 1024;
const TEXT_TYPE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg\+xml\b)/i;

export function isWorthCompressing(body: Buffer, contentType: unknown): boolean {
  return body.length >= MIN_BYTES && TEXT_TYPE.test(String(contentType));
}

type Compressed = Buffer | 'nothing gained' | undefined;

export class Compressor {
  readonly #semaphore = new Semaphore({ count: MAX_CONCURRENT, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS });

  /** Returns undefined when too many responses wait. */
  async compress(body: Buffer, coding: Coding): Promise<Compressed> {
    try {
      await this.#semaphore.acquire();
    } catch {
      return undefined;
    }
    const compressed = await compressIn(coding, body).finally(() => this.#semaphore.release());
    return compressed.length < body.length ? compressed : 'nothing gained';
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
