import { open } from 'node:fs/promises';

const REACH = 64 * 1024;

export async function isLosslessWebp(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(REACH), 0, REACH, 0);
    return firstPictureChunk(buffer.subarray(0, bytesRead)) === 'VP8L';
  } finally {
    await file.close();
  }
}

function firstPictureChunk(bytes: Buffer): string | undefined {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4);
    if (name === 'VP8L' || name === 'VP8 ') return name;
    // Animation frame: skips its header to reach the nested chunks.
    if (name === 'ANMF') at += 8 + 16;
    else {
      const length = bytes.readUInt32LE(at + 4);
      at += 8 + length + (length % 2);
    }
  }
  return undefined;
}
