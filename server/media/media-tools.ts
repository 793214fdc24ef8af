import type { Database } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import type { ImageProcessor } from '../media-images/image-processor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import type { Storage } from '../storage/index.ts';

/** Runs in the transaction of the change and locks the service first. */
export type OnFilesChanged = (
  trx: Transaction,
  changed: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
) => Promise<void>;

export interface MediaTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly images: ImageProcessor;
  /** May be emptied while no process uses it. */
  readonly scratchDir: string;
  readonly mediaUrl: string;
  readonly publicUrl: string | undefined;
  readonly onFilesChanged: OnFilesChanged;
}
