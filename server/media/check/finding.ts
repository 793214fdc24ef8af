import type { Database } from '../../database/connect.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Storage } from '../../storage/index.ts';
import type { OnFilesChanged } from '../media-tools.ts';

/** A difference between what the database says and what the storage has. */
export type Finding = { readonly isMended: boolean } & (
  | {
      /** The bytes of a file are gone. Only a copy from elsewhere can mend that. */
      readonly kind: 'original-missing';
      readonly key: string;
      readonly name: string;
      /** Slugs of posts that have it, a few of them. */
      readonly usedIn: readonly string[];
    }
  | {
      readonly kind: 'size-differs';
      readonly key: string;
      readonly name: string;
      /** In bytes, as the record says, and as the object is. */
      readonly expected: number;
      readonly actual: number;
    }
  | {
      /** Bytes of no file, sizes that the settings do not name, uploads that came to nothing, and files of no post. */
      readonly kind: 'original-of-nothing' | 'size-of-nothing' | 'upload-of-nothing' | 'post-file-of-nothing';
      readonly key: string;
    }
  | { readonly kind: 'post-file-missing'; readonly key: string }
);

export interface CheckTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly onFilesChanged: OnFilesChanged;
  /** Has the file of a post written or removed by the server, as the post is then; whether anything is known of it. */
  readonly remarkStaticFile: (path: string) => Promise<boolean>;
}

export interface CheckRun {
  readonly isMending: boolean;
  readonly signal: AbortSignal;
  readonly onFinding: (finding: Finding) => void;
  readonly onProgress: (state: { readonly done: number; readonly path: string }) => void;
}

/** How many objects are asked for at a time. */
export const WIDTH = 8;
