import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

// The cache would return an earlier image for a reused path.
sharp.cache(false);

/** Images 3 pixels wide and 2 high in base64, one per type that a browser canvas exports. */
export const pictures = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWLabKjzH4aZGJAAAAAA//8feYRdAAAABklEQVQDAHeH' +
    'BjI6fQhIAAAAAElFTkSuQmCC',
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19i' +
    'Z2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCUAIvv/9k=',
  lossyWebp: 'UklGRjQAAABXRUJQVlA4ICgAAACQAQCdASoDAAIAAsBMJaACdLoAA5gA/uwmXrvFpRr/5Kf13eUXLwAA',
  losslessWebp: 'UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAfQmM6Wpf+BiOh/AAA=',
  extendedWebp: 'UklGRjAAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAVlA4TBEAAAAvAkAAAAfQmM6Wpf+BiOh/AAA=',
} as const;

export function pngOfSize(width: number, height: number): string {
  const bytes = Buffer.from(pictures.png, 'base64');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

export interface PictureSize {
  readonly width?: number;
  readonly height?: number;
}

/**
 * Returns a JPEG like a phone's: rotated by EXIF orientation (60 × 40 is shown as 40 × 60), with location and camera
 * data.
 */
export function jpegPhoto({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height })
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'Camera of Hanako', ImageDescription: 'At home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 41/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '139/1 45/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>Hanako</creator></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
}

export function jpegPicture({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).jpeg().toBuffer();
}

export function cmykJpeg({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).toColourspace('cmyk').jpeg().toBuffer();
}

export function greyJpeg({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).toColourspace('b-w').jpeg().toBuffer();
}

export function pngPicture({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).ensureAlpha(0.5).png().toBuffer();
}

export function deepPng({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  const values = Uint16Array.from({ length: width * height * 3 }, (_, index) => (index * 257) % 65_521);
  return sharp(values, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toBuffer();
}

export function webpPicture({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).webp().toBuffer();
}

export function avifPicture({ width = 60, height = 40 }: PictureSize = {}): Promise<Buffer> {
  return noise({ width, height }).avif({ effort: 0 }).toBuffer();
}

export function animatedGif(size: PictureSize = {}): Promise<Buffer> {
  return frames(size).gif(TIMES).toBuffer();
}

export function animatedWebp(size: PictureSize = {}): Promise<Buffer> {
  return frames(size)
    .webp({ ...TIMES, lossless: true })
    .toBuffer();
}

const TIMES = { delay: [100, 200, 300], loop: 3 };

function frames({ width = 60, height = 40 }: PictureSize): Sharp {
  const frame = (colour: number[]) => Buffer.concat(Array.from({ length: width * height }, () => Buffer.from(colour)));
  const colours = [frame([255, 0, 0]), frame([0, 255, 0]), frame([0, 0, 255])];
  return sharp(Buffer.concat(colours), { raw: { width, height: 3 * height, channels: 3, pageHeight: height } });
}

function noise({ width, height }: { width: number; height: number }): Sharp {
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise: grain } });
}

/** Decompresses to a thousand times its size. */
export function blackPng(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit per pixel; other header fields keep their defaults.
  head[8] = 1;
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export async function jpegWithProfile(profile: Buffer, size?: PictureSize): Promise<Buffer> {
  const picture = await jpegPicture(size);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  const body = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), head, body, picture.subarray(2)]);
}
