import { readFile } from 'node:fs/promises';
import type { PictureType } from '#contract/media-types.ts';
import { isSoundProfile } from './colour-profile.ts';
import type { Picture } from './picture.ts';

/**
 * Reports whether a picture is upright and carries only pixels and a color profile, like those written here.
 * Returns false when unsure; the picture is then encoded again.
 */
export async function isBarePicture({ path, mimeType, isAnimated, metadata }: Picture): Promise<boolean> {
  const isBare = BARE[mimeType];
  const { orientation = 1, exif, xmp, iptc, icc, space } = metadata;
  const isSilent = orientation === 1 && !exif && !xmp && !iptc;
  const isPlain = space === 'b-w' ? !icc : space === 'srgb' && (!icc || isSoundProfile(icc));
  return isBare !== undefined && !isAnimated && isSilent && isPlain && isBare(await readFile(path));
}

/** Lossy formats: encoding them again reduces quality. */
const BARE: Partial<Record<PictureType, (bytes: Buffer) => boolean>> = {
  'image/jpeg': isBareJpeg,
  'image/webp': isBareWebp,
  // AVIF boxes nest in many ways; the metadata check has already covered what they can carry.
  'image/avif': () => true,
};

const PROFILE = 'ICC_PROFILE\0';
const START_OF_SCAN = 0xda;
const OF_PIXELS: readonly number[] = [0xc0, 0xc1, 0xc4, 0xdb, 0xdd];
/** JFIF and Adobe segments of exactly this length carry no other data. */
const JFIF = { marker: 0xe0, length: 16 };
const ADOBE = { marker: 0xee, length: 14 };

function isBareJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    // A single scan whose end marker ends the file.
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
