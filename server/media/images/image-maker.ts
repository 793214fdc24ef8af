import type { PictureType } from '#contract/media-types.ts';
import type { ProcessLoad } from '../../platform/process-pool.ts';

/** What became of a picture that was cleaned. */
export interface CleanedImage {
  /** Pixels as it is seen, its orientation applied. */
  readonly width: number;
  readonly height: number;
  readonly isAnimated: boolean;
  /**
   * A tiny picture of it, as a `data:` address of a few hundred characters, to stand behind it while it is loaded;
   * none of one that can be seen through.
   */
  readonly placeholder: string | null;
}

export interface SourceImage {
  readonly path: string;
  readonly mimeType: PictureType;
  /** Whether it is taken byte by byte where nothing needs to be cleaned away, so that it loses nothing. */
  readonly isLeftIfBare?: boolean;
}

/** A picture to be made of another: in a size of the settings, or with all its pixels where none is named. */
export interface WantedImage {
  /** As in the settings: `800x800`, `400x400xs`. */
  readonly size: string;
  readonly mimeType: PictureType;
  /** The file that it is written to. */
  readonly path: string;
}

/**
 * Works on pictures in files, outside the server's process, a few at a time.
 * Every method throws a Refusal for what cannot be decoded, has too many pixels or takes too long, and one with 503
 * when there is too much to do.
 */
export interface ImageMaker {
  /**
   * Writes a picture without what tells where and with what it was taken: upright, with its colour profile, in its own
   * format. Decodes it whole.
   */
  clean(source: SourceImage, targetPath: string): Promise<CleanedImage>;
  /** Writes a picture in other sizes and formats; all of them or none. */
  make(source: { readonly path: string }, wanted: readonly WantedImage[]): Promise<void>;
  /** What its processes do at this moment. */
  load(): ProcessLoad;
  close(): Promise<void>;
}
