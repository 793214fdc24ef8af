import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import { reasonOf } from '../platform/reason-of.ts';
import { openStorage, type Storage, type StorageTarget } from '../storage/index.ts';
import { diskErrorOf, StartError } from './start-error.ts';

/**
 * `name` is the setting shown in errors.
 * @throws {StartError} when the storage cannot be used
 */
export async function openMediaStorage(
  { storage: target }: Pick<Config, 'storage'>,
  { clock, name = 'STORAGE_URL' }: { readonly clock: Clock; readonly name?: string },
): Promise<Storage & AsyncDisposable> {
  try {
    const storage = await openStorage(target, { clock });
    return Object.assign(storage, { [Symbol.asyncDispose]: () => storage.close() });
  } catch (error) {
    const known = target.kind === 'disk' ? await diskErrorOf(error, target.folder) : undefined;
    throw known ?? new StartError(describeProblem(target, error, name));
  }
}

export async function uploadOriginsOf({ presignPut }: Pick<Storage, 'presignPut'>): Promise<string[]> {
  const address = await presignPut?.('uploads', { contentType: 'text/plain', size: 1, expiresInSeconds: 1 });
  return address === undefined ? [] : [new URL(address).origin];
}

function describeProblem(target: StorageTarget, error: unknown, settingName: string): string {
  const name = describeStorage(target);
  if (target.kind === 'disk') return `${name} is not writable: make it writable, or set ${settingName} to another one.`;
  return `${name} cannot be used: ${reasonOf(error)}. Check ${settingName}, and the AWS_… credentials.`;
}

export function describeStorage(target: StorageTarget): string {
  if (target.kind === 'disk') return `The folder ${target.folder}`;
  const { bucket, prefix, region, endpoint } = target;
  const place = endpoint ?? (region === undefined ? 'S3' : `S3 in ${region}`);
  return `The bucket ${bucket}${prefix && `/${prefix}`} at ${place}`;
}
