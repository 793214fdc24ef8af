import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { withDeadline } from '#server/concurrency/timers.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import { PRIVATE_PREFIX } from '#server/media/index.ts';
import { checkFiles, checkObjects } from '#server/media-check/index.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { reasonOf } from '#server/platform/reason-of.ts';
import { describeStorage, openMediaStorage } from '#server/process/open-storage.ts';
import type { Storage } from '#server/storage/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const DEADLINE_MS = 20_000;
/** Time limit for sampling; `media check` does the complete check. */
const SAMPLE_MS = 5000;

/** Checks the media storage. Skips a missing folder, because opening would create it; the first start does that. */
export async function checkStorage(config: Config, database: Database | undefined): Promise<Finding[]> {
  const name = describeStorage(config.storage);
  if (config.storage.kind === 'disk' && !existsSync(config.storage.folder))
    return [warning(`${name} does not exist yet. The first start creates it.`, 'Otherwise check STORAGE_URL.')];
  let storage: Storage;
  try {
    storage = await withDeadline(DEADLINE_MS, openMediaStorage(config, { clock: systemClock }));
  } catch (error) {
    return [problem(`${reasonOf(error)}.`, 'Readers get no files until it is fixed.')];
  }
  try {
    const findings = [ok(`${name} responds`)];
    if (config.storage.kind === 's3') findings.push(await checkWriting(storage, name));
    if (database) findings.push(...(await checkStoredFiles(storage, database)));
    return findings;
  } catch (error) {
    return [problem(`${name} stopped responding: ${reasonOf(error)}.`, 'Check STORAGE_URL and the network.')];
  } finally {
    await storage.close();
  }
}

/** Writes and deletes an object under the private prefix. This is the only write of the storage check. */
async function checkWriting(storage: Storage, name: string): Promise<Finding> {
  const key = `${PRIVATE_PREFIX}doctor-${randomUUID()}`;
  try {
    await withDeadline(DEADLINE_MS, storage.put(key, Buffer.from('doctor')));
    return ok(`${name} is writable`);
  } catch (error) {
    return problem(`${name} is not writable: ${reasonOf(error)}.`, 'Grant the account s3:PutObject on the bucket.');
  } finally {
    await withDeadline(DEADLINE_MS, storage.delete(key)).catch(() => {});
  }
}

async function checkStoredFiles(storage: Storage, database: Database): Promise<Finding[]> {
  const clock: Clock = systemClock;
  const tools = { storage, database, clock, onFilesChanged: async () => {}, remarkStaticFile: async () => false };
  const missing = await sampleOf((run) => checkFiles(tools, run));
  let young = 0;
  const orphans = await sampleOf(async (run) => {
    ({ young } = await checkObjects(tools, run));
  });
  const unreported = young === 0 ? '' : `, except ${young} too new to tell`;
  return [
    missing.found === 0
      ? ok(`Files present in the storage: ${missing.description}`)
      : problem(
          `Files missing in the storage or different: ${missing.found} of ${missing.description}.`,
          'kawaraban media check lists them.',
        ),
    orphans.found === 0
      ? ok(`Objects with a record in the database: ${orphans.description}${unreported}`)
      : warning(
          `Objects without a record in the database: ${orphans.found} of ${orphans.description}${unreported}.`,
          'kawaraban media check lists them; with --repair it removes them.',
        ),
  ];
}

type Check = (run: {
  readonly isRepairing: false;
  readonly signal: AbortSignal;
  readonly onFinding: () => void;
  readonly onProgress: (state: { readonly done: number }) => void;
}) => Promise<unknown>;

async function sampleOf(check: Check) {
  const signal = AbortSignal.timeout(SAMPLE_MS);
  let found = 0;
  let done = 0;
  const onFinding = () => {
    found += 1;
  };
  const onProgress = (state: { readonly done: number }) => {
    done = state.done;
  };
  await withDeadline(SAMPLE_MS + DEADLINE_MS, check({ isRepairing: false, signal, onFinding, onProgress }));
  return { found, description: signal.aborted ? `the ${done} checked in time` : `all ${done}` };
}
