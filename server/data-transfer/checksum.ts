import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface Hashed {
  readonly bytes: number;
  readonly sha256: string;
}

export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<Hashed> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

export async function hashFile(path: string): Promise<Hashed> {
  return hashOf(createReadStream(path));
}

export function hashing(): {
  through: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  end(): Hashed;
} {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    through: async function* (source) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export function isSame(one: Hashed, other: Hashed): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256;
}
