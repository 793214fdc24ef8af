import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** A page of the guides is read over slow lines, too. */
const MAX_BYTES = 80_000;

/**
 * With GUIDE_PICTURES set, what the screen shows becomes the guide's picture. Otherwise the picture has to be there,
 * and small.
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
