import { messages } from '#contract/errors.ts';
import type { PictureType } from '#contract/media-types.ts';
import type { ProcessLoad } from '../../concurrency/process-pool.ts';
import { HttpError } from '../../http/errors.ts';

/** An image process was killed from outside, most likely by the OOM killer. */
export class OutOfMemory extends HttpError {
  constructor() {
    super(503, { message: messages.unavailable });
    this.name = 'OutOfMemory';
  }
}

/** Error of the picture itself; the message is a message code. */
export class InvalidImageError extends Error {
  constructor(code: string) {
    super(code);
    this.name = 'InvalidImageError';
  }
}

export interface CleanedImage {
  /** Width in pixels after applying the orientation. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /** `data:` URL of a tiny preview, a few hundred characters. Null for pictures with transparency. */
  readonly placeholder: string | null;
}

export interface SourceImage {
  readonly path: string;
  readonly mimeType: PictureType;
  /** Copies the file unchanged if it carries nothing to remove, to avoid quality loss. */
  readonly isLeftIfBare?: boolean;
}

export interface WantedImage {
  /** Size as in the settings (`800x800`, `400x400xs`), or `RAW`. */
  readonly size: string;
  readonly mimeType: PictureType;
  readonly path: string;
}

/**
 * Processes picture files in a few worker processes.
 * @throws {HttpError} 400 for pictures that cannot be decoded, are too large or take too long, 503 when overloaded
 */
export interface ImageMaker {
  /** Writes the picture upright in its own format, without location, camera and other metadata. */
  clean(source: SourceImage, targetPath: string): Promise<CleanedImage>;
  make(source: { readonly path: string }, requested: readonly WantedImage[]): Promise<void>;
  load(): ProcessLoad;
  close(): Promise<void>;
}
