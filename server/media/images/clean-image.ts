import { copyFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { messages } from '#contract/errors.ts';
import { variantDimensions } from '#contract/image-variants.ts';
import type { PictureType } from '#contract/media-types.ts';
import { isBarePicture } from './bare-picture.ts';
import { isWholeGif } from './gif-blocks.ts';
import { ImageFault } from './image-fault.ts';
import type { CleanedImage } from './image-maker.ts';
import { decode, keepColours, type Picture, refuseBroken } from './picture.ts';
import { isLosslessWebp } from './webp-chunks.ts';

export interface CleanJob {
  readonly path: string;
  readonly mimeType: PictureType;
  readonly targetPath: string;
  readonly isLeftIfBare: boolean;
}

/** Writes a picture anew, from its pixels alone, so that nothing else of the file is left. */
export async function cleanImage(picture: Picture, job: CleanJob): Promise<CleanedImage> {
  const { path, mimeType, targetPath } = job;
  if (picture.mimeType !== mimeType) throw new ImageFault(messages.fileContentWrong);
  if (mimeType === 'image/gif' && !(await isWholeGif(path))) throw new ImageFault(messages.imageUnreadable);
  if (job.isLeftIfBare && (await isBarePicture(picture))) await copyFile(path, targetPath);
  else await writeAnew(picture, job);
  const { width, height, isAnimated } = picture;
  const placeholder = await placeholderOf(targetPath, picture).catch((error) => refuseBroken(picture, error));
  return { width, height, isAnimated, placeholder };
}

async function writeAnew(picture: Picture, { path, mimeType, targetPath }: CleanJob): Promise<void> {
  const pixels = keepColours(decode(path, picture), picture.metadata);
  await (await ENCODERS[mimeType](pixels, picture)).toFile(targetPath).catch((error) => refuseBroken(picture, error));
}

/** Pixels from which on memory matters more than a few bytes. */
const LARGE = 25_000_000;

/** As it came, as nearly as the format lets one write it again. */
const ENCODERS: Record<PictureType, (pixels: Sharp, picture: Picture) => Sharp | Promise<Sharp>> = {
  'image/jpeg': (pixels, { width, height, metadata: { chromaSubsampling } }) =>
    pixels.jpeg({
      quality: 92,
      chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0',
      // Makes the file a little smaller, and holds all of the picture for that.
      optimiseCoding: width * height <= LARGE,
    }),
  'image/png': (pixels, { metadata: { depth, space } }) =>
    (depth === 'ushort' ? pixels.toColourspace(space === 'rgb16' ? 'rgb16' : 'grey16') : pixels).png(),
  'image/gif': (pixels) => pixels.gif({ effort: 4 }),
  'image/webp': async (pixels, { path }) =>
    (await isLosslessWebp(path)) ? pixels.webp({ lossless: true, effort: 2 }) : pixels.webp({ quality: 92, effort: 2 }),
  'image/avif': (pixels) => pixels.avif({ quality: 80, effort: 2 }),
};

/** Of the longer side of a placeholder, in pixels. */
const PLACEHOLDER_SIDE = 20;

async function placeholderOf(path: string, { width, height, metadata }: Picture): Promise<string | null> {
  const box = { name: '', width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, cut: 'fit' } as const;
  const pixels = decode(path, { isAnimated: false }).resize({
    ...variantDimensions(box, { width, height }),
    fit: 'fill',
  });
  // A picture of a few hundred pixels, decoded once.
  const tiny = await pixels.png().toBuffer();
  if (metadata.hasAlpha && !(await sharp(tiny).stats()).isOpaque) return null;
  const bytes = await sharp(tiny).webp({ quality: 25, effort: 6 }).toBuffer();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}
