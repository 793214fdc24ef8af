import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { defaultServiceConfigs } from '#contract/service-configs.ts';
import { createImageMaker } from '#server/media/images/image-pool.ts';
import { percentile } from './load.ts';

const PASSES = 3;
const TYPES = ['image/jpeg', 'image/webp'] as const;

export interface VariantSpeeds {
  readonly product: number;
  readonly alone: number;
  readonly ratio: number;
}

/** Renders a 12-megapixel photo in every default size as JPEG and WebP, repeatedly. */
export async function measureVariants(folder: string, rounds: number): Promise<VariantSpeeds> {
  const photo = join(folder, 'small-photo.jpg');
  const made = join(folder, 'made');
  await mkdir(made);
  await writePhoto(photo);
  const wanted = defaultServiceConfigs.mediaUploadImageSizes.flatMap((size) =>
    TYPES.map((mimeType) => ({ size, mimeType, path: join(made, `${size}.${mimeType.slice('image/'.length)}`) })),
  );
  const maker = createImageMaker();
  const bare = fork(new URL('./media-bare-images.ts', import.meta.url), { serialization: 'advanced' });
  await once(bare, 'message');
  const speeds = { product: [] as number[], alone: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const product = await speedOf(wanted.length, () => maker.make({ path: photo }, wanted));
    const alone = await speedOf(wanted.length, async () => {
      bare.send({ path: photo, wanted });
      await once(bare, 'message');
    });
    // The first round is a warm-up.
    if (round === 0) continue;
    speeds.product.push(product);
    speeds.alone.push(alone);
  }
  await maker.close();
  bare.kill();
  await rm(made, { recursive: true });
  const ratios = speeds.product.map((speed, round) => speed / (speeds.alone[round] ?? 0));
  const [product = 0, alone = 0, ratio = 0] = [speeds.product, speeds.alone, ratios].map((all) => percentile(all, 0.5));
  return { product, alone, ratio };
}

async function speedOf(pictures: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  for (let pass = 0; pass < PASSES; pass += 1) await work();
  return (PASSES * pictures) / ((performance.now() - startedAt) / 1000);
}

async function writePhoto(path: string): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  await sharp(grain).resize(4000, 3000).jpeg({ quality: 90 }).toFile(path);
}
