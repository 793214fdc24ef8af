import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldMessages } from '#contract/errors.ts';
import type { Database } from '../database/connect.ts';
import { HttpError, invalid, notFound } from '../http/errors.ts';
import type { ImageProcessor } from '../media-images/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { withScratch } from '../platform/scratch.ts';
import { savePhoto } from './photo.repository.ts';

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

const readers: Readonly<Record<PictureType, (bytes: Buffer) => PictureSize | undefined>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

export function readPictureSize(type: PictureType, bytes: Buffer): PictureSize | undefined {
  try {
    return readers[type](bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): PictureSize | undefined {
  if (!bytes.subarray(0, PNG_START.length).equals(PNG_START)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readJpeg(bytes: Buffer): PictureSize | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
    } else if (isFrame(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (isLast(marker)) {
      return undefined;
    } else {
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** EOI, SOS, restarts and markers without a length cannot precede a frame header. */
function isLast(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xda);
}

function readWebp(bytes: Buffer): PictureSize | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L':
      return bytes.readUInt8(20) === 0x2f ? readLossless(bytes.readUInt32LE(21)) : undefined;
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
        : undefined;
    default:
      return undefined;
  }
}

function readLossless(bits: number): PictureSize {
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

const MAX_SIDE = 512;

export interface PhotoTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly images: ImageProcessor;
  readonly scratchDir: string;
}

/** Re-encodes the image to remove metadata. */
export async function takePhoto(
  tools: PhotoTools,
  { username, contentType, bytes }: { username: string; contentType: PictureType; bytes: string },
): Promise<void> {
  const decoded = Buffer.from(bytes, 'base64');
  // Truncated base64 decodes without an error.
  if (decoded.toString('base64') !== bytes || !isSmall(contentType, decoded)) {
    throw invalid({ bytes: fieldMessages.invalid });
  }
  const cleaned = await cleanPhoto(tools, contentType, decoded);
  const now = tools.clock.now();
  const photo = {
    username,
    photoId: randomBytes(16).toString('hex'),
    contentType,
    bytes: cleaned,
    createdAt: toInstant(now),
  };
  if (!(await savePhoto(tools.database.writer, photo))) throw notFound();
}

function isSmall(contentType: PictureType, bytes: Buffer): boolean {
  const size = readPictureSize(contentType, bytes);
  return size !== undefined && [size.width, size.height].every((side) => side >= 1 && side <= MAX_SIDE);
}

function cleanPhoto({ images, scratchDir }: PhotoTools, mimeType: PictureType, bytes: Buffer): Promise<string> {
  return withScratch(scratchDir, async (scratch) => {
    const path = join(scratch, 'taken');
    const cleaned = join(scratch, 'cleaned');
    await writeFile(path, bytes);
    await images.clean({ path, mimeType }, cleaned).catch((error) => {
      throw error instanceof HttpError && error.status === 400 ? invalid({ bytes: fieldMessages.invalid }) : error;
    });
    return readFile(cleaned, 'base64');
  });
}
