import { readFile } from 'node:fs/promises';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Reports whether a GIF ends at a block boundary. Decoders silently fill up truncated files. */
export async function isWholeGif(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  // Signature, logical screen descriptor and global color table.
  let at = 13 + paletteLength(bytes[10]);
  let images = 0;
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === EXTENSION) at = afterData(bytes, at + 2);
    else if (bytes[at] === IMAGE) {
      // Image descriptor, local color table and LZW code size.
      at = afterData(bytes, at + 11 + paletteLength(bytes[at + 9]));
      images += 1;
    } else return false;
  }
  return images > 0 && at <= bytes.length;
}

function paletteLength(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterData(bytes: Buffer, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    if (length === undefined) return bytes.length + 1;
    at += 1 + length;
  }
  return at + 1;
}
