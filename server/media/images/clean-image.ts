import { copyFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { variantDimensions } from '#contract/image-variants.ts';
import type { PictureType } from '#contract/media-types.ts';
import { isBarePicture } from './bare-picture.ts';
import { isWholeGif } from './gif-blocks.ts';
import { InvalidImageError } from './image-fault.ts';
import type { CleanedImage } from './image-maker.ts';
import { decode, keepColours, type Picture, rejectBroken } from './picture.ts';
import { isLosslessWebp } from './webp-chunks.ts';

export interface CleanJob {
  readonly path: string;
  readonly mimeType: PictureType;
  readonly targetPath: string;
  readonly isLeftIfBare: boolean;
}

export async function cleanImage(picture: Picture, job: CleanJob): Promise<CleanedImage> {
  const { path, mimeType, targetPath } = job;
  if (picture.mimeType !== mimeType) throw new InvalidImageError(messages.fileContentWrong);
  if (mimeType === 'image/gif' && !(await isWholeGif(path))) throw new InvalidImageError(messages.imageUnreadable);
  if (job.isLeftIfBare && (await isBarePicture(picture))) await copyFile(path, targetPath);
  else await rewrite(picture, job);
  const { width, height, isAnimated } = picture;
  const placeholder = await placeholderOf(targetPath, picture).catch((error) => rejectBroken(picture, error));
  return { width, height, isAnimated, placeholder };
}

async function rewrite(picture: Picture, { path, mimeType, targetPath }: CleanJob): Promise<void> {
  const pixels = keepColours(decode(path, picture), picture.metadata);
  await (await ENCODERS[mimeType](pixels, picture)).toFile(targetPath).catch((error) => rejectBroken(picture, error));
}

/** Pixels above which memory matters more than file size. */
const LARGE = 25_000_000;

/** Encoder options that stay as close to the source as its format allows. */
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
  // Encoded once, so that `stats` and the encoder do not decode the whole picture twice.
  const tiny = await pixels.png().toBuffer();
  if (metadata.hasAlpha && !(await sharp(tiny).stats()).isOpaque) return null;
  const bytes = await sharp(tiny).webp({ quality: 25, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
