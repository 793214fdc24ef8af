import type { Transaction } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import type { Storage } from '../storage/index.ts';
import type { ImageMaker } from './images/image-maker.ts';

/** Part of the transaction of every change of files that readers can see. Holds the service before anything else. */
export type OnFilesChanged = (
  trx: Transaction<Tables>,
  changed: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
) => Promise<void>;

/** What the work on uploaded files takes. */
export interface MediaTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly images: ImageMaker;
  /** For what is worked on: a folder that may be emptied whenever nothing runs. */
  readonly scratchDir: string;
  /** The address that what is in the storage has for readers, without a slash at the end. */
  readonly mediaUrl: string;
  /** The address readers use, without a slash at the end; unknown, each request's own is taken. */
  readonly publicUrl: string | undefined;
  readonly onFilesChanged: OnFilesChanged;
}
