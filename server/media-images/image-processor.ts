import { messages } from '#contract/errors.ts';
import type { PictureType } from '#contract/media-types.ts';
import type { ProcessLoad } from '../concurrency/process-pool.ts';
import { HttpError } from '../http/errors.ts';

/** Most likely the OOM killer ended an image process. */
export class OutOfMemory extends HttpError {
  constructor() {
    super(503, { message: messages.unavailable });
    this.name = 'OutOfMemory';
  }
}

export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError';
}

export interface CleanedImage {
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** `data:` URL of a few hundred characters. Null for pictures with transparency. */
  readonly placeholder: string | null;
}

export interface SourceImage {
  readonly path: string;
  readonly mimeType: PictureType;
  /** Avoids quality loss: copies the file unchanged if it carries nothing to remove. */
  readonly isLeftIfBare?: boolean;
  /** Rejects pictures with more pixels on a side. */
  readonly maxSide?: number;
}

export interface ImageTarget {
  readonly size: string;
  readonly mimeType: PictureType;
  readonly path: string;
}

/** @throws {HttpError} 400 for pictures that cannot be decoded, are too large or take too long, 503 when overloaded */
export interface ImageProcessor {
  clean(source: SourceImage, targetPath: string): Promise<CleanedImage>;
  make(source: { readonly path: string }, requested: readonly ImageTarget[]): Promise<void>;
  load(): ProcessLoad;
  close(): Promise<void>;
}
