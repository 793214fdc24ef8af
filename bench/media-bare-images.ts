import { setPriority } from 'node:os';
import sharp from 'sharp';
import { parseVariantSize, variantDimensions } from '#contract/image-variants.ts';
import type { ImageTarget } from '#server/media/images/image-maker.ts';

/** Renders the same images with libvips alone, one after the other, at the same process priority. */
async function make({ path, wanted }: { path: string; wanted: readonly ImageTarget[] }): Promise<void> {
  const { width, height } = await sharp(path).metadata();
  for (const { size, mimeType, path: target } of wanted) {
    const variant = parseVariantSize(size);
    if (!variant) throw new Error(size);
    const sized = sharp(path).resize({ ...variantDimensions(variant, { width, height }), fit: 'cover' });
    const encoded = mimeType === 'image/webp' ? sized.webp({ smartSubsample: true }) : sized.jpeg({ quality: 82 });
    await encoded.toFile(target);
  }
}

sharp.cache(false);
sharp.concurrency(2);
setPriority(5);
process.on('message', async (job: { path: string; wanted: readonly ImageTarget[] }) => {
  await make(job);
  process.send?.('made');
});
process.send?.('ready');
