import { copyFile, open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { variantDimensions } from '#contract/image-variants.ts';
import type { PictureType } from '#contract/media-types.ts';
import { type CleanedImage, InvalidImageError } from './image-processor.ts';
import { decode, isValidProfile, type Picture, preserveColorProfile, rejectBroken } from './picture.ts';

/** Returns false when unsure; the picture is then encoded again. */
async function isBarePicture({ path, mimeType, isAnimated, metadata }: Picture): Promise<boolean> {
  const isBare = BARE[mimeType];
  const { orientation = 1, exif, xmp, iptc, icc, space } = metadata;
  const isSilent = orientation === 1 && !exif && !xmp && !iptc;
  const isPlain = space === 'b-w' ? !icc : space === 'srgb' && (!icc || isValidProfile(icc));
  return isBare !== undefined && !isAnimated && isSilent && isPlain && isBare(await readFile(path));
}

/** Encoding these lossy formats again reduces quality. */
const BARE: Partial<Record<PictureType, (bytes: Buffer) => boolean>> = {
  'image/jpeg': isBareJpeg,
  'image/webp': isBareWebp,
  // AVIF boxes nest in many ways. The metadata check has already covered what they can carry.
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

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Decoders silently fill up truncated files. */
async function isWholeGif(path: string): Promise<boolean> {
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

const REACH = 64 * 1024;

async function isLosslessWebp(path: string): Promise<boolean> {
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

export interface CleanJob {
  readonly path: string;
  readonly mimeType: PictureType;
  readonly targetPath: string;
  readonly isLeftIfBare: boolean;
  readonly maxSide: number;
}

export async function cleanImage(picture: Picture, job: CleanJob): Promise<CleanedImage> {
  const { path, mimeType, targetPath } = job;
  if (picture.mimeType !== mimeType) throw new InvalidImageError(messages.fileContentWrong);
  if (Math.max(picture.width, picture.height) > job.maxSide) throw new InvalidImageError(messages.imageTooLarge);
  if (mimeType === 'image/gif' && !(await isWholeGif(path))) throw new InvalidImageError(messages.imageUnreadable);
  if (job.isLeftIfBare && (await isBarePicture(picture))) await copyFile(path, targetPath);
  else await rewrite(picture, job);
  const { width, height, isAnimated } = picture;
  const placeholder = await placeholderOf(targetPath, picture).catch((error) => rejectBroken(picture, error));
  return { width, height, isAnimated, placeholder };
}

async function rewrite(picture: Picture, { path, mimeType, targetPath }: CleanJob): Promise<void> {
  const pixels = preserveColorProfile(decode(path, picture), picture.metadata);
  await (await ENCODERS[mimeType](pixels, picture)).toFile(targetPath).catch((error) => rejectBroken(picture, error));
}

const LARGE = 25_000_000;

const ENCODERS: Record<PictureType, (pixels: Sharp, picture: Picture) => Sharp | Promise<Sharp>> = {
  'image/jpeg': (pixels, { width, height, metadata: { chromaSubsampling } }) =>
    pixels.jpeg({
      quality: 92,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      // Saves some bytes but holds the whole picture in memory.
      optimiseCoding: width * height <= LARGE,
    }),
  'image/png': (pixels, { metadata: { depth, space } }) =>
    (depth === 'ushort' ? pixels.toColourspace(space === 'rgb16' ? 'rgb16' : 'grey16') : pixels).png(),
  'image/gif': (pixels) => pixels.gif({ effort: 4 }),
  'image/webp': async (pixels, { path }) =>
    (await isLosslessWebp(path)) ? pixels.webp({ lossless: true, effort: 2 }) : pixels.webp({ quality: 92, effort: 2 }),
  'image/avif': (pixels) => pixels.avif({ quality: 80, effort: 2 }),
};

const PLACEHOLDER_SIDE = 20;

async function placeholderOf(path: string, { width, height, metadata }: Picture): Promise<string | null> {
  const box = { name: '', width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, cut: 'fit' } as const;
  const pixels = decode(path, { isAnimated: false }).resize({
    ...variantDimensions(box, { width, height }),
    fit: 'fill',
  });
  const tiny = await pixels.png().toBuffer();
  if (metadata.hasAlpha && !(await sharp(tiny).stats()).isOpaque) return null;
  const bytes = await sharp(tiny).webp({ quality: 25, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
