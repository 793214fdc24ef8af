import { readFile } from 'node:fs/promises';
import type { PictureType } from '#contract/media-types.ts';
import { isSoundProfile } from './colour-profile.ts';
import type { Picture } from './picture.ts';

/**
 * Whether a picture is as we write them: upright, with nothing beside its pixels but how their colours are meant.
 * False where that is not known; such a picture loses nothing by being written anew.
 */
export async function isBarePicture({ path, mimeType, isAnimated, metadata }: Picture): Promise<boolean> {
  const isBare = BARE[mimeType];
  const { orientation = 1, exif, xmp, iptc, icc, space } = metadata;
  const isSilent = orientation === 1 && !exif && !xmp && !iptc;
  const isPlain = space === 'b-w' ? !icc : space === 'srgb' && (!icc || isSoundProfile(icc));
  return isBare !== undefined && !isAnimated && isSilent && isPlain && isBare(await readFile(path));
}

/** Of formats that lose something each time that they are written. */
const BARE: Partial<Record<PictureType, (bytes: Buffer) => boolean>> = {
  'image/jpeg': isBareJpeg,
  'image/webp': isBareWebp,
  // Its boxes hold each other in many ways; what it is known to carry has been looked for.
  'image/avif': () => true,
};

const PROFILE = 'ICC_PROFILE\0';
const START_OF_SCAN = 0xda;
/** Frame, tables, and how often the scan begins anew. */
const OF_PIXELS: readonly number[] = [0xc0, 0xc1, 0xc4, 0xdb, 0xdd];
/** The shape of pixels, and which colours they are of, are as long as this. */
const JFIF = { marker: 0xe0, length: 16 };
const ADOBE = { marker: 0xee, length: 14 };

function isBareJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    // Of one scan, in which nothing looks like its end.
    if (marker === START_OF_SCAN) return bytes.indexOf(Buffer.from([0xff, 0xd9]), at) === bytes.length - 2;
    const length = bytes.readUInt16BE(at + 2);
    const isKnown =
      OF_PIXELS.includes(marker) ||
      [JFIF, ADOBE].some((one) => one.marker === marker && one.length === length) ||
      (marker === 0xe2 && bytes.toString('latin1', at + 4, at + 4 + PROFILE.length) === PROFILE);
    if (!isKnown) return false;
    at += 2 + length;
  }
  return false;
}

const CHUNKS: readonly string[] = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'];

function isBareWebp(bytes: Buffer): boolean {
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (!CHUNKS.includes(bytes.toString('latin1', at, at + 4))) return false;
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return at === bytes.length;
}
