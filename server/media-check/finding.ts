import type { Database } from '../database/connect.ts';
import type { OnFilesChanged } from '../media/media-tools.ts';
import type { Clock } from '../platform/clock.ts';
import type { Storage } from '../storage/index.ts';

export type Finding = { readonly isRepaired: boolean } & (
  | {
      /** Only a backup can restore the object. */
      readonly kind: 'original-missing';
      readonly key: string;
      readonly name: string;
      readonly usedIn: readonly string[];
    }
  | {
      readonly kind: 'size-differs';
      readonly key: string;
      readonly name: string;
      /** Size in bytes in the database; `actual` is that in the storage. */
      readonly expected: number;
      readonly actual: number;
    }
  | {
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
  readonly remarkStaticFile: (path: string) => Promise<boolean>;
}

export interface CheckRun {
  readonly isRepairing: boolean;
  readonly signal: AbortSignal;
  readonly onFinding: (finding: Finding) => void;
  readonly onProgress: (state: { readonly done: number; readonly path: string }) => void;
}

export const CONCURRENCY = 8;
