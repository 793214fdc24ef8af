import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

export const Checksum = z.object({
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Checksum = z.output<typeof Checksum>;

function startChecksum() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add: (chunk: Uint8Array) => {
      hash.update(chunk);
      bytes += chunk.length;
    },
    end: (): Checksum => ({ bytes, sha256: hash.digest('hex') }),
  };
}

export async function checksumOf(content: AsyncIterable<Uint8Array>): Promise<Checksum> {
  const checksum = startChecksum();
  for await (const chunk of content) checksum.add(chunk);
  return checksum.end();
}

export async function checksumOfFile(path: string): Promise<Checksum> {
  return checksumOf(createReadStream(path));
}

export function checksumOfBuffer(content: Buffer): Checksum {
  const checksum = startChecksum();
  checksum.add(content);
  return checksum.end();
}

export async function writeWithChecksum(
  content: AsyncIterable<Uint8Array>,
  path: string,
  options: { readonly flush?: boolean } = {},
): Promise<Checksum> {
  await mkdir(dirname(path), { recursive: true });
  const checksum = startChecksum();
  const hashing = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      checksum.add(chunk);
      yield chunk;
    }
  };
  await pipeline(content, hashing, createWriteStream(path, { flags: 'wx', ...options }));
  return checksum.end();
}

export function isSameChecksum(one: Checksum, other: Checksum): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256;
}
