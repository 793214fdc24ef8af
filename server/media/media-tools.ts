import type { Transaction } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Vault } from '../platform/vault.ts';
import type { Storage } from '../storage/index.ts';
import type { ImageMaker } from './images/image-maker.ts';

/** Runs in the transaction of every change of files that visitors can see. Locks the service first. */
export type OnFilesChanged = (
  trx: Transaction<Tables>,
  changed: { readonly serviceId: string; readonly fileIds: readonly string[]; readonly now: Date },
) => Promise<void>;

export interface MediaTools {
  readonly database: Database;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly images: ImageMaker;
  /** Folder of temporary files; may be emptied while no process uses it. */
  readonly scratchDir: string;
  /** Public base URL of the media, without a trailing slash. */
  readonly mediaUrl: string;
  /** Public base URL of the site, without a trailing slash. Undefined: taken from each request. */
  readonly publicUrl: string | undefined;
  readonly onFilesChanged: OnFilesChanged;
}
