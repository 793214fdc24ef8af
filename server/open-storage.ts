import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import { StartError } from './start-error.ts';
import { openStorage, type Storage } from './storage/index.ts';

/**
 * Opens what keeps uploads and static files.
 * @throws {StartError} when it cannot be written.
 */
export async function openMediaStorage(
  { storage: target }: Pick<Config, 'storage'>,
  tools: { readonly clock: Clock },
): Promise<Storage> {
  try {
    return await openStorage(target, tools);
  } catch {
    throw new StartError(
      `The folder ${target.folder} cannot be written: make it writable, or set STORAGE_URL to another one.`,
    );
  }
}
