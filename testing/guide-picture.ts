import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Keeps the pages fast on slow connections. */
const MAX_BYTES = 120_000;

/**
 * With GUIDE_PICTURES set, saves a screenshot as a picture of the documentation. Otherwise expects the picture to exist and to be
 * small.
 */
export async function keepGuidePicture(path: string, shoot: () => Promise<Buffer>): Promise<void> {
  if (process.env.GUIDE_PICTURES) {
    await writeFile(
      path,
      await sharp(await shoot())
        .webp({ quality: 80, effort: 6 })
        .toBuffer(),
    );
  }
  const { length } = await readFile(path);
  if (length > MAX_BYTES) throw new Error(`${path} has ${length} bytes, more than ${MAX_BYTES}`);
}
